import { createAccountRemoval, type RemovalStores } from "@coffer/core/account/account-removal";
import type { Account } from "@coffer/core/account/account-store";
import type { Stores } from "@coffer/core/stores";
import { createPasswords } from "../adapters/passwords.ts";

export const ANA = {
  firstName: "Ana",
  lastName: "Rivera",
  email: "ana@coffer.example",
  phone: "555 010 0117",
};
export const BEN = {
  firstName: "Ben",
  lastName: "Rivera",
  email: "ben@coffer.example",
  phone: "555 010 0118",
};
export const PASSWORD = "coffer-demo-household";
export const DEMO_ACCOUNT = { email: ANA.email, password: PASSWORD };
export const DEMO_SIGN_IN = `${ANA.email} (or ${BEN.email}), password ${PASSWORD}`;

/** The demo accounts that still have the printed password, so that anybody can sign in. */
export async function openDemoAccounts({ users }: Pick<Stores, "users">): Promise<Account[]> {
  const { verify } = createPasswords();
  const open: Account[] = [];
  for (const { email } of [ANA, BEN]) {
    const account = await users.withEmail(email);
    if (account && (await verify(PASSWORD, await users.passwordHash(account.user.id)))) open.push(account);
  }
  return open;
}

/** Removes the accounts that `openDemoAccounts` finds, and the budgets that no other member has. Returns how many. */
export async function removeDemo(
  stores: RemovalStores & Pick<Stores, "users">,
  env: Parameters<typeof createAccountRemoval>[1],
): Promise<number> {
  const { removeAccount } = createAccountRemoval(stores, env);
  const open = await openDemoAccounts(stores);
  for (const account of open)
    if (!(await removeAccount(account)))
      throw new Error(`${account.user.email} changed while it was removed`);
  return open.length;
}
