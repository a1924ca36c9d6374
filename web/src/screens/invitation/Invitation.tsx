import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { invitation } from "../../api/shared-with-me.ts";
import { useAuth } from "../../shell/auth-context.tsx";
import { MailedLink, PublicEnd } from "../../shell/MailedLink.tsx";
import { Accept } from "./Accept.tsx";

const route = getRouteApi("/invitation/$token");

export function Invitation() {
  const { token } = route.useParams();
  const query = useQuery(invitation(token));
  const { user, isLoading } = useAuth();
  return (
    <MailedLink
      title="Invitation"
      query={query}
      isLoading={isLoading}
      failed="This invitation could not be opened"
    >
      {({ valid, permissionType, ownerName }) =>
        valid && permissionType ? (
          <Accept
            token={token}
            owner={ownerName ?? "Somebody"}
            permission={permissionType}
            signedInAs={user?.email}
          />
        ) : (
          <PublicEnd
            title="This invitation is no longer valid"
            description="It was used already, or it has expired. Ask for a new one."
            to="/"
            label="Open Coffer"
          />
        )
      }
    </MailedLink>
  );
}
