import { sharing } from "@coffer/contract/sharing";
import type { Id } from "@coffer/domain/id";
import type { Permission } from "@coffer/domain/sharing";
import { queryOptions } from "@tanstack/react-query";
import { saved, without } from "./cached.ts";
import { call } from "./call.ts";
import { useChange } from "./change.ts";
import { sharedWithMe } from "./shared-with-me.ts";

/** Whom one's own budget is shared with, whichever budget is open. */
export const sharedUsers = queryOptions({
  queryKey: ["shared-users"],
  queryFn: ({ signal }) => call(sharing.list, { signal }),
  meta: { failure: "Failed to fetch shared users" },
});

/** Shares one's own budget with an address; sharing again changes the permission. */
export function useShareBudget() {
  return useChange({
    run: ({ email, permissionType }: { email: string; permissionType: Permission }) => {
      const note = "Shared from the settings page";
      return call(sharing.share, { body: { email, permissionType, note, isHousehold: false } });
    },
    settle(client, share) {
      client.setQueryData(sharedUsers.queryKey, (list) => saved(list, share));
      void client.invalidateQueries({ queryKey: sharedUsers.queryKey });
    },
    success: (_, { email }) => ({
      title: "Budget shared successfully",
      description: `Budget shared with ${email}.`,
    }),
    failure: { title: "Failed to share budget", description: "Failed to share budget" },
  });
}

export function useRemoveShare() {
  return useChange({
    run: (id: Id) => call(sharing.remove, { params: { id } }),
    settle(client, _, removed) {
      client.setQueryData(sharedUsers.queryKey, (list) => without(list, removed));
      void client.invalidateQueries({ queryKey: sharedUsers.queryKey });
    },
    success: () => ({
      title: "Share removed",
      description: "Budget share has been removed successfully.",
    }),
    failure: { title: "Error", description: "Failed to remove share" },
  });
}

/** Leaves somebody's budget. */
export function useLeaveBudget() {
  return useChange({
    run: ({ ownerId }: { ownerId: Id; firstName: string }) => call(sharing.leave, { params: { ownerId } }),
    settle: (client, _, { ownerId }) =>
      client.setQueryData(sharedWithMe.queryKey, (list) => list?.filter((open) => open.ownerId !== ownerId)),
    success: (_, { firstName }) => ({
      title: "Budget left",
      description: `${firstName}'s budget is no longer shared with you.`,
    }),
    failure: { title: "Error", description: "Failed to leave the budget" },
  });
}
