import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { emailChange, useTakeBackEmail } from "../../api/mailed-links.ts";
import { RouterButton } from "../../links/router-links.tsx";
import { MailedLink, PublicEnd } from "../../public/MailedLink.tsx";
import { PublicPage } from "../../public/PublicPage.tsx";
import { Button } from "../../ui/base/Button.tsx";

const route = getRouteApi("/email-change/$token");

/** Opening the page takes nothing back: mail scanners open links too. */
export function EmailChange() {
  const { token } = route.useParams();
  const query = useQuery(emailChange(token));
  const takeBack = useTakeBackEmail();
  if (takeBack.isSuccess) {
    return (
      <PublicEnd
        title="The change is taken back"
        description="Every device has been logged out. We have mailed you a link to choose a new password."
        to="/auth"
        label="Go to sign in"
      >
        <p className="muted">Once you are in, look at whom your budget is shared with in Settings.</p>
      </PublicEnd>
    );
  }
  return (
    <MailedLink title="Your email address" query={query}>
      {({ valid, email, newEmail }) =>
        valid ? (
          <PublicPage
            title="Take the change back?"
            description={`Your account was moved from ${email} to ${newEmail}.`}
          >
            <p className="muted">
              If this was not you, take it back: the account returns to {email}, every device is logged out,
              and we mail you a link to choose a new password.
            </p>
            <Button
              fullWidth
              variant="destructive"
              pending={takeBack.isPending}
              pendingLabel="Taking it back..."
              onClick={() => takeBack.mutate(token)}
            >
              This was not me: take it back
            </Button>
            <RouterButton to="/" variant="quiet" fullWidth>
              It was me
            </RouterButton>
          </PublicPage>
        ) : (
          <PublicEnd
            title="This link is no longer valid"
            description="It was used already, or it is more than seven days old."
            to="/auth"
            label="Go to sign in"
          />
        )
      }
    </MailedLink>
  );
}
