import type { Id } from "@coffer/domain/id";
import { useQuery } from "@tanstack/react-query";
import { sharedUsers, useRemoveShare } from "../../api/shared-users.ts";
import { ShareForm } from "../../forms/ShareForm.tsx";
import { QueryResult } from "../../shell/QueryResult.tsx";
import { Card } from "../../ui/display/Card.tsx";
import { useConfirm } from "../../ui/overlays/confirm.ts";
import { SharedUser } from "./SharedUser.tsx";

export function BudgetSharing() {
  const shares = useQuery(sharedUsers);
  const confirm = useConfirm();
  const remove = useRemoveShare();
  const confirmRemoval = (id: Id) =>
    confirm({
      title: "Remove Share",
      body: "Are you sure you want to remove this user's access to your budget?",
      action: { label: "Remove", pendingLabel: "Removing...", run: () => remove.mutateAsync(id) },
    });
  return (
    <Card title="Budget Sharing" description="Let someone view your budget, or manage it with you.">
      <div className="stack">
        <ShareForm />
        <section className="shares" aria-labelledby="current-shares">
          <h3 id="current-shares">Current shares</h3>
          <QueryResult
            queries={{ shares }}
            failed="Failed to fetch shared users"
            pending={<p className="muted">Loading...</p>}
          >
            {({ shares: list }) =>
              list.length === 0 ? (
                <p className="muted">No budget shares</p>
              ) : (
                <ul>
                  {list.map((share) => (
                    <SharedUser key={share.id} share={share} onRemove={() => confirmRemoval(share.id)} />
                  ))}
                </ul>
              )
            }
          </QueryResult>
        </section>
      </div>
    </Card>
  );
}
