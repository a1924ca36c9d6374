import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { messageOf } from "../../api/api-error.ts";
import { verification } from "../../api/mailed-links.ts";
import { RouterButton } from "../../shell/links.tsx";
import { PublicPage } from "../../shell/public/PublicPage.tsx";
import { Spinner } from "../../ui/base/Spinner.tsx";

const route = getRouteApi("/verify-email/$token");

export function VerifyEmail() {
  const { token } = route.useParams();
  const { isPending, error } = useQuery(verification(token));
  if (isPending) {
    return (
      <PublicPage title="Verify your email" description="Verifying your email address...">
        <Spinner label="Verifying your email address..." />
      </PublicPage>
    );
  }
  if (error) {
    return (
      <PublicPage
        title="This link does not work"
        description={messageOf(error, "Please check your connection and open the link again.")}
      >
        <p className="muted">Sign in to have a new one sent to you.</p>
        <RouterButton to="/" fullWidth>
          Open Coffer
        </RouterButton>
      </PublicPage>
    );
  }
  return (
    <PublicPage title="Email verified" description="Thank you: your email address is verified.">
      <RouterButton to="/" fullWidth>
        Open Coffer
      </RouterButton>
    </PublicPage>
  );
}
