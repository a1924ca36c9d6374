import type { shareReply } from "@coffer/contract/sharing";
import { fullName, initials } from "@coffer/domain/account/user";
import { PERMISSION_LABELS } from "@coffer/domain/share/sharing";
import { useQuery } from "@tanstack/react-query";
import { useId } from "react";
import type { InferOutput } from "valibot";
import { sharedUsers, useRemoveShare, useShareBudget } from "../../api/sharing.ts";
import { ShareForm } from "../../forms/ShareForm.tsx";
import { LocalMail } from "../../links/LocalMail.tsx";
import { QueryResult } from "../../loading/QueryResult.tsx";
import { useOpenLedger, useUser } from "../../selection/selection.ts";
import { Button } from "../../ui/base/Button.tsx";
import { Avatar } from "../../ui/display/Avatar.tsx";
import { Badge } from "../../ui/display/Badge.tsx";
import { Card } from "../../ui/display/Card.tsx";
import { useConfirm } from "../../ui/overlays/confirm.ts";

type Share = InferOutput<typeof shareReply>;

export function BudgetSharing() {
  const { ledgerId: openId, can } = useOpenLedger();
  // The open budget for its members, otherwise the user's own.
  const ledgerId = can("owner") ? openId : undefined;
  const { hasLedger } = useUser();
  const isThere = hasLedger || ledgerId !== undefined;
  const shares = useQuery({ ...sharedUsers(ledgerId), enabled: isThere });
  const confirm = useConfirm();
  const remove = useRemoveShare(ledgerId);
  const share = useShareBudget(ledgerId);
  const confirmRemoval = (id: Share["id"]) =>
    confirm({
      title: "Remove Share",
      body: "Are you sure you want to remove this user's access to your budget?",
      action: { label: "Remove", pendingLabel: "Removing...", run: () => remove.mutateAsync(id) },
    });
  const confirmMember = (email: string) =>
    confirm({
      title: "Make a member",
      body: `The budget will belong to ${email} as much as to you: they can change, share, export and leave it. Purchases from today on are shared with them.`,
      action: {
        label: "Make a member",
        pendingLabel: "Saving...",
        variant: "primary",
        run: () => share.mutateAsync({ email, permissionType: "member" }),
      },
    });
  if (!isThere) return null;
  return (
    <Card title="Budget Sharing" description="Let someone view your budget, or manage it with you.">
      <div className="stack">
        <ShareForm ledgerId={ledgerId} />
        <section className="shares" aria-labelledby="current-shares">
          <h3 id="current-shares">Current shares</h3>
          <QueryResult queries={{ shares }} failed="Failed to fetch shared users" pending="Loading...">
            {({ shares: list }) =>
              list.length === 0 ? (
                <p className="muted">No budget shares</p>
              ) : (
                <>
                  <ul>
                    {list.map((one) => (
                      <SharedUser
                        key={one.id}
                        share={one}
                        onRaise={confirmMember}
                        onRemove={confirmRemoval}
                      />
                    ))}
                  </ul>
                  {list.some(({ status, waitsForSender }) => status === "invited" && !waitsForSender) && (
                    <LocalMail what="the invitation" />
                  )}
                </>
              )
            }
          </QueryResult>
        </section>
      </div>
    </Card>
  );
}

type SharedProps = { share: Share; onRaise: (email: string) => void; onRemove: (id: Share["id"]) => void };

function SharedUser({ share, onRaise, onRemove }: SharedProps) {
  const nameId = useId();
  const { emailVerified } = useUser();
  const { id, permissionType, note, status, waitsForSender, sharedWithUser } = share;
  const { name, letters } = displayName(share);
  return (
    <li className="share">
      <Avatar initials={letters} />
      <div className="share-who">
        <p className="share-name" id={nameId}>
          {name}
        </p>
        <p className="muted">
          {PERMISSION_LABELS[permissionType]} {status === "invited" && <Badge tone="info">Invited</Badge>}
        </p>
        {waitsForSender && (
          <p className="muted">
            {emailVerified
              ? "Not mailed yet: the sender's own email address is not verified."
              : "Not mailed yet: verify your own email address first."}
          </p>
        )}
        {note && <p className="muted">“{note}”</p>}
      </div>
      {permissionType !== "member" && sharedWithUser && (
        <Button
          variant="quiet"
          size="small"
          aria-describedby={nameId}
          onClick={() => onRaise(sharedWithUser.email)}
        >
          Make a member
        </Button>
      )}
      <Button size="small" aria-describedby={nameId} onClick={() => onRemove(id)}>
        Remove
      </Button>
    </li>
  );
}

export function displayName({ sharedWithUser }: Share) {
  if (!sharedWithUser) return { name: "Unknown user", letters: "?" };
  const { email, firstName, lastName } = sharedWithUser;
  if (!firstName || !lastName) return { name: email, letters: email.charAt(0).toUpperCase() };
  return { name: fullName({ firstName, lastName }), letters: initials({ firstName, lastName }) };
}
