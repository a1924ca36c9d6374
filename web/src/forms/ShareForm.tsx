import { shareBody } from "@coffer/contract/sharing";
import { PERMISSION_LABELS } from "@coffer/domain/share/sharing";
import { useState } from "react";
import { issuesOf, refusalOf } from "../api/api-error.ts";
import type { LedgerId } from "../api/call.ts";
import { useShareBudget } from "../api/sharing.ts";
import { useUser } from "../selection/selection.ts";
import { Button } from "../ui/base/Button.tsx";
import { FormError } from "../ui/base/Field.tsx";
import { TextField } from "../ui/base/TextField.tsx";
import { usePlainForm } from "../ui/base/use-plain-form.ts";
import { RadioGroup } from "../ui/fields/RadioGroup.tsx";

const GUESTS = [
  { value: "view_only", label: PERMISSION_LABELS.view_only, hint: "Can view but not change" },
  { value: "full_access", label: PERMISSION_LABELS.full_access, hint: "Can view and change" },
];
const MEMBER = {
  value: "member",
  label: PERMISSION_LABELS.member,
  hint: "An equal: the budget is theirs as well",
};

type Props = { ledgerId?: LedgerId; memberFirst?: boolean };

export function ShareForm({ ledgerId, memberFirst = false }: Props) {
  const { emailVerified } = useUser();
  const share = useShareBudget(ledgerId);
  const [permission, setPermission] = useState("view_only");
  const { errors, form, refuse } = usePlainForm(shareBody, ({ email, permissionType }, element) =>
    share.mutate(
      { email, permissionType },
      {
        onSuccess() {
          element.reset();
          setPermission("view_only");
        },
        onError: (error) => refuse(issuesOf(error), element),
      },
    ),
  );
  return (
    <form className="fields" {...form}>
      <TextField label="Email" type="email" name="email" required autoComplete="off" error={errors.email} />
      <RadioGroup
        label="Permission"
        name="permissionType"
        options={memberFirst ? [MEMBER, ...GUESTS] : [...GUESTS, MEMBER]}
        value={permission}
        onChoose={setPermission}
      />
      {!emailVerified && (
        <p className="muted">Your invitations are mailed once you have verified your own email address.</p>
      )}
      <FormError>{issuesOf(share.error).email ? undefined : refusalOf(share.error)}</FormError>
      <Button type="submit" icon="share" pending={share.isPending} pendingLabel="Sharing...">
        Share
      </Button>
    </form>
  );
}
