import { getRouteApi } from "@tanstack/react-router";
import { useUnsubscribe } from "../../api/mailed-links.ts";
import { RouterButton } from "../../links/router-links.tsx";
import { PublicPage } from "../../public/PublicPage.tsx";
import { Button } from "../../ui/base/Button.tsx";

const route = getRouteApi("/unsubscribe/$token");

/** Opening the page does not unsubscribe: mail scanners open links too. */
export function Unsubscribe() {
  const { token } = route.useParams();
  const unsubscribe = useUnsubscribe();
  if (unsubscribe.isSuccess) {
    return (
      <PublicPage
        title="You are unsubscribed"
        description="No more daily summaries, notifications or announcements will reach you by email."
      >
        <p className="muted">You can turn the daily summary on again in Settings.</p>
        <RouterButton to="/" variant="secondary" fullWidth>
          Open Coffer
        </RouterButton>
      </PublicPage>
    );
  }
  return (
    <PublicPage
      title="Unsubscribe"
      description="Stop the daily summary, notifications and announcements by email from Coffer?"
    >
      <Button
        fullWidth
        pending={unsubscribe.isPending}
        pendingLabel="Unsubscribing..."
        onClick={() => unsubscribe.mutate(token)}
      >
        Unsubscribe
      </Button>
    </PublicPage>
  );
}
