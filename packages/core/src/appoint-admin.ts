import { normalizeEmail } from "@coffer/domain/email-address";
import type { User } from "@coffer/domain/user";
import { createAccountChange, type UserStore } from "./account-store.ts";

/**
 * Makes or unmakes an administrator by e-mail address, for whoever operates the product: the only way to the first
 * one. Undefined where nobody has an account with that address.
 */
export async function appointAdmin(
  stores: { users: UserStore },
  email: string,
  isAdmin: boolean,
): Promise<User | undefined> {
  const account = await stores.users.withEmail(normalizeEmail(email));
  if (!account) return undefined;
  const change = createAccountChange(stores);
  const { user } = await change(account.user.id, (before) => ({
    after: { ...before, user: { ...before.user, isAdmin } },
  }));
  return user;
}
