import { reauthenticateBody } from "@coffer/contract/user";
import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import { ApiError, CHECK_CONNECTION, messageOf } from "../api/api-error.ts";
import { givePasskey, givePassword, OtherUser, passwordQuestion } from "../api/recent-password.ts";
import { leavePage } from "../api/resume-session.ts";
import { passkeyPlace } from "../api/session.ts";
import { shownUser } from "../api/wire.ts";
import { Button } from "../ui/base/Button.tsx";
import { PasswordField } from "../ui/base/PasswordField.tsx";
import { TextField } from "../ui/base/TextField.tsx";
import { FormDialog } from "../ui/overlays/FormDialog.tsx";
import { useSchemaForm } from "./base/use-schema-form.ts";

/** Asks for the password over the page: for changes that need a recent password, or after the session's end. */
export function ReauthenticateDialog() {
  const client = useQueryClient();
  const [isLeaving, setLeaving] = useState(false);
  const reason = passwordQuestion.use()?.reason ?? "change";
  const leave = () => leavePage(client);
  if (reason === "change") return <PasswordForm reason={reason} onClose={leave} />;
  if (!isLeaving) return <PasswordForm reason={reason} onClose={() => setLeaving(true)} />;
  return (
    <FormDialog
      title="Leave this page?"
      description={`What ${shownUser()?.email} typed here and did not save will be gone.`}
      size="small"
      covering
      onClose={() => setLeaving(false)}
      onSubmit={(event) => {
        event.preventDefault();
        leave();
      }}
      cancel="Stay"
      submit="Leave"
      variant="destructive"
    >
      {null}
    </FormDialog>
  );
}

const WORDS = {
  change: {
    title: "Please enter your password",
    description: () => "You signed in some time ago. This makes sure that it is you.",
    cancel: "Cancel",
  },
  ended: {
    title: "Sign in again",
    description: (email: string) =>
      `Your session has ended. Enter the password of ${email} to continue; what you typed is still there.`,
    cancel: "Somebody else",
  },
  "other-user": {
    title: "Sign in again",
    description: (email: string) =>
      `Somebody else signed in in this browser. Enter the password of ${email} to continue here; what you typed is still there.`,
    cancel: "Somebody else",
  },
};

type Props = { reason: keyof typeof WORDS; onClose: () => void };

function PasswordForm({ reason, onClose }: Props) {
  const [pending, setPending] = useState(false);
  /** Undefined until signing in asks for it. */
  const [code, setCode] = useState<string>();
  const [codeError, setCodeError] = useState<string>();
  const { title, description, cancel } = WORDS[reason];
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
      } else {
        const message =
          error instanceof OtherUser ? "That passkey belongs to somebody else." : messageOf(error, otherwise);
        form.setError("password", { message }, { shouldFocus: true });
      }
    } finally {
      setPending(false);
    }
  }
  return (
    <FormDialog
      title={title}
      description={description(shownUser()?.email ?? "")}
      size="small"
      discardable
      covering={reason !== "change"}
      {...form.submission}
      onClose={onClose}
      cancel={cancel}
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
      {passkeyPlace().here && (
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
