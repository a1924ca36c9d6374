import { useQuery } from "@tanstack/react-query";
import { useSavePreferences } from "../api/account.ts";
import { sharedWithMe } from "../api/sharing.ts";
import { RouterButton } from "../links/router-links.tsx";
import { useUser } from "../selection/selection.ts";
import { Button } from "../ui/base/Button.tsx";
import { EmptyState } from "../ui/display/EmptyState.tsx";
import { Offers } from "./Offers.tsx";

/** Replaces every screen for users who have left all their budgets: lists what they may open, and starts a new one. */
export function NoBudget() {
  const { id } = useUser();
  const save = useSavePreferences();
  const { data: shared = [] } = useQuery(sharedWithMe);
  return (
    <div className="stack">
      <Offers />
      <EmptyState
        illustration="categories"
        title="No budget is open"
        action={
          <Button icon="plus" pending={save.isPending} onClick={() => save.mutate({ homeBudget: id })}>
            Start a budget of my own
          </Button>
        }
      >
        Open one that is shared with you, or start your own. A budget that you started and left belongs to its
        other members: ask one of them to invite you back.
      </EmptyState>
      {shared
        .filter(({ opened }) => opened)
        .map(({ ownerId, name }) => (
          <RouterButton key={ownerId} to="/" search={{ budget: ownerId }} variant="secondary" fullWidth>
            {`Open ${name}`}
          </RouterButton>
        ))}
    </div>
  );
}
