import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { emailToVerify, useDisownEmail, useVerifyEmail } from "../../api/mailed-links.ts";
import { useResendVerification } from "../../api/session.ts";
import { RouterButton } from "../../links/router-links.tsx";
import { MailedLink, PublicEnd } from "../../public/MailedLink.tsx";
import { PublicPage } from "../../public/PublicPage.tsx";
import { useAuth } from "../../session/auth-context.tsx";
import { Button } from "../../ui/base/Button.tsx";

const route = getRouteApi("/verify-email/$token");
const OPEN = { to: "/", label: "Open Coffer" } as const;
const VERIFIED = { title: "Email verified", ...OPEN };

/** Opening the page proves nothing: the link may have come to somebody whose address another has registered. */
export function VerifyEmail() {
  const { token } = route.useParams();
  const query = useQuery(emailToVerify(token));
  const { user, isLoading } = useAuth();
  const verify = useVerifyEmail();
  const disown = useDisownEmail();
  const resend = useResendVerification();
  const pending = verify.isPending || disown.isPending;
  if (verify.isSuccess) {
    return <PublicEnd {...VERIFIED} description="Thank you: your email address is verified." />;
  }
  if (disown.isSuccess) {
    return <PublicPage title="Thank you" description="Nobody has an account with your address." />;
  }
  return (
    <MailedLink title="Verify your email" query={query} isLoading={isLoading}>
      {({ verified, valid, name, email }) => {
        if (verified) {
          return <PublicEnd {...VERIFIED} description="Your email address is verified already." />;
        }
        if (!valid) {
          return (
            <PublicPage
              title="This link has expired"
              description="This verification link has expired or is invalid."
            >
              {user?.emailVerified === false ? (
                <Button
                  fullWidth
                  pending={resend.isPending}
                  pendingLabel="Sending..."
                  onClick={() => resend.mutate(undefined)}
                >
                  Get another link
                </Button>
              ) : (
                <RouterButton to={OPEN.to} fullWidth>
                  {user ? OPEN.label : "Sign in to get another link"}
                </RouterButton>
              )}
            </PublicPage>
          );
        }
        const isOwn = user?.email === email;
        const question = `${name} has an account with the address ${email}.`;
        return (
          <PublicPage title="Is this your account?" description={question}>
            {!isOwn && (
              <p className="muted">
                {user
                  ? `You are signed in as ${user.email}, which is another account.`
                  : "You are not signed in."}{" "}
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
      }}
    </MailedLink>
  );
}
