import { admin } from "@coffer/contract/admin";
import type { Id } from "@coffer/domain/id";
import { queryOptions } from "@tanstack/react-query";
import { call } from "./call.ts";
import { useChange } from "./change.ts";

/** Usage of the whole installation. */
export const adminStats = queryOptions({
  queryKey: ["admin", "stats"],
  queryFn: ({ signal }) => call(admin.stats, { signal }),
});

/** Every user, the newest first. */
export const adminUsers = queryOptions({
  queryKey: ["admin", "users"],
  queryFn: ({ signal }) => call(admin.users, { signal }),
});

/** Makes somebody an administrator, or unmakes them. */
export function useSetAdmin() {
  return useChange({
    run: (body: { userId: Id; isAdmin: boolean }) => call(admin.setAdmin, { body }),
    settle(client, saved) {
      client.setQueryData(adminUsers.queryKey, (list) =>
        list?.map((user) => (user.id === saved.id ? saved : user)),
      );
      void client.invalidateQueries({ queryKey: adminUsers.queryKey });
    },
    success: () => ({
      title: "Admin status updated",
      description: "User admin status was updated successfully.",
    }),
    failure: { title: "Error", description: "Failed to update admin status" },
  });
}
