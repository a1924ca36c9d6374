import type { User } from "@coffer/domain/account/user";
import type { Id } from "@coffer/domain/id";
import type { ShareStore } from "../share/share-stores.ts";
import type { Stores } from "../stores.ts";

type Home = Pick<User, "id" | "homeBudget">;

/** The owner of the budget that is a person's home: their own where nobody shares the chosen one with them any more. */
export async function resolveHomeBudget(
  stores: { shares: Pick<ShareStore, "get"> },
  user: Home,
): Promise<Id> {
  const { id, homeBudget } = user;
  if (homeBudget === null || homeBudget === id) return id;
  const share = await stores.shares.get(homeBudget, id);
  return share?.opened ? homeBudget : id;
}

export async function peopleAtHome(stores: Pick<Stores, "users" | "shares">, ownerId: Id): Promise<User[]> {
  const [owner, shares] = await Promise.all([stores.users.get(ownerId), stores.shares.list(ownerId)]);
  const opened = shares.filter((share) => share.opened);
  const others = await Promise.all(opened.map(({ recipientId }) => stores.users.get(recipientId)));
  return [owner, ...others]
    .filter((user) => user !== undefined)
    .filter(({ id, homeBudget }) => (homeBudget ?? id) === ownerId);
}
