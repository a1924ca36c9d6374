import { sharing } from "@coffer/contract/sharing";
import type { Id } from "@coffer/domain/id";
import type { Permission } from "@coffer/domain/share/sharing";
import { removeFromCache, upsertInCache } from "./cached-list.ts";
import { call, callQuery, type LedgerId, SHARED_USERS } from "./call.ts";
import { useApiMutation } from "./use-api-mutation.ts";

export const sharedUsers = (ledgerId: LedgerId) =>
  callQuery(
    ledgerId === undefined ? SHARED_USERS : [...SHARED_USERS, ledgerId],
    sharing.list,
    { ledgerId },
    { meta: { failure: "Failed to fetch shared users" } },
  );

const MAILED_ONCE_VERIFIED = "The invitation is mailed once you verify your own email address.";

/** Sharing with the same address again changes its permission. */
export function useShareBudget(ledgerId: LedgerId) {
  return useApiMutation({
    run: ({ email, permissionType }: { email: string; permissionType: Permission }) => {
      const note = "Shared from the settings page";
      return call(sharing.share, { ledgerId, body: { email, permissionType, note, isHousehold: false } });
    },
    affects: [ledgerId, "people"],
    updateCache(client, share) {
      upsertInCache(client, sharedUsers(ledgerId).queryKey, share);
      void client.invalidateQueries({ queryKey: SHARED_USERS });
    },
    successToast: ({ waitsForSender }, { email }) => ({
      title: "Budget shared successfully",
      description: `Budget shared with ${email}.`,
      note: waitsForSender ? MAILED_ONCE_VERIFIED : undefined,
    }),
    failureToast: { title: "Failed to share budget", description: "Failed to share budget" },
  });
}

export function useRemoveShare(ledgerId: LedgerId) {
  return useApiMutation({
    run: (id: Id, { key }) => call(sharing.remove, { ledgerId, params: { id }, key }),
    affects: [ledgerId, "people"],
    updateCache(client, _, removed) {
      removeFromCache(client, sharedUsers(ledgerId).queryKey, removed);
      void client.invalidateQueries({ queryKey: SHARED_USERS });
    },
    successToast: { title: "Share removed", description: "Budget share has been removed successfully." },
    failureToast: { title: "Error", description: "Failed to remove share" },
  });
}
