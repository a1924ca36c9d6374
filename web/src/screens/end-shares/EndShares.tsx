import { getRouteApi } from "@tanstack/react-router";
import { useEndShares } from "../../api/mailed-links.ts";
import { PublicEnd } from "../../public/MailedLink.tsx";
import { PublicPage } from "../../public/PublicPage.tsx";
import { Button } from "../../ui/base/Button.tsx";

const route = getRouteApi("/end-shares/$token");

/** Opening the page ends nothing: mail scanners open links too. */
export function EndShares() {
  const { token } = route.useParams();
  const end = useEndShares();
  if (end.isSuccess)
    return (
      <PublicEnd
        title="Your shares are ended"
        description="Nobody else can open your budget any more. Your account is still going to be deleted; sign in to keep it."
        to="/auth"
        label="Go to sign in"
      />
    );
  return (
    <PublicPage
      title="End all your shares?"
      description="Whoever can open your budget cannot any more, and you can no longer open theirs. This does not wait until your account is deleted."
    >
      <Button
        fullWidth
        variant="destructive"
        pending={end.isPending}
        pendingLabel="Ending them..."
        onClick={() => end.mutate(token)}
      >
        End all shares
      </Button>
    </PublicPage>
  );
}
