import type { Id } from "@coffer/domain/id";
import { DAY_MS } from "@coffer/domain/time/duration";
import type { Env } from "./env.ts";
import { busy, Refusal, retryOnConflict } from "./refusal.ts";

/** Rows added to a budget; `day` in days since 1970, UTC. */
type RowCount = { total: number; day: number; today: number };

/** `byGuests` is a part of `all`. */
export type EntryBytes = { all: number; byGuests: number };

export type QuotaStore = {
  /** Undefined for a budget to which nothing was added since rows are counted. */
  read(ownerId: Id): Promise<RowCount | undefined>;
  /** Adds to the count of the day where it stays within `most`; false where it does not, or another day was counted. */
  add(ownerId: Id, day: number, rows: number, most: { today: number; total: number }): Promise<boolean>;
  begin(ownerId: Id, before: RowCount | undefined, after: RowCount): Promise<boolean>;
  count(ownerId: Id, most: number): Promise<number>;
  /** Adds bytes of entries to those of the day, and returns them; undefined where another day was counted. */
  addEntries(ownerId: Id, day: number, bytes: EntryBytes): Promise<EntryBytes | undefined>;
};

/** Rows that are counted ahead where they come one by one, so that not every one of them costs a write. */
export const ROWS_AHEAD = 20;
/** Twenty years of a household, a hundred rows a month, come in on one day; tenfold that is a budget's most. */
export const ROWS_A_DAY = 25_000;
export const ROWS_IN_ALL = 250_000;

/**
 * Bytes of entries that a ledger writes a day. Beyond SHORT they are kept for a month, which is as long as they can be
 * undone; beyond MOST, and for guests beyond their share, only deletions are taken. So its part of the table never
 * fills to DynamoDB's ten gigabytes: 30 days × 100 MB and 13 months × 4 MB, twice with the index.
 */
const ENTRY_BYTES = { short: 4_000_000, most: 100_000_000, guests: 25_000_000 };
/** Counted in this process before they are counted for all. */
const ENTRIES_COUNTED_AT = 64_000;

/**
 * Counts what is added to a budget, however many requests it takes, and refuses (tooLarge) what is beyond the ceilings;
 * they hold without the throttles too. What is deleted is found out where the count is full, at most once a day.
 */
export type Quota = ReturnType<typeof createQuota>;

