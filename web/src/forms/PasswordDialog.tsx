import { useChangePassword } from "../api/account.ts";
import { PasswordField } from "../ui/base/PasswordField.tsx";
import { FormDialog } from "../ui/overlays/FormDialog.tsx";
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
    <FormDialog
      title="Change Password"
      size="small"
      onClose={onClose}
      onSubmit={form.submit}
      submit="Change password"
      pending={change.isPending}
    >
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
    </FormDialog>
  );
}
