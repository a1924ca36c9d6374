import type { User } from "@coffer/domain/account/user";
import type { Id } from "@coffer/domain/id";
import { participantsOf } from "../share/households.ts";
import type { Stores } from "../stores.ts";

/**
 * The ledger that a user sees first: the chosen one, or their own if the chosen one is no longer shared with them; null
 * if they have left their own, too.
 */
export async function resolveHomeBudget(
  stores: Pick<Stores, "shares">,
  { id, homeBudget, hasLedger }: Pick<User, "id" | "homeBudget" | "hasLedger">,
): Promise<Id | null> {
  const chosen = homeBudget ?? id;
  if (chosen === id && hasLedger) return id;
  const share = await stores.shares.get(chosen, id);
  if (share?.opened) return chosen;
  return hasLedger ? id : null;
}

/** The users whose home is this ledger, as `resolveHomeBudget` resolves it. */
export async function peopleAtHome(stores: Pick<Stores, "users" | "shares">, ownerId: Id): Promise<User[]> {
  const people = (await participantsOf(stores, ownerId)).map(({ user }) => user);
  const homes = await Promise.all(
    people.map((user) =>
      // Only the owner's choice needs its share checked: everybody else here has a share of this ledger.
      user.id === ownerId ? resolveHomeBudget(stores, user) : (user.homeBudget ?? user.id),
    ),
  );
  return people.filter((_, index) => homes[index] === ownerId);
}
