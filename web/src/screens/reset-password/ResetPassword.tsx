import { resetPasswordBody } from "@coffer/contract/user";
import { withRules } from "@coffer/domain/definition/kind";
import { fields } from "@coffer/domain/definition/values";
import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import { CHECK_CONNECTION, messageOf } from "../../api/api-error.ts";
import { resetLink, useResetPassword } from "../../api/mailed-links.ts";
import {
  confirmPassword,
  NewPasswordField,
  RepeatedPasswordField,
  repeats,
} from "../../forms/base/NewPasswordField.tsx";
import { useSchemaForm } from "../../forms/base/use-schema-form.ts";
import { RouterButton } from "../../links/router-links.tsx";
import { PublicEnd } from "../../public/MailedLink.tsx";
import { PublicPage } from "../../public/PublicPage.tsx";
import { Button } from "../../ui/base/Button.tsx";
import { FormError } from "../../ui/base/Field.tsx";
import { Spinner } from "../../ui/base/Loading.tsx";

const resetPasswordForm = withRules(
  fields({ password: resetPasswordBody.entries.password, confirmPassword }),
  [repeats("password")],
);

export function ResetPassword() {
  const { token } = useParams({ from: "/reset-password/{-$token}" });
  return token ? (
    <WithLink token={token} />
  ) : (
    <PublicEnd title="Invalid Reset Link" to="/auth" label="Back to Login" />
  );
}

function WithLink({ token }: { token: string }) {
  const { data: valid, error, isPending, isFetching, isError, refetch } = useQuery(resetLink(token));
  if (isError) {
    return (
      <PublicPage
        title="Reset Password"
        description={`Your reset link could not be checked. ${messageOf(error, CHECK_CONNECTION)}`}
      >
        <Button fullWidth pending={isFetching} pendingLabel="Trying again..." onClick={() => refetch()}>
          Try again
        </Button>
      </PublicPage>
    );
  }
  if (isPending) {
    return (
      <PublicPage title="Reset Password" description="Validating your reset link...">
        <Spinner label="Validating your reset link..." />
      </PublicPage>
    );
  }
  return valid ? (
    <NewPassword token={token} />
  ) : (
    <PublicPage
      title="This link has expired"
      description="This password reset link has expired or is invalid."
    >
      <RouterButton to="/auth" search={{ forgot: true }} fullWidth>
        Get another link
      </RouterButton>
      <RouterButton to="/auth" variant="quiet" fullWidth>
        Back to Login
      </RouterButton>
    </PublicPage>
  );
}

function NewPassword({ token }: { token: string }) {
  const reset = useResetPassword();
  const form = useSchemaForm(resetPasswordForm, {
    defaultValues: { password: "", confirmPassword: "" },
    save: ({ password }) => reset.mutateAsync({ token, password }),
    mode: "onChange",
  });
  if (reset.isSuccess) {
    return (
      <PublicEnd
        title="Reset Password"
        description="Your password has been reset successfully!"
        to="/auth"
        label="Go to Login"
      />
    );
  }
  return (
    <PublicPage title="Reset Password" description="Choose a new password of at least 6 characters.">
      <form className="fields" noValidate onSubmit={form.submit}>
        <NewPasswordField label="New Password" {...form.field("password")} />
        <RepeatedPasswordField label="Confirm New Password" {...form.field("confirmPassword")} />
        <FormError>{form.submission.error}</FormError>
        <Button type="submit" fullWidth pending={reset.isPending} pendingLabel="Resetting Password...">
          Reset Password
        </Button>
      </form>
    </PublicPage>
  );
}
