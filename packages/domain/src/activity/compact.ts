import { hash } from "../text/hash.ts";
import type { ActivityEntry, EntryOf } from "./activity.ts";
import type { ActivityKind } from "./kinds.ts";

/** Hashes of long fields that an entry omits because the change did not touch them. */
export type Same = Readonly<Record<string, string>>;

/** Fields that may be long, with the value that replaces them. */
const LONG = {
  notes: null,
  imported: undefined,
  ties: undefined,
  shares: undefined,
  earlierCarries: undefined,
} as const;
const LONG_OF_CATEGORY = { ...LONG, description: null } as const;

type Thing = { id: number; same?: Same | undefined };

/**
 * Removes unchanged long fields from an entry about many things: it does not repeat the notes of fifty moved
 * transactions. Created and deleted things stay whole, and so does the first of a change.
 */
export function compactEntry<K extends ActivityKind>(entry: EntryOf<K>): EntryOf<K>;
export function compactEntry(entry: ActivityEntry): ActivityEntry {
  switch (entry.kind) {
    case "payment": {
      const { before, after } = entry;
      if (!before || !after) return entry;
      // `after` stays whole: it answers a retried request.
      const [lines] = compacted(before.lines, after.lines, LONG);
      return { ...entry, before: { ...before, lines } };
    }
    case "transaction": {
      const { before, after } = entry;
      if (!before?.others || !after?.others) return entry;
      const [left, others] = compacted(before.others, after.others, LONG);
      return { ...entry, before: { ...before, others: left }, after: { ...after, others } };
    }
    case "category": {
      const { before, after } = entry;
      if (!before?.others || !after?.others) return entry;
      const [left, others] = compacted(before.others, after.others, LONG_OF_CATEGORY);
      return { ...entry, before: { ...before, others: left }, after: { ...after, others } };
    }
    case "review": {
      const { before, after } = entry;
      if (!before || !after) return entry;
      return {
        ...entry,
        before: { ...before, rows: withoutShared(before.rows, after.transactions) },
        after: { ...after, rows: withoutShared(after.rows, before.transactions) },
      };
    }
    default:
      return entry;
  }
}

/** Fields that a row in review shares with the transaction that it became, unless somebody changed them. */
const SHARED = ["date", "description", "amount", "type", "batch"] as const;

type Shared = { id: number } & Readonly<Partial<Record<(typeof SHARED)[number], unknown>>>;

/** Removes the fields that rows share with their transactions; `withShared` restores them. */
function withoutShared<Row extends Shared>(rows: readonly Row[], transactions: readonly Shared[]): Row[] {
  const byId = new Map(transactions.map((one) => [one.id, one]));
  return rows.map((row) => {
    const same = SHARED.filter((name) => row[name] !== undefined && row[name] === byId.get(row.id)?.[name]);
    return { ...row, ...Object.fromEntries(same.map((name) => [name, undefined])) };
  });
}

/** Restores the fields that `compactEntry` removed from the rows of a review entry. */
export function withShared<
  Side extends { rows?: readonly Shared[]; transactions?: readonly Shared[] } | null,
>(before: Side, after: Side): [Side, Side] {
  const fill = (side: Side, other: Side): Side => {
    const byId = new Map(other?.transactions?.map((one) => [one.id, one]));
    const rows = side?.rows?.map((row) => {
      const { date, description, amount, type, batch } = byId.get(row.id) ?? {};
      return { ...{ date, description, amount, type, batch }, ...row };
    });
    return side && { ...side, rows };
  };
  return [fill(before, after), fill(after, before)];
}

function compacted<T extends Thing>(
  before: readonly T[],
  after: readonly T[],
  long: Readonly<Record<string, null | undefined>>,
): [T[], T[]] {
  const others = new Map(after.map((one) => [one.id, one]));
  const left = before.map((one) => without(one, others.get(one.id), long));
  const earlier = new Map(before.map((one) => [one.id, one]));
  return [left, after.map((one) => without(one, earlier.get(one.id), long))];
}

function without<T extends Thing>(
  thing: T,
  other: T | undefined,
  long: Readonly<Record<string, null | undefined>>,
): T {
  if (!other) return thing;
  const kept: Record<string, unknown> = { ...thing };
  const same: Record<string, string> = { ...thing.same };
  for (const [name, empty] of Object.entries(long)) {
    const [own, others] = [hashOfField(thing, name), hashOfField(other, name)];
    if (own !== others || own === EMPTY) continue;
    kept[name] = empty;
    same[name] = own;
  }
  return Object.keys(same).length > 0 ? { ...thing, ...kept, same } : thing;
}

/** Fills omitted fields from the current thing. `isUnchanged` is false if one of them has changed since. */
export function expanded<T extends object>(
  side: T,
  current: object | null,
): { thing: T; isUnchanged: boolean } {
  const { same = {}, ...rest }: T & { same?: Same } = side;
  const thing: Record<string, unknown> = { ...rest };
  const now: Record<string, unknown> = { ...current };
  let isUnchanged = true;
  for (const [name, mark] of Object.entries(same)) {
    if (current && hashOfField(current, name) === mark) thing[name] = now[name];
    else {
      isUnchanged = false;
      thing[name] = now[name] ?? null;
    }
  }
  return { thing: { ...side, ...thing, same: undefined }, isUnchanged };
}

const EMPTY = hash("null");

function hashOfField(thing: object, name: string): string {
  const values: Record<string, unknown> & { same?: Same } = { ...thing };
  return values.same?.[name] ?? hash(JSON.stringify(values[name] ?? null));
}
