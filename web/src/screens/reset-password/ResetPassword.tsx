import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { resetLink } from "../../api/mailed-links.ts";
import { PublicEnd } from "../../shell/MailedLink.tsx";
import { PublicPage } from "../../shell/public/PublicPage.tsx";
import { Button } from "../../ui/base/Button.tsx";
import { Spinner } from "../../ui/base/Spinner.tsx";
import { NewPassword } from "./NewPassword.tsx";

const route = getRouteApi("/reset-password/{-$token}");

export function ResetPassword() {
  const { token } = route.useParams();
  return token ? <WithLink token={token} /> : <Invalid />;
}

function WithLink({ token }: { token: string }) {
  const { data: valid, isPending, isFetching, isError, refetch } = useQuery(resetLink(token));
  if (isError) {
    return (
      <PublicPage
        title="Reset Password"
        description="Your reset link could not be checked. Please check your connection."
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
    <Invalid>This password reset link has expired or is invalid.</Invalid>
  );
}

function Invalid({ children }: { children?: string }) {
  return <PublicEnd title="Invalid Reset Link" description={children} to="/auth" label="Back to Login" />;
}
