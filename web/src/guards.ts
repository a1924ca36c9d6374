import type { User } from "@coffer/domain/user";
import type { QueryClient } from "@tanstack/react-query";
import { type ParsedLocation, redirect } from "@tanstack/react-router";
import { currentUser } from "./api/session.ts";
import { toast } from "./ui/overlays/toast.ts";

/** Redirects to the sign-in where nobody is signed in; from there it leads back to `location`. */
export async function requireUser(client: QueryClient, location: ParsedLocation): Promise<User> {
  const user = await client.ensureQueryData(currentUser);
  if (user) return user;
  throw redirect({
    to: "/auth",
    search: { next: location.href === "/" ? undefined : location.href },
    replace: true,
  });
}

/** Redirects the signed-in user to `next`. */
export async function requireSignedOut(client: QueryClient, next = "/"): Promise<void> {
  if (await client.ensureQueryData(currentUser)) throw redirect({ href: next, replace: true });
}

/** Redirects to one's own budget where the opened one is not shared with the user. */
export async function requireOpenBudget(
  client: QueryClient,
  owner: number | undefined,
  preload: boolean,
): Promise<void> {
  if (owner === undefined) return;
  const { sharedWithMe } = await import("./api/shared-with-me.ts");
  const open = await client.ensureQueryData(sharedWithMe);
  if (open.some(({ ownerId }) => ownerId === owner)) return;
  if (!preload) {
    toast({
      title: "Back to your own budget",
      description: "The budget you had open is no longer shared with you.",
      variant: "destructive",
    });
  }
  throw redirect({ to: ".", search: (previous) => ({ ...previous, budget: undefined }), replace: true });
}

/** Redirects everybody but administrators with a verified address to the dashboard. */
export function requireAdmin({ isAdmin, emailVerified }: User, preload: boolean): void {
  if (isAdmin && emailVerified) return;
  if (!preload) {
    toast({
      title: "Access Denied",
      description: isAdmin
        ? "Verify your email address to use your administrator rights."
        : "You don't have admin privileges.",
      variant: "destructive",
    });
  }
  throw redirect({ to: "/", replace: true });
}

/** Raises a toast on a reset page without a token. */
export function requireToken(token: string | undefined, preload: boolean): void {
  if (token || preload) return;
  toast({
    title: "Invalid URL",
    description: "The password reset link is invalid.",
    variant: "destructive",
  });
}
