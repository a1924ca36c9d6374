import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { messageOf } from "../../api/api-error.ts";
import { invitation } from "../../api/shared-with-me.ts";
import { CHECK_CONNECTION } from "../../api/use-api-mutation.ts";
import { useAuth } from "../../shell/auth-context.tsx";
import { RouterButton } from "../../shell/links.tsx";
import { PublicPage } from "../../shell/public/PublicPage.tsx";
import { Button } from "../../ui/base/Button.tsx";
import { Spinner } from "../../ui/base/Spinner.tsx";
import { Accept } from "./Accept.tsx";

const route = getRouteApi("/invitation/$token");

export function Invitation() {
  const { token } = route.useParams();
  const { data, error, refetch } = useQuery(invitation(token));
  const { user, isLoading } = useAuth();
  if (error) {
    return (
      <PublicPage
        title="This invitation could not be opened"
        description={messageOf(error, CHECK_CONNECTION)}
      >
        <Button fullWidth onClick={() => refetch()}>
          Try again
        </Button>
      </PublicPage>
    );
  }
  if (!data || isLoading) {
    return (
      <PublicPage title="Invitation">
        <Spinner />
      </PublicPage>
    );
  }
  if (!data.valid || !data.permissionType) {
    return (
      <PublicPage
        title="This invitation is no longer valid"
        description="It was used already, or it has expired. Ask for a new one."
      >
        <RouterButton to="/" fullWidth>
          Open Coffer
        </RouterButton>
      </PublicPage>
    );
  }
  return (
    <Accept
      token={token}
      owner={data.ownerName ?? "Somebody"}
      permission={data.permissionType}
      signedInAs={user?.email}
    />
  );
}
