import { sharing } from "@coffer/contract/sharing";
import type { Id } from "@coffer/domain/id";
import type { Permission } from "@coffer/domain/share/sharing";
import { queryOptions } from "@tanstack/react-query";
import { removeFromCache, upsertInCache } from "./cached-list.ts";
import { call } from "./call.ts";
import { SHARED_USERS } from "./query-key.ts";
import { useApiMutation } from "./use-api-mutation.ts";

/** The shares of one's own budget, whichever budget is open. */
export const sharedUsers = queryOptions({
  queryKey: SHARED_USERS,
  queryFn: ({ signal }) => call(sharing.list, { signal }),
  meta: { failure: "Failed to fetch shared users" },
});

/** Sharing with the same address again changes its permission. */
export function useShareBudget() {
  return useApiMutation({
    run: ({ email, permissionType }: { email: string; permissionType: Permission }) => {
      const note = "Shared from the settings page";
      return call(sharing.share, { body: { email, permissionType, note, isHousehold: false } });
    },
    updateCache(client, share) {
      upsertInCache(client, sharedUsers.queryKey, share);
      void client.invalidateQueries({ queryKey: sharedUsers.queryKey });
    },
    successToast: (_, { email }) => ({
      title: "Budget shared successfully",
      description: `Budget shared with ${email}.`,
    }),
    failureToast: { title: "Failed to share budget", description: "Failed to share budget" },
  });
}

export function useRemoveShare() {
  return useApiMutation({
    run: (id: Id) => call(sharing.remove, { params: { id } }),
    updateCache(client, _, removed) {
      removeFromCache(client, sharedUsers.queryKey, removed);
      void client.invalidateQueries({ queryKey: sharedUsers.queryKey });
    },
    successToast: () => ({
      title: "Share removed",
      description: "Budget share has been removed successfully.",
    }),
    failureToast: { title: "Error", description: "Failed to remove share" },
  });
}
