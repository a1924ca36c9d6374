import type { User } from "@coffer/domain/account/user";
import { hiddenKinds } from "@coffer/domain/activity/kinds";
import { budgetId } from "@coffer/domain/budget/budget";
import type { Id } from "@coffer/domain/id";
import { FORMER_MEMBER } from "@coffer/domain/share/sharing";
import { may, type OpenLedger } from "../access.ts";
import { ChangedBySomebody } from "../ledger/commit.ts";
import type { Current } from "../refusal.ts";
import { participant, participantsOf, shownTo } from "../share/households.ts";
import type { Stores } from "../stores.ts";
import { type EntryFilter, type EntryRange, entryId } from "./recording.ts";

export type Person = Pick<User, "id" | "firstName" | "lastName">;

type PeopleStores = Pick<Stores, "users" | "shares">;

/** The people whose changes a budget's activity shows to this user. */
export const readPeople = async (stores: PeopleStores, ledger: OpenLedger): Promise<Person[]> =>
  shownTo(ledger, await participantsOf(stores, ledger.ownerId)).map(({ user }) => user);

export function createActivity(stores: PeopleStores & Pick<Stores, "activity">) {
  const personOf = async (ownerId: Id, id: Id): Promise<Person> =>
    (await participant(stores, ownerId, id))?.user ?? { id, ...FORMER_MEMBER };

  const activity = {
    /**
     * Hides kinds that the user may not see, and hides entries from before their share from guests who may only read.
     * `next` is the cursor of the next page, null on the last.
     */
    async list(ledger: OpenLedger, { kind, by, ...given }: EntryRange & Omit<EntryFilter, "hidden">) {
      const { ownerId, readsSince } = ledger;
      const since = readsSince === undefined ? "" : entryId(readsSince);
      const range = { ...given, after: [given.after ?? "", since].sort().at(-1) };
      const hidden = hiddenKinds((right) => may(ledger, right));
      const { entries: found, next } = await stores.activity.list(ownerId, range, { kind, by, hidden });
      const ids = new Set(found.flatMap((entry) => entry.by ?? []));
      const people = await Promise.all([...ids].map((id) => personOf(ownerId, id)));
      const byId = new Map(people.map((person) => [person.id, person]));
      const rows = found.map((entry) => ({ entry, by: (entry.by !== null && byId.get(entry.by)) || null }));
      return { rows, next };
    },

    people: (ledger: OpenLedger) => readPeople(stores, ledger),

    /** Adds the name of the user who changed the thing to the refusal of an edit, if it can be found. */
    async withChanger(ledger: OpenLedger, refusal: ChangedBySomebody): Promise<ChangedBySomebody> {
      const id = entityIdOf(refusal.current);
      const { rows } = await activity.list(ledger, { limit: LATEST_ENTRIES });
      const by = rows.find(({ entry }) => entry.entityId === id)?.by;
      if (!by || by.firstName === FORMER_MEMBER.firstName) return refusal;
      return new ChangedBySomebody(refusal.current, by.id === ledger.user.id ? "You" : by.firstName);
    },
  };
  return activity;
}

/** Entries that are searched for the one that an edit conflicted with. */
const LATEST_ENTRIES = 100;

function entityIdOf({ value }: Current): Id | string | undefined {
  if (value && "id" in value) return value.id;
  return value && "projected" in value ? budgetId(value.month, value.categoryId) : undefined;
}
