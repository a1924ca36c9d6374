import type { Store } from "@coffer/core/ports";
import type { User } from "@coffer/domain/user";
import { user } from "./fresh.ts";

/** Keeps an account for a test; the password of none of them is ever used. */
export async function keepUser(
  store: Pick<Store, "users">,
  given: Partial<User> & Pick<User, "id">,
  createdAt = 0,
): Promise<User> {
  const kept = user(given.id, given);
  const account = {
    user: kept,
    passwordHash: "",
    sessionVersion: 1,
    resetHash: null,
    createdAt,
    revision: 1,
  };
  if (!(await store.users.add(account, {}))) throw new Error(`${kept.email} is taken`);
  return kept;
}