export function createQuota({ quota }: { quota: QuotaStore }, { clock }: Pick<Env, "clock">) {
  const today = () => Math.floor(clock() / DAY_MS);
  /** Counted and not yet used by this process; what is left of a day is found out where the count is full. */
  let ahead = { day: 0, rows: new Map<Id, number>() };
  function rowsAhead() {
    if (ahead.day !== today()) ahead = { day: today(), rows: new Map() };
    return ahead.rows;
  }

  async function takeRow(ownerId: Id): Promise<void> {
    const rows = rowsAhead();
    const left = rows.get(ownerId) ?? 0;
    if (left > 0) return void rows.set(ownerId, left - 1);
    try {
      await countRows(ownerId, ROWS_AHEAD);
    } catch (error) {
      if (error instanceof Refusal) return countRows(ownerId, 1);
      throw error;
    }
    rows.set(ownerId, (rows.get(ownerId) ?? 0) + ROWS_AHEAD - 1);
  }

  /** Rows that were taken and then not written. */
  function giveBack(ownerId: Id, rows: number): void {
    const left = rowsAhead();
    left.set(ownerId, (left.get(ownerId) ?? 0) + rows);
  }

  async function takeRows(ownerId: Id, rows: number): Promise<void> {
    const ahead = rowsAhead();
    const left = ahead.get(ownerId) ?? 0;
    const more = Math.max(0, rows - left);
    if (more > 0) await countRows(ownerId, more);
    ahead.set(ownerId, (ahead.get(ownerId) ?? 0) - (rows - more));
  }

  async function countRows(ownerId: Id, rows: number): Promise<void> {
    const day = today();
    await retryOnConflict(
      async () => {
        if (await quota.add(ownerId, day, rows, { today: ROWS_A_DAY, total: ROWS_IN_ALL })) return undefined;
        const before = await quota.read(ownerId);
        if (before?.day === day) {
          // Fewer where others were faster: then the next try finds room, or says why not.
          if (before.today + rows > ROWS_A_DAY) throw tomorrow();
          if (before.total + rows > ROWS_IN_ALL) throw full();
          return "changed";
        }
        let total = before?.total ?? 0;
        if (total + rows > ROWS_IN_ALL) total = await quota.count(ownerId, ROWS_IN_ALL);
        // Whoever begins the day, the next try counts on it.
        await quota.begin(ownerId, before, { total, day, today: 0 });
        return "changed";
      },
      () => busy(undefined),
    );
  }

  /** By ledger what this process has not counted yet, and what all had written when it last did. */
  let entries = { day: 0, ofLedger: new Map<Id, { fresh: EntryBytes; known: EntryBytes }>() };
  const NONE = { all: 0, byGuests: 0 };
  function entriesOf(ownerId: Id) {
    if (entries.day !== today()) entries = { day: today(), ofLedger: new Map() };
    return entries.ofLedger.get(ownerId) ?? { fresh: NONE, known: NONE };
  }

  async function countEntries({ ownerId, byGuest }: EntryWriter, bytes: number): Promise<void> {
    if (bytes === 0) return;
    const { fresh, known } = entriesOf(ownerId);
    const added = { all: bytes, byGuests: byGuest ? bytes : 0 };
    const all = sumOf(fresh, added);
    if (all.all < ENTRIES_COUNTED_AT) return void entries.ofLedger.set(ownerId, { fresh: all, known });
    entries.ofLedger.set(ownerId, { fresh: NONE, known: sumOf(known, all) });
    const day = today();
    const counted = await retryOnConflict(
      async () => {
        const total = await quota.addEntries(ownerId, day, all);
        if (total) return total;
        const before = await quota.read(ownerId);
        await quota.begin(ownerId, before, { total: before?.total ?? 0, day, today: 0 });
        return "changed";
      },
      () => busy(undefined),
    );
    entries.ofLedger.set(ownerId, { fresh: entriesOf(ownerId).fresh, known: counted });
  }

  /** Refuses (tooLarge) all but deletions once too much was written today; true where entries are kept for a month. */
  function checkEntries({ ownerId, byGuest }: EntryWriter, isDeletion: boolean): boolean {
    const { fresh, known } = entriesOf(ownerId);
    const written = sumOf(fresh, known);
    const isOver = written.all >= ENTRY_BYTES.most || (byGuest && written.byGuests >= ENTRY_BYTES.guests);
    if (isOver && !isDeletion) throw changedTooMuch();
    return written.all >= ENTRY_BYTES.short;
  }

  return { takeRow, takeRows, giveBack, countEntries, checkEntries };
}

type EntryWriter = { ownerId: Id; byGuest: boolean };
const sumOf = (a: EntryBytes, b: EntryBytes): EntryBytes => ({
  all: a.all + b.all,
  byGuests: a.byGuests + b.byGuests,
});

const text = (rows: number) => rows.toLocaleString("en-US");
const tomorrow = () =>
  new Refusal(
    "tooLarge",
    `A budget takes at most ${text(ROWS_A_DAY)} new rows a day. Go on tomorrow: nothing comes in twice.`,
  );
const changedTooMuch = () =>
  new Refusal("tooLarge", "Too much was changed in this budget today. Go on tomorrow; deleting goes on now.");
const full = () =>
  new Refusal(
    "tooLarge",
    `A budget holds at most ${text(ROWS_IN_ALL)} rows. Delete what you no longer need, then go on tomorrow.`,
  );
