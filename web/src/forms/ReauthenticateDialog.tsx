import { reauthenticateBody } from "@coffer/contract/user";
import { useState } from "react";
import { ApiError, CHECK_CONNECTION, messageOf } from "../api/api-error.ts";
import { givePasskey, givePassword, passwordQuestion, refusePassword } from "../api/recent-password.ts";
import { shownUser } from "../api/wire.ts";
import { passkeyPlace } from "../session/passkey-place.ts";
import { Button } from "../ui/base/Button.tsx";
import { PasswordField } from "../ui/base/PasswordField.tsx";
import { TextField } from "../ui/base/TextField.tsx";
import { FormDialog } from "../ui/overlays/FormDialog.tsx";
import { useSchemaForm } from "./base/use-schema-form.ts";

/** Asks for the password before something that a session alone may not do. */
export function ReauthenticateDialog() {
  const [pending, setPending] = useState(false);
  const isSignIn = passwordQuestion.use()?.isSignIn ?? false;
  /** Undefined until signing in asks for it. */
  const [code, setCode] = useState<string>();
  const [codeError, setCodeError] = useState<string>();
  const form = useSchemaForm(reauthenticateBody, {
    defaultValues: { password: "" },
    save: ({ password }) => attempt(() => givePassword(password, code), CHECK_CONNECTION),
  });
  async function attempt(give: () => Promise<void>, otherwise: string) {
    setPending(true);
    try {
      await give();
    } catch (error) {
      if (error instanceof ApiError && error.body.code === "second-factor") {
        setCode("");
        setCodeError(code ? messageOf(error, otherwise) : undefined);
      } else form.setError("password", { message: messageOf(error, otherwise) }, { shouldFocus: true });
    } finally {
      setPending(false);
    }
  }
  return (
    <FormDialog
      title={isSignIn ? "Sign in again" : "Please enter your password"}
      description={
        isSignIn
          ? `Somebody else signed in in another tab. The password of ${shownUser()?.email} goes on here; what you typed is still there.`
          : "You signed in some time ago. This makes sure that it is you."
      }
      size="small"
      {...form.submission}
      onClose={refusePassword}
      submit="Continue"
      pending={pending}
    >
      <PasswordField label="Password" {...form.field("password")} />
      {code !== undefined && (
        <TextField
          label="Code"
          hint="From your authenticator app, or a recovery code"
          autoComplete="one-time-code"
          autoFocus
          value={code}
          onChange={(event) => setCode(event.target.value)}
          error={codeError}
        />
      )}
      {passkeyPlace().here && !isSignIn && (
        <Button
          size="small"
          onClick={() => attempt(givePasskey, "No passkey was used. Your password works as well.")}
        >
          Use a passkey
        </Button>
      )}
    </FormDialog>
  );
}
