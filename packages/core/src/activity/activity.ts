import type { User } from "@coffer/domain/account/user";
import type { Id } from "@coffer/domain/id";
import { FORMER_MEMBER } from "@coffer/domain/share/sharing";
import type { OpenLedger } from "../access.ts";
import { participant, participantsOf, shownTo } from "../share/households.ts";
import type { Stores } from "../stores.ts";
import { type EntryFilter, type EntryRange, entryId } from "./recording.ts";

export type Person = Pick<User, "id" | "firstName" | "lastName">;

type PeopleStores = Pick<Stores, "users" | "shares">;

/** Whose work a budget shows to somebody. */
export const readPeople = async (stores: PeopleStores, ledger: OpenLedger): Promise<Person[]> =>
  shownTo(ledger, await participantsOf(stores, ledger.ownerId)).map(({ user }) => user);

export function createActivity(stores: PeopleStores & Pick<Stores, "activity">) {
  const personOf = async (ownerId: Id, id: Id): Promise<Person> =>
    (await participant(stores, ownerId, id))?.user ?? { id, ...FORMER_MEMBER };

  return {
    /**
     * Shows shares to members alone, and to whoever may only read nothing from before their own share began. `next` is
     * the entry before which it goes on, null where it does not.
     */
    async list(ledger: OpenLedger, { kind, by, ...given }: EntryRange & Omit<EntryFilter, "shares">) {
      const { ownerId, permission, readsSince } = ledger;
      const since = readsSince === undefined ? "" : entryId(readsSince);
      const range = { ...given, after: [given.after ?? "", since].sort().at(-1) };
      const shares = permission === "owner" || permission === "member";
      const { entries: found, next } = await stores.activity.list(ownerId, range, { kind, by, shares });
      const ids = new Set(found.flatMap((entry) => entry.by ?? []));
      const people = await Promise.all([...ids].map((id) => personOf(ownerId, id)));
      const byId = new Map(people.map((person) => [person.id, person]));
      const rows = found.map((entry) => ({ entry, by: (entry.by !== null && byId.get(entry.by)) || null }));
      return { rows, next };
    },

    people: (ledger: OpenLedger) => readPeople(stores, ledger),
  };
}
