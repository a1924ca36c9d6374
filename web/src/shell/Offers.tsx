import { inlineLabel } from "@coffer/domain/share/sharing";
import { useQuery } from "@tanstack/react-query";
import { sharedWithMe } from "../api/sharing.ts";
import { RouterButton } from "../links/router-links.tsx";
import { Banner } from "../ui/base/Banner.tsx";

/** Shared budgets that the user has not opened yet. */
export function Offers() {
  const { data: shared = [] } = useQuery(sharedWithMe);
  return shared
    .filter(({ opened }) => !opened)
    .map(({ ownerId, firstName, name, permissionType }) => (
      <Banner
        key={ownerId}
        action={
          <RouterButton
            to="."
            search={({ month }) => ({ month, budget: ownerId })}
            // Preloading would accept the share.
            preload={false}
            size="small"
          >
            {`Open ${name}`}
          </RouterButton>
        }
      >
        {`${firstName} shared a budget with you · ${inlineLabel(permissionType)}`}
      </Banner>
    ));
}
