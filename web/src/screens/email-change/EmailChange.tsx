import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { messageOf } from "../../api/api-error.ts";
import { emailChange, useTakeBackEmail } from "../../api/mailed-links.ts";
import { CHECK_CONNECTION } from "../../api/use-api-mutation.ts";
import { RouterButton } from "../../shell/links.tsx";
import { PublicPage } from "../../shell/public/PublicPage.tsx";
import { Button } from "../../ui/base/Button.tsx";
import { Spinner } from "../../ui/base/Spinner.tsx";

const route = getRouteApi("/email-change/$token");

/** Opening the page takes nothing back: mail scanners open links too. */
export function EmailChange() {
  const { token } = route.useParams();
  const { data, error, refetch } = useQuery(emailChange(token));
  const takeBack = useTakeBackEmail();
  if (takeBack.isSuccess) {
    return (
      <PublicPage
        title="The change is taken back"
        description="Every device has been signed out. We have mailed you a link to choose a new password."
      >
        <p className="muted">Once you are in, look at whom your budget is shared with in Settings.</p>
        <RouterButton to="/auth" fullWidth>
          Go to sign in
        </RouterButton>
      </PublicPage>
    );
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
  if (!data) {
    return (
      <PublicPage title="Your email address">
        <Spinner />
      </PublicPage>
    );
  }
  if (!data.valid) {
    return (
      <PublicPage
        title="This link is no longer valid"
        description="It was used already, or it is more than seven days old."
      >
        <RouterButton to="/auth" fullWidth>
          Go to sign in
        </RouterButton>
      </PublicPage>
    );
  }
  return (
    <PublicPage
      title="Take the change back?"
      description={`Your account was moved from ${data.email} to ${data.newEmail}.`}
    >
      <p className="muted">
        If this was not you, take it back: the account returns to {data.email}, every device is signed out,
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
  );
}
