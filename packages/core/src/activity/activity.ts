import type { User } from "@coffer/domain/account/user";
import type { ActivityEntry } from "@coffer/domain/activity/activity";
import type { ActivityKind } from "@coffer/domain/activity/kinds";
import type { Id } from "@coffer/domain/id";
import { FORMER_MEMBER } from "@coffer/domain/share/sharing";
import type { OpenLedger } from "../access.ts";
import { participant, participantsOf, shownTo } from "../share/households.ts";
import type { Stores } from "../stores.ts";
import { type EntryRange, entryId } from "./recording.ts";

export type Person = Pick<User, "id" | "firstName" | "lastName">;

/** `by` is a person's id, or "job" for the daily job. */
type EntryFilter = EntryRange & { kind?: ActivityKind | undefined; by?: Id | "job" | undefined };

/** So many entries are read for one part where few are looked for. */
const MAX_READ = 1_000;

const FILTERED_PAGE = 100;

/** The size of an answer: an entry of many transactions may be large. Of one that is larger alone there is one. */
const MAX_BYTES = 2_000_000;

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
    async list({ ownerId, permission, readsSince }: OpenLedger, { kind, by, ...given }: EntryFilter) {
      const since = readsSince === undefined ? "" : entryId(readsSince);
      const range = { ...given, after: [given.after ?? "", since].sort().at(-1) };
      const isListed = (entry: ActivityEntry) =>
        (permission === "owner" || permission === "member" || entry.kind !== "share") &&
        (kind === undefined || entry.kind === kind) &&
        (by === undefined || entry.by === (by === "job" ? null : by));
      const limit = kind === undefined && by === undefined ? range.limit : FILTERED_PAGE;
      const found: ActivityEntry[] = [];
      let { before } = range;
      let read = 0;
      let size = 0;
      let next: string | null = null;
      do {
        const page = await stores.activity.list(ownerId, { ...range, limit, before });
        const listed = page.filter(isListed);
        const fits = withinSize(listed.slice(0, range.limit - found.length), MAX_BYTES - size);
        found.push(...fits);
        size += sizeOf(fits);
        read += page.length;
        const last = fits.length < listed.length ? fits.at(-1) : page.at(-1);
        const isOver = page.length < limit && fits.length === listed.length;
        next = isOver ? null : (last?.id ?? null);
        before = next ?? before;
      } while (next !== null && found.length < range.limit && read < MAX_READ && size < MAX_BYTES);
      const ids = new Set(found.flatMap((entry) => entry.by ?? []));
      const people = await Promise.all([...ids].map((id) => personOf(ownerId, id)));
      const byId = new Map(people.map((person) => [person.id, person]));
      const rows = found.map((entry) => ({ entry, by: (entry.by !== null && byId.get(entry.by)) || null }));
      return { rows, next };
    },

    people: (ledger: OpenLedger) => readPeople(stores, ledger),
  };
}

const sizeOf = (entries: readonly ActivityEntry[]) => Buffer.byteLength(JSON.stringify(entries));

/** The first of them, at least one, that come to no more than `room` bytes. */
function withinSize(entries: ActivityEntry[], room: number): ActivityEntry[] {
  let size = 0;
  const over = entries.findIndex((entry, index) => {
    size += sizeOf([entry]);
    return index > 0 && size > room;
  });
  return over < 0 ? entries : entries.slice(0, over);
}
