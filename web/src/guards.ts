import type { User } from "@coffer/domain/user";
import type { QueryClient } from "@tanstack/react-query";
import { type ParsedLocation, redirect } from "@tanstack/react-router";
import { currentUser } from "./api/session.ts";
import { toast } from "./ui/overlays/toast.ts";

/** Lets the signed-in through and returns them; sends everybody else to sign in, and back here afterwards. */
export async function requireUser(client: QueryClient, location: ParsedLocation): Promise<User> {
  const user = await client.ensureQueryData(currentUser);
  if (user) return user;
  throw redirect({
    to: "/auth",
    search: { next: location.href === "/" ? undefined : location.href },
    replace: true,
  });
}

/** Sends who is signed in already on to where they wanted to go. */
export async function requireNobody(client: QueryClient, next = "/"): Promise<void> {
  if (await client.ensureQueryData(currentUser)) throw redirect({ href: next, replace: true });
}

/** Goes back to one's own budget when the opened one is not, or no longer, shared with the person. */
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
  throw redirect({ to: ".", search: (kept) => ({ ...kept, budget: undefined }), replace: true });
}

/** Keeps everybody but administrators out. */
export function requireAdmin(user: { isAdmin: boolean }, preload: boolean): void {
  if (user.isAdmin) return;
  if (!preload) {
    toast({
      title: "Access Denied",
      description: "You don't have admin privileges.",
      variant: "destructive",
    });
  }
  throw redirect({ to: "/", replace: true });
}

/** Says why a reset page without its link's secret has nothing to offer. */
export function requireToken(token: string | undefined, preload: boolean): void {
  if (token || preload) return;
  toast({
    title: "Invalid URL",
    description: "The password reset link is invalid.",
    variant: "destructive",
  });
}
