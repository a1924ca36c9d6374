import type { User } from "@coffer/domain/account/user";
import type { QueryClient } from "@tanstack/react-query";
import { redirect } from "@tanstack/react-router";
import { HOME_OPENED } from "./guards.ts";
import { toast } from "./ui/overlays/toast.ts";

/** Redirects to one's own budget where the opened one is not shared with the user. */
export async function requireOpenLedger(
  client: QueryClient,
  owner: number | undefined,
  preload: boolean,
): Promise<void> {
  if (owner === undefined) return;
  const { sharedWithMe } = await import("./api/shared-with-me.ts");
  const open = await client.ensureQueryData(sharedWithMe);
  const share = open.find(({ ownerId }) => ownerId === owner);
  if (share && !share.opened && !preload) {
    // The first request that follows accepts it.
    client.setQueryData(sharedWithMe.queryKey, (list) =>
      list?.map((one) => (one.ownerId === owner ? { ...one, opened: true } : one)),
    );
  }
  if (share) return;
  if (!preload) {
    toast({
      title: "Back to your own budget",
      description: "The budget you had open is no longer shared with you.",
      variant: "destructive",
    });
  }
  throw redirect({ to: ".", search: (previous) => ({ ...previous, budget: undefined }), replace: true });
}

/** Redirects to the home budget where the address names none; once for each tab, so that one's own can be opened too. */
export async function openHome(
  client: QueryClient,
  { id, homeBudget, hasLedger }: User,
  owner: number | undefined,
  preload: boolean,
): Promise<void> {
  if (owner === id && hasLedger && !preload) {
    // A link that names one's own budget opens it in place of the home budget.
    sessionStorage.setItem(HOME_OPENED, "");
    throw redirect({ to: ".", search: (previous) => ({ ...previous, budget: undefined }), replace: true });
  }
  const isNamed = owner !== undefined && (owner !== id || hasLedger);
  // Who has no budget of their own lives in another's, in every tab.
  if (hasLedger && (preload || sessionStorage.getItem(HOME_OPENED) !== null)) return;
  sessionStorage.setItem(HOME_OPENED, "");
  if (isNamed || homeBudget === null) return;
  const { sharedWithMe } = await import("./api/shared-with-me.ts");
  const open = await client.ensureQueryData(sharedWithMe);
  if (!open.some(({ ownerId, opened }) => opened && ownerId === homeBudget)) return;
  throw redirect({ to: ".", search: (previous) => ({ ...previous, budget: homeBudget }), replace: true });
}
