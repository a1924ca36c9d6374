import { focusManager, type QueryClient } from "@tanstack/react-query";
import { isOfSharedLedger, type LedgerId, SHARED_USERS } from "./call.ts";
import { currentUser } from "./session.ts";

export function refreshOnFocus(client: QueryClient): () => void {
  return focusManager.subscribe((isFocused) => {
    if (isFocused) void invalidateShared(client, "active");
  });
}

/** Data that others may change is out of date: a screen that opens reads it again. */
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
    // The screen that opened while the shares loaded has not read it again by itself.
    refetchType: known ? refetchType : "active",
  });
}

export async function isLedgerShared(client: QueryClient, ledgerId: LedgerId): Promise<boolean> {
  if (ledgerId !== undefined) return true;
  return (client.getQueryData<unknown[]>(SHARED_USERS) ?? (await loadShares(client))).length > 0;
}

/** The shares of one's own budget; none where they cannot be read. */
async function loadShares(client: QueryClient): Promise<unknown[]> {
  const user = client.getQueryData(currentUser.queryKey);
  // A guest may not see with whom their home is shared, and has nothing of their own that is.
  if (!user?.hasLedger) return [];
  try {
    const { sharedUsers } = await import("./shared-users.ts");
    return await client.fetchQuery({ ...sharedUsers(undefined), meta: {} });
  } catch {
    return [];
  }
}
