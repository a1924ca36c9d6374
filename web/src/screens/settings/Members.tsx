import { fullName, initials } from "@coffer/domain/account/user";
import { LEDGER_NAME_MAX, type Participant } from "@coffer/domain/share/sharing";
import { useQuery } from "@tanstack/react-query";
import { useNavigate } from "@tanstack/react-router";
import type { SyntheticEvent } from "react";
import { ledger as readLedger, useRemoveMember, useRenameLedger } from "../../api/people.ts";
import { QueryResult } from "../../loading/QueryResult.tsx";
import { useOpenLedger, useUser } from "../../selection/selection.ts";
import { Button } from "../../ui/base/Button.tsx";
import { TextField } from "../../ui/base/TextField.tsx";
import { Avatar } from "../../ui/display/Avatar.tsx";
import { Card } from "../../ui/display/Card.tsx";
import { useConfirm } from "../../ui/overlays/confirm.ts";
import { toast } from "../../ui/overlays/toast.ts";

export function Members() {
  const { ledgerId, can } = useOpenLedger();
  const user = useUser();
  const ledger = useQuery(readLedger(ledgerId));
  const navigate = useNavigate();
  const confirm = useConfirm();
  const remove = useRemoveMember(ledgerId);
  const confirmRemoval = ({ id, firstName }: Participant, name: string) => {
    const isSelf = id === user.id;
    confirm({
      title: isSelf ? "Leave budget" : "Remove member",
      body: isSelf
        ? `“${name}” stays with its other members, and what you owe or are owed stays in its balance. You no longer see it, unless they invite you again.`
        : `${firstName} will no longer see “${name}”. What they entered stays.`,
      action: {
        label: isSelf ? "Leave" : "Remove",
        pendingLabel: isSelf ? "Leaving..." : "Removing...",
        async run() {
          await remove.mutateAsync(id);
          // The budget no longer exists for this person: the page reloads in another one.
          if (isSelf) await navigate({ href: "/", reloadDocument: true });
        },
      },
    });
  };
  return (
    <Card title="Members" description="A budget belongs to all its members equally, whoever started it.">
      <QueryResult queries={{ ledger }} failed="Failed to load the members">
        {({ ledger: { name, members: all } }) => {
          const members = all.filter(({ role }) => role === "member");
          return (
            <div className="stack">
              {can("owner") && <NameForm key={name} name={name} />}
              <ul className="shares" aria-label="Members">
                {members.map((member) => (
                  <li key={member.id} className="share">
                    <Avatar initials={initials(member)} />
                    <div className="share-who">
                      <p className="share-name" id={`member-${member.id}`}>
                        {fullName(member)}
                        {member.id === user.id && " (you)"}
                      </p>
                    </div>
                    {can("owner") && members.length > 1 && (
                      <Button
                        size="small"
                        aria-describedby={`member-${member.id}`}
                        onClick={() => confirmRemoval(member, name)}
                      >
                        {member.id === user.id ? "Leave" : "Remove"}
                      </Button>
                    )}
                  </li>
                ))}
              </ul>
              <p className="muted">
                {members.length > 1
                  ? "To hand the budget over, leave it: it stays with the other members."
                  : "To hand the budget over, make somebody a member above, then leave it."}
              </p>
            </div>
          );
        }}
      </QueryResult>
    </Card>
  );
}

/** Saved when the field is left, or with Enter. */
function NameForm({ name }: { name: string }) {
  const rename = useRenameLedger(useOpenLedger().ledgerId);
  const save = (event: SyntheticEvent<HTMLFormElement | HTMLInputElement>) => {
    event.preventDefault();
    const field = event.currentTarget.querySelector("input") ?? event.currentTarget;
    const typed = "value" in field ? String(field.value).trim() : name;
    if (typed !== "" && typed !== name && !rename.isPending)
      rename.mutate(typed, {
        onSuccess: (saved) =>
          toast({ title: "Budget named", description: `It is called “${saved.name}” now.` }),
      });
  };
  return (
    <form onSubmit={save}>
      <TextField label="Name of the budget" defaultValue={name} maxLength={LEDGER_NAME_MAX} onBlur={save} />
    </form>
  );
}
