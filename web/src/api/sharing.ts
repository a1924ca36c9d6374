import { sharing } from "@coffer/contract/sharing";
import type { Id } from "@coffer/domain/id";
import type { Permission } from "@coffer/domain/share/sharing";
import { focusManager, type QueryClient } from "@tanstack/react-query";
import type { InferOutput } from "valibot";
import { removeFromCache, upsertInCache } from "./cached-list.ts";
import { call, callQuery, isOfSharedLedger, type LedgerId, SHARED_USERS, SHARED_WITH_ME } from "./call.ts";
import { currentUser } from "./session.ts";
import { useApiMutation } from "./use-api-mutation.ts";

export type OpenLedger = InferOutput<typeof sharing.sharedWithMe.reply>[number];

/** Read again when the window gains the focus: a share may end at any time. */
export const sharedWithMe = callQuery(
  SHARED_WITH_ME,
  sharing.sharedWithMe,
  {},
  { refetchOnWindowFocus: "always" },
);

export const invitation = (token: string) =>
  callQuery(["invitation", token], sharing.invitation, { params: { token } });

export function useAcceptInvitation() {
  return useApiMutation({
    run: (token: string) => call(sharing.accept, { body: { token } }),
    updateCache(client) {
      void client.invalidateQueries({ queryKey: SHARED_WITH_ME });
      // The link has verified the address as well.
      void client.invalidateQueries({ queryKey: currentUser.queryKey });
    },
    successToast: ({ name }) => ({ title: "Invitation accepted", description: `You can now open ${name}.` }),
    failureToast: { title: "Error", description: "Failed to accept the invitation" },
  });
}

export function useLeaveBudget() {
  return useApiMutation({
    run: ({ ownerId }: OpenLedger, { key }) => call(sharing.leave, { params: { ownerId }, key }),
    updateCache: (client, _, { ownerId }) =>
      client.setQueryData(sharedWithMe.queryKey, (list) => list?.filter((open) => open.ownerId !== ownerId)),
    successToast: (_, { firstName, name, opened }) =>
      opened
        ? { title: "Budget left", description: `${name} is no longer shared with you.` }
        : { title: "Budget declined", description: `${firstName} is told that you declined.` },
    failureToast: { title: "Error", description: "Failed to leave the budget" },
  });
}

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

export function refreshOnFocus(client: QueryClient): () => void {
  return focusManager.subscribe((isFocused) => {
    if (isFocused) void invalidateShared(client, "active");
  });
}

/** Marks data that others may change as stale, so that a screen that opens reads it again. */
export function expireSharedLedgers(client: QueryClient): void {
  void invalidateShared(client, "none");
}

async function invalidateShared(client: QueryClient, refetchType: "active" | "none"): Promise<void> {
  if (!client.getQueryData(currentUser.queryKey)) return;
  const known = client.getQueryData<unknown[]>(SHARED_USERS);
  // Read when first needed: the first screen has enough to load.
  const shares = known ?? (await loadShares(client));
  const isOwnShared = shares.length > 0;
  await client.invalidateQueries({
    predicate: ({ queryKey }) => isOfSharedLedger(queryKey, isOwnShared),
    // The screen that opened while the shares loaded has not refetched it.
    refetchType: known ? refetchType : "active",
  });
}

export async function isLedgerShared(client: QueryClient, ledgerId: LedgerId): Promise<boolean> {
  if (ledgerId !== undefined) return true;
  return (client.getQueryData<unknown[]>(SHARED_USERS) ?? (await loadShares(client))).length > 0;
}

/** The shares of the user's own budget; none if they cannot be read. */
async function loadShares(client: QueryClient): Promise<unknown[]> {
  const user = client.getQueryData(currentUser.queryKey);
  // A guest may not see with whom their home budget is shared, and has no budget of their own to share.
  if (!user?.hasLedger) return [];
  try {
    return await client.fetchQuery({ ...sharedUsers(undefined), meta: {} });
  } catch {
    return [];
  }
}
