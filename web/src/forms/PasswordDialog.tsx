import { useChangePassword } from "../api/account.ts";
import { PasswordField } from "../ui/base/PasswordField.tsx";
import { Dialog } from "../ui/overlays/Dialog.tsx";
import { FormActions } from "../ui/overlays/FormActions.tsx";
import { NewPasswordField } from "./base/NewPasswordField.tsx";
import { useSchemaForm } from "./base/use-schema-form.ts";
import { changePasswordForm } from "./password-schema.ts";

export function PasswordDialog({ onClose }: { onClose: () => void }) {
  const change = useChangePassword();
  const form = useSchemaForm(changePasswordForm, {
    defaultValues: { currentPassword: "", newPassword: "", confirmPassword: "" },
    async save({ currentPassword, newPassword }) {
      await change.mutateAsync({ currentPassword, newPassword });
      onClose();
    },
  });
  return (
    <Dialog title="Change Password" size="small" onClose={onClose} busy={change.isPending}>
      <form className="fields" noValidate onSubmit={form.submit}>
        <PasswordField
          label="Current password"
          required
          autoComplete="current-password"
          {...form.field("currentPassword")}
        />
        <NewPasswordField label="New password" hint="At least 6 characters" {...form.field("newPassword")} />
        <PasswordField
          label="Confirm new password"
          required
          autoComplete="new-password"
          {...form.field("confirmPassword")}
        />
        <FormActions submit="Change password" pending={change.isPending} onCancel={onClose} />
      </form>
    </Dialog>
  );
}
