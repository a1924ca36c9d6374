import { useQuery } from "@tanstack/react-query";
import { useParams } from "@tanstack/react-router";
import type { ComponentProps } from "react";
import {
  emailChange,
  emailToVerify,
  useDisownEmail,
  useEndShares,
  useTakeBackEmail,
  useUnsubscribe,
  useVerifyEmail,
} from "../../api/mailed-links.ts";
import { useResendVerification } from "../../api/session.ts";
import { RouterButton } from "../../links/router-links.tsx";
import { MailedLink, PublicEnd } from "../../public/MailedLink.tsx";
import { PublicPage } from "../../public/PublicPage.tsx";
import { useAuth } from "../../session/use-auth.ts";
import { Button } from "../../ui/base/Button.tsx";

const OPEN = { to: "/", label: "Open Coffer" } as const;
const VERIFIED = { title: "Email verified", ...OPEN };
const SIGN_IN = { to: "/auth", label: "Go to sign in" } as const;

type ActionProps<Input> = ComponentProps<typeof Button> & {
  mutation: { isPending: boolean; mutate: (input: Input) => void };
  input: Input;
};

/** The pages act only on a press, because mail scanners open links too. */
function Action<Input>({ mutation, input, ...button }: ActionProps<Input>) {
  return <Button fullWidth pending={mutation.isPending} onClick={() => mutation.mutate(input)} {...button} />;
}

export function Unsubscribe() {
  const { token } = useParams({ from: "/unsubscribe/$token" });
  const unsubscribe = useUnsubscribe();
  if (unsubscribe.isSuccess)
    return (
      <PublicPage
        title="You are unsubscribed"
        description="No more daily summaries, notifications or announcements will reach you by email."
      >
        <p className="muted">You can turn the daily summary on again in Settings.</p>
        <RouterButton to={OPEN.to} variant="secondary" fullWidth>
          {OPEN.label}
        </RouterButton>
      </PublicPage>
    );
  return (
    <PublicPage
      title="Unsubscribe"
      description="Stop the daily summary, notifications and announcements by email from Coffer?"
    >
      <Action mutation={unsubscribe} input={token} pendingLabel="Unsubscribing...">
        Unsubscribe
      </Action>
    </PublicPage>
  );
}

export function EndShares() {
  const { token } = useParams({ from: "/end-shares/$token" });
  const end = useEndShares();
  if (end.isSuccess)
    return (
      <PublicEnd
        title="Your shares are ended"
        description="Only members can open your budget now. Your account is still going to be deleted; sign in to keep it."
        {...SIGN_IN}
      />
    );
  return (
    <PublicPage
      title="End all your shares?"
      description="Your guests can no longer open your budget, and you can no longer open other people's. A budget with other members stays as it is. This does not wait until your account is deleted."
    >
      <Action mutation={end} input={token} variant="destructive" pendingLabel="Ending them...">
        End all shares
      </Action>
    </PublicPage>
  );
}

export function EmailChange() {
  const { token } = useParams({ from: "/email-change/$token" });
  const query = useQuery(emailChange(token));
  const takeBack = useTakeBackEmail();
  if (takeBack.isSuccess)
    return (
      <PublicEnd
        title="The change is undone"
        description="Every device has been logged out. We have mailed you a link to choose a new password."
        {...SIGN_IN}
      >
        <p className="muted">After signing in, check in Settings with whom your budget is shared.</p>
      </PublicEnd>
    );
  return (
    <MailedLink title="Your email address" query={query}>
      {({ valid, email, newEmail }) =>
        valid ? (
          <PublicPage
            title="Undo the change?"
            description={`Your account was moved from ${email} to ${newEmail}.`}
          >
            <p className="muted">
              If this was not you, undo it: the account returns to {email}, every device is logged out, and we
              mail you a link to choose a new password.
            </p>
            <Action mutation={takeBack} input={token} variant="destructive" pendingLabel="Undoing...">
              This was not me: undo it
            </Action>
            <RouterButton to="/" variant="quiet" fullWidth>
              It was me
            </RouterButton>
          </PublicPage>
        ) : (
          <PublicEnd
            title="This link is no longer valid"
            description="It was used already, or it has expired."
            {...SIGN_IN}
          />
        )
      }
    </MailedLink>
  );
}

/** Asks whose account it is, because somebody else may have registered the address. */
export function VerifyEmail() {
  const { token } = useParams({ from: "/verify-email/$token" });
  const query = useQuery(emailToVerify(token));
  const { user, isLoading } = useAuth();
  const verify = useVerifyEmail();
  const disown = useDisownEmail();
  const disabled = verify.isPending || disown.isPending;
  if (verify.isSuccess)
    return <PublicEnd {...VERIFIED} description="Thank you: your email address is verified." />;
  if (disown.isSuccess)
    return <PublicPage title="Thank you" description="Nobody has an account with your address." />;
  return (
    <MailedLink title="Verify your email" query={query} isLoading={isLoading}>
      {({ verified, valid, name, email }) => {
        if (verified)
          return <PublicEnd {...VERIFIED} description="Your email address is verified already." />;
        if (!valid) return <ExpiredVerification />;
        const isOwn = user?.email === email;
        return (
          <PublicPage
            title="Is this your account?"
            description={`${name} has an account with the address ${email}.`}
          >
            {!isOwn && (
              <p className="muted">
                {user
                  ? `You are signed in as ${user.email}, which is another account.`
                  : "You are not signed in."}{" "}
                Verify the address only if this account is yours.
              </p>
            )}
            <Action mutation={verify} input={token} disabled={disabled} pendingLabel="Verifying...">
              Verify this address
            </Action>
            {!isOwn && (
              <Action
                mutation={disown}
                input={token}
                variant="quiet"
                disabled={disabled}
                pendingLabel="Removing..."
              >
                This was not me
              </Action>
            )}
          </PublicPage>
        );
      }}
    </MailedLink>
  );
}

function ExpiredVerification() {
  const { user } = useAuth();
  const resend = useResendVerification();
  return (
    <PublicPage title="This link has expired" description="This verification link has expired or is invalid.">
      {user?.emailVerified === false ? (
        <Action mutation={resend} input={undefined} pendingLabel="Sending...">
          Get another link
        </Action>
      ) : (
        <RouterButton to={OPEN.to} fullWidth>
          {user ? OPEN.label : "Sign in to get another link"}
        </RouterButton>
      )}
    </PublicPage>
  );
}
