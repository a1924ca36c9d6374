import { admin } from "@coffer/contract/admin";
import type { Id } from "@coffer/domain/id";
import { queryOptions } from "@tanstack/react-query";
import { upsertInCache } from "./cached-list.ts";
import { call } from "./call.ts";
import { useApiMutation } from "./use-api-mutation.ts";

export const adminStats = queryOptions({
  queryKey: ["admin", "stats"],
  queryFn: ({ signal }) => call(admin.stats, { signal }),
});

/** Newest first. */
export const adminUsers = queryOptions({
  queryKey: ["admin", "users"],
  queryFn: ({ signal }) => call(admin.users, { signal }),
});

export function useSetAdmin() {
  return useApiMutation({
    run: (body: { userId: Id; isAdmin: boolean }) => call(admin.setAdmin, { body }),
    updateCache(client, saved) {
      upsertInCache(client, adminUsers.queryKey, saved);
      void client.invalidateQueries({ queryKey: adminUsers.queryKey });
    },
    successToast: () => ({
      title: "Admin status updated",
      description: "User admin status was updated successfully.",
    }),
    failureToast: { title: "Error", description: "Failed to update admin status" },
  });
}
