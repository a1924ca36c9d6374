import { reauthenticateBody } from "@coffer/contract/user";
import { useState } from "react";
import { messageOf } from "../api/api-error.ts";
import { givePassword, refusePassword } from "../api/recent-password.ts";
import { CHECK_CONNECTION } from "../api/use-api-mutation.ts";
import { PasswordField } from "../ui/base/PasswordField.tsx";
import { FormDialog } from "../ui/overlays/FormDialog.tsx";
import { useSchemaForm } from "./base/use-schema-form.ts";

/** Asks for the password before something that a session alone may not do. */
export function ReauthenticateDialog() {
  const [pending, setPending] = useState(false);
  const form = useSchemaForm(reauthenticateBody, {
    defaultValues: { password: "" },
    async save({ password }) {
      setPending(true);
      try {
        await givePassword(password);
      } catch (error) {
        form.setError("password", { message: messageOf(error, CHECK_CONNECTION) }, { shouldFocus: true });
      } finally {
        setPending(false);
      }
    },
  });
  return (
    <FormDialog
      title="Please enter your password"
      description="You signed in some time ago. This makes sure that it is you."
      size="small"
      onClose={refusePassword}
      onSubmit={form.submit}
      submit="Go on"
      pending={pending}
    >
      <PasswordField label="Password" required autoComplete="current-password" {...form.field("password")} />
    </FormDialog>
  );
}
