import type { User } from "@coffer/domain/account/user";
import type { QueryClient } from "@tanstack/react-query";
import { redirect } from "@tanstack/react-router";
import { changeAtOnce } from "./api/cached-list.ts";
import { ledger } from "./api/people.ts";
import { sharedWithMe } from "./api/sharing.ts";
import { tabStorage } from "./browser/web-storage.ts";
import { HOME_OPENED } from "./guards.ts";
import { keepOffline } from "./offline/keep-offline.ts";
import { toastError } from "./ui/overlays/toast.ts";

/** Prepares what every screen of a signed-in user needs, before it opens. */
export async function openLedger(
  client: QueryClient,
  user: User,
  owner: number | undefined,
  preload: boolean,
) {
  // If the browser refuses to store anything, the product still works online.
  await keepOffline(client, user).catch(() => {});
  await requireOpenLedger(client, user, owner, preload);
}

/**
 * Redirects to the home budget if the URL names none, once per tab, so that the user's own budget can be opened too; and
 * to the user's own budget if the named one is not shared with them.
 */
async function requireOpenLedger(
  client: QueryClient,
  { id, homeBudget, hasLedger }: User,
  owner: number | undefined,
  preload: boolean,
): Promise<void> {
  const redirectTo = (budget: number | undefined) =>
    redirect({ to: ".", search: (previous) => ({ ...previous, budget }), hash: true, replace: true });
  if (owner === id && hasLedger && !preload) {
    // A link that names the user's own budget opens it instead of the home budget.
    tabStorage.setItem(HOME_OPENED, "");
    throw redirectTo(undefined);
  }
  // A user without a budget of their own is redirected in every tab, not only once.
  if (!hasLedger || (!preload && tabStorage.getItem(HOME_OPENED) === null)) {
    tabStorage.setItem(HOME_OPENED, "");
    const isNamed = owner !== undefined && (owner !== id || hasLedger);
    if (!isNamed && homeBudget !== null) {
      const open = await client.ensureQueryData(sharedWithMe);
      if (open.some(({ ownerId, opened }) => opened && ownerId === homeBudget)) throw redirectTo(homeBudget);
    }
  }
  if (owner === undefined) return;
  const open = await client.ensureQueryData(sharedWithMe);
  const share = open.find(({ ownerId }) => ownerId === owner);
  if (share && !share.opened && !preload) {
    // Any read of a shared budget accepts it. A list that was read before would offer it once more.
    await client.fetchQuery(ledger(owner)).catch(() => {});
    changeAtOnce(client, sharedWithMe.queryKey, (list) =>
      list.map((one) => (one.ownerId === owner ? { ...one, opened: true } : one)),
    );
  }
  if (share) return;
  if (!preload)
    toastError("Back to your own budget", "The budget you had open is no longer shared with you.");
  throw redirectTo(undefined);
}
