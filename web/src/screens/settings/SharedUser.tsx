import type { shareReply } from "@coffer/contract/sharing";
import { PERMISSION_LABELS } from "@coffer/domain/sharing";
import { fullName, initials } from "@coffer/domain/user";
import { useId } from "react";
import type { InferOutput } from "valibot";
import { Button } from "../../ui/base/Button.tsx";
import { Avatar } from "../../ui/display/Avatar.tsx";
import { Badge } from "../../ui/display/Badge.tsx";

type Share = InferOutput<typeof shareReply>;

export function SharedUser({ share, onRemove }: { share: Share; onRemove: () => void }) {
  const id = useId();
  const { permissionType, note, status } = share;
  const { name, letters } = displayName(share);
  return (
    <li className="share">
      <Avatar initials={letters} />
      <div className="share-who">
        <p className="share-name" id={id}>
          {name}
        </p>
        <p className="muted">
          {PERMISSION_LABELS[permissionType]} {status === "invited" && <Badge tone="info">Invited</Badge>}
        </p>
        {note && <p className="muted">“{note}”</p>}
      </div>
      <Button variant="secondary" size="small" aria-describedby={id} onClick={onRemove}>
        Remove
      </Button>
    </li>
  );
}

/** "Unknown user" for a deleted account. */
function displayName({ sharedWithUser }: Share) {
  if (!sharedWithUser) return { name: "Unknown user", letters: "?" };
  const { email, firstName, lastName } = sharedWithUser;
  if (!firstName || !lastName) return { name: email, letters: email.charAt(0).toUpperCase() };
  const person = { firstName, lastName };
  return { name: fullName(person), letters: initials(person) };
}
