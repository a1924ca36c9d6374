import type { User } from "@coffer/domain/account/user";
import type { Id } from "@coffer/domain/id";
import { participantsOf } from "../share/households.ts";
import type { Stores } from "../stores.ts";

/**
 * The ledger that is a person's home: their own where nobody shares the chosen one with them any more, and null where
 * they have left their own, too.
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

/** Those whose home a ledger is; its first owner's again, too, once they may not open the one that they chose. */
export async function peopleAtHome(stores: Pick<Stores, "users" | "shares">, ownerId: Id): Promise<User[]> {
  const people = (await participantsOf(stores, ownerId)).map(({ user }) => user);
  const homes = await Promise.all(
    people.map((user) =>
      // What others chose in place of it is elsewhere for certain.
      user.id === ownerId ? resolveHomeBudget(stores, user) : (user.homeBudget ?? user.id),
    ),
  );
  return people.filter((_, index) => homes[index] === ownerId);
}
