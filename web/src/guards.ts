import type { User } from "@coffer/domain/account/user";
import type { QueryClient } from "@tanstack/react-query";
import { type ParsedLocation, redirect } from "@tanstack/react-router";
import { currentUser } from "./api/session.ts";
import { nameOwnLedger } from "./api/wire.ts";
import { tabStorage } from "./browser/web-storage.ts";
import { toastError } from "./ui/overlays/toast.ts";

export const HOME_OPENED = "coffer-home-opened";

let wasSignedIn = false;

/** After logging out, the next sign-in starts at the dashboard instead of the last screen. */
export async function requireUser(client: QueryClient, location: ParsedLocation): Promise<User> {
  const user = await client.ensureQueryData(currentUser);
  if (user) {
    wasSignedIn = true;
    nameOwnLedger(user);
    return user;
  }
  throw redirect({
    to: "/auth",
    search: { next: wasSignedIn || location.href === "/" ? undefined : location.href },
    replace: true,
  });
}

export async function requireSignedOut(client: QueryClient, next = "/"): Promise<void> {
  if (await client.ensureQueryData(currentUser)) throw redirect({ href: next, replace: true });
  // The next user starts in their own home budget.
  tabStorage.removeItem(HOME_OPENED);
}

export function requireAdmin({ isAdmin, emailVerified }: User, preload: boolean): void {
  if (isAdmin && emailVerified) return;
  const reason = isAdmin
    ? "Verify your email address to use your administrator rights."
    : "You don't have admin privileges.";
  if (!preload) toastError("Access Denied", reason);
  throw redirect({ to: "/", replace: true });
}

export function reportMissingToken(token: string | undefined, preload: boolean): void {
  if (!token && !preload) toastError("Invalid URL", "The password reset link is invalid.");
}
