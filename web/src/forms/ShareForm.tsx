import { shareBody } from "@coffer/contract/sharing";
import { PERMISSION_LABELS } from "@coffer/domain/sharing";
import { useShareBudget } from "../api/shared-users.ts";
import { useUser } from "../shell/auth-context.tsx";
import { Button } from "../ui/base/Button.tsx";
import { TextField } from "../ui/base/TextField.tsx";
import { RadioGroup } from "../ui/fields/RadioGroup.tsx";
import { useSchemaForm } from "./base/use-schema-form.ts";

const OFFERED = [
  { value: "view_only", label: PERMISSION_LABELS.view_only, hint: "Can view but not change" },
  { value: "full_access", label: PERMISSION_LABELS.full_access, hint: "Can view and change" },
];

export function ShareForm() {
  const { emailVerified } = useUser();
  const share = useShareBudget();
  const form = useSchemaForm(shareBody, {
    defaultValues: { email: "", permissionType: "view_only" },
    async save({ email, permissionType }) {
      await share.mutateAsync({ email, permissionType });
      form.reset();
    },
  });
  return (
    <form className="fields" noValidate onSubmit={form.submit}>
      <TextField label="Email" type="email" required autoComplete="off" {...form.field("email")} />
      <RadioGroup label="Permission" options={OFFERED} {...form.field("permissionType")} />
      {!emailVerified && (
        <p className="muted">Your invitations are mailed once you have verified your own email address.</p>
      )}
      <div>
        <Button type="submit" icon="share" pending={share.isPending} pendingLabel="Sharing...">
          Share
        </Button>
      </div>
    </form>
  );
}
