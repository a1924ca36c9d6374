import { forgotPasswordBody, registration } from "@coffer/contract/session";
import { call } from "../../api/call.ts";
import { useApiMutation } from "../../api/use-api-mutation.ts";
import { useSchemaForm } from "../../forms/base/use-schema-form.ts";
import { LocalMail } from "../../links/LocalMail.tsx";
import { Banner } from "../../ui/base/Banner.tsx";
import { Button } from "../../ui/base/Button.tsx";
import { FormError } from "../../ui/base/Field.tsx";
import { TextField } from "../../ui/base/TextField.tsx";

export function ForgotPassword({ onLogin }: { onLogin: () => void }) {
  const forgot = useForgotPassword();
  const form = useSchemaForm(forgotPasswordBody, {
    defaultValues: { email: "" },
    save: forgot.mutateAsync,
    mode: "onChange",
  });
  const backToLogin = (
    <Button variant="quiet" fullWidth icon="chevron-left" onClick={onLogin}>
      Back to Login
    </Button>
  );
  if (forgot.isSuccess) {
    return (
      <div className="fields">
        <Banner tone="on-track">
          If your email is registered in our system, you will receive instructions to reset your password
          shortly. <LocalMail />
        </Banner>
        <p className="muted">After several requests, at most one link an hour is mailed.</p>
        {backToLogin}
      </div>
    );
  }
  return (
    <form className="fields" noValidate onSubmit={form.submit}>
      <TextField label="Email" type="email" autoComplete="email" required {...form.field("email")} />
      <FormError>{form.submission.error}</FormError>
      <Button type="submit" fullWidth pending={forgot.isPending} pendingLabel="Sending...">
        Send Reset Link
      </Button>
      {backToLogin}
    </form>
  );
}

function useForgotPassword() {
  return useApiMutation({
    run: (body: { email: string }) => call(registration.forgotPassword, { body }),
    successToast: {
      title: "Password reset email sent",
      description:
        "If your email is registered in our system, you will receive instructions to reset your password shortly.",
    },
    failureToast: { title: "Error", description: "An error occurred while processing your request" },
  });
}
