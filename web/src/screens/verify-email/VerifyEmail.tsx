import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { messageOf } from "../../api/api-error.ts";
import { emailToVerify, useDisownEmail, useVerifyEmail } from "../../api/mailed-links.ts";
import { CHECK_CONNECTION } from "../../api/use-api-mutation.ts";
import { useAuth } from "../../shell/auth-context.tsx";
import { RouterButton } from "../../shell/links.tsx";
import { PublicPage } from "../../shell/public/PublicPage.tsx";
import { Button } from "../../ui/base/Button.tsx";
import { Spinner } from "../../ui/base/Spinner.tsx";

const route = getRouteApi("/verify-email/$token");

/** Opening the page proves nothing: the link may have come to somebody whose address another has registered. */
export function VerifyEmail() {
  const { token } = route.useParams();
  const { data, error, refetch } = useQuery(emailToVerify(token));
  const { user, isLoading } = useAuth();
  const verify = useVerifyEmail();
  const disown = useDisownEmail();
  if (verify.isSuccess) {
    return (
      <PublicPage title="Email verified" description="Thank you: your email address is verified.">
        <RouterButton to="/" fullWidth>
          Open Coffer
        </RouterButton>
      </PublicPage>
    );
  }
  if (disown.isSuccess) {
    return <PublicPage title="Thank you" description="Nobody has an account with your address." />;
  }
  if (error) {
    return (
      <PublicPage title="This link could not be opened" description={messageOf(error, CHECK_CONNECTION)}>
        <Button fullWidth onClick={() => refetch()}>
          Try again
        </Button>
      </PublicPage>
    );
  }
  if (!data || isLoading) {
    return (
      <PublicPage title="Verify your email">
        <Spinner />
      </PublicPage>
    );
  }
  if (data.verified) {
    return (
      <PublicPage title="Email verified" description="Your email address is verified already.">
        <RouterButton to="/" fullWidth>
          Open Coffer
        </RouterButton>
      </PublicPage>
    );
  }
  if (!data.valid) {
    return (
      <PublicPage
        title="This link does not work"
        description="This verification link has expired or is invalid."
      >
        <p className="muted">
          If you have used it before, your address is verified. Otherwise sign in to have a new one sent to
          you.
        </p>
        <RouterButton to="/" fullWidth>
          Open Coffer
        </RouterButton>
      </PublicPage>
    );
  }
  const isOwn = user?.email === data.email;
  const pending = verify.isPending || disown.isPending;
  return (
    <PublicPage
      title="Is this your account?"
      description={`${data.name} has an account with the address ${data.email}.`}
    >
      {!isOwn && (
        <p className="muted">
          {user ? `You are signed in as ${user.email}, which is another account.` : "You are not signed in."}{" "}
          Verify the address only if this account is yours.
        </p>
      )}
      <Button
        fullWidth
        disabled={pending}
        pending={verify.isPending}
        pendingLabel="Verifying..."
        onClick={() => verify.mutate(token)}
      >
        Verify this address
      </Button>
      {!isOwn && (
        <Button
          fullWidth
          variant="quiet"
          disabled={pending}
          pending={disown.isPending}
          pendingLabel="Removing..."
          onClick={() => disown.mutate(token)}
        >
          This was not me
        </Button>
      )}
    </PublicPage>
  );
}
