import { compactEntry } from "@coffer/domain/activity/compact";
import { ROWS_A_DAY } from "@coffer/domain/ceilings";
import type { Id } from "@coffer/domain/id";
import { DAY_MS } from "@coffer/domain/time/day";
import type { Env } from "./env.ts";
import type { LedgerStore } from "./ledger/ledger.ts";
import { bytesOf } from "./pages.ts";
import { busy, Refusal, retryOnConflict } from "./refusal.ts";

/** Rows added to a ledger; `day` in days since 1970, UTC. */
type RowCount = { total: number; day: number; today: number };

/** `byGuests` is included in `all`. */
type EntryBytes = { all: number; byGuests: number };

export type QuotaStore = {
  /** Undefined if nothing was counted yet. */
  read(ownerId: Id): Promise<RowCount | undefined>;
  /** Adds to the day's count; false if that would exceed `most`, or the stored count is of another day. */
  add(ownerId: Id, day: number, rows: number, most: { today: number; total: number }): Promise<boolean>;
  /** Begins a day's count; false if the stored count is not `before` any more. */
  begin(ownerId: Id, before: RowCount | undefined, after: RowCount): Promise<boolean>;
  /** Counts the stored rows, up to `most`. */
  count(ownerId: Id, most: number): Promise<number>;
  /** Adds to the day's bytes of entries, and returns their sum; undefined if the stored count is of another day. */
  addEntries(ownerId: Id, day: number, bytes: EntryBytes): Promise<EntryBytes | undefined>;
};

/** Rows that a process reserves at once for single additions, so that not each of them costs a write. */
export const ROWS_AHEAD = 20;
/** The most rows of a ledger: those of ten full days. */
export const ROWS_IN_ALL = 10 * ROWS_A_DAY;

/**
 * Bytes of entries that a ledger writes a day. Beyond `short`, entries expire after a month, which is as long as they can
 * be undone. Beyond `most`, or beyond `guests` for guests, only deletions are accepted. So a ledger's partition stays
 * below DynamoDB's ten gigabytes: 30 days × 100 MB and 13 months × 4 MB, twice with the index.
 */
const ENTRY_BYTES = { short: 4_000_000, most: 100_000_000, guests: 25_000_000 };
/** A process adds its bytes to the stored count once they reach this number. */
const ENTRIES_COUNTED_AT = 64_000;

/**
 * Counts the rows added to a ledger across all requests, and refuses (tooLarge) those beyond the limits, which do not
 * depend on the throttles. Deletions are not counted: when the count is full, the rows are counted again, once a day.
 */
export type Quota = ReturnType<typeof createQuota>;

export function createQuota({ quota }: { quota: QuotaStore }, { clock }: Pick<Env, "clock">) {
  const today = () => Math.floor(clock() / DAY_MS);
  /** Rows that this process has reserved and not used yet. Unused ones of a past day are dropped. */
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

  /** Returns rows that were taken but not written. */
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
          // There is room now: a concurrent request began the day, or returned rows. Try again.
          if (before.today + rows > ROWS_A_DAY) throw tomorrow();
          if (before.total + rows > ROWS_IN_ALL) throw full();
          return "changed";
        }
        let total = before?.total ?? 0;
        if (total + rows > ROWS_IN_ALL) total = await quota.count(ownerId, ROWS_IN_ALL);
        // If another request began the day first, the next attempt adds to its count.
        await quota.begin(ownerId, before, { total, day, today: 0 });
        return "changed";
      },
      () => busy(undefined),
    );
  }

  /** By ledger: bytes that this process has not stored yet (`fresh`), and the stored sum when it last did (`known`). */
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

  /** Refuses (tooLarge) all but deletions once too much was written today; true if entries expire after a month. */
  function checkEntries({ ownerId, byGuest }: EntryWriter, isDeletion: boolean): boolean {
    const { fresh, known } = entriesOf(ownerId);
    const written = sumOf(fresh, known);
    const isOver = written.all >= ENTRY_BYTES.most || (byGuest && written.byGuests >= ENTRY_BYTES.guests);
    if (isOver && !isDeletion) throw changedTooMuch();
    return written.all >= ENTRY_BYTES.short;
  }

  /** How many rows a ledger takes today, and in all. */
  async function roomFor(ownerId: Id): Promise<{ today: number; inAll: number }> {
    const { day, today: added, total } = (await quota.read(ownerId)) ?? { day: 0, today: 0, total: 0 };
    const ahead = rowsAhead().get(ownerId) ?? 0;
    const left = (most: number, taken: number) => Math.max(0, most - taken + ahead);
    return { today: left(ROWS_A_DAY, day === today() ? added : 0), inAll: left(ROWS_IN_ALL, total) };
  }

  return { takeRow, takeRows, giveBack, countEntries, checkEntries, roomFor };
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
    `A budget takes at most ${text(ROWS_A_DAY)} new rows a day. Continue tomorrow: nothing is added twice.`,
  );
const changedTooMuch = () =>
  new Refusal(
    "tooLarge",
    "Too much was changed in this budget today. Continue tomorrow; you can still delete.",
  );
const full = () =>
  new Refusal(
    "tooLarge",
    `A budget holds at most ${text(ROWS_IN_ALL)} rows. Delete what you no longer need, then continue tomorrow.`,
  );

/**
 * Wraps a ledger store with the quota: refuses (tooLarge) commits that exceed it, and counts what was written. The
 * daily job is neither refused nor counted, so that due payments are always recorded.
 */
export function countedLedger(ledger: LedgerStore, quota: Quota): LedgerStore {
  return {
    read: (...named) => ledger.read(...named),
    gone: (...of) => ledger.gone(...of),
    growth: (...of) => ledger.growth(...of),
    running: (...of) => ledger.running(...of),
    committed: (...key) => ledger.committed(...key),

    async commit(commit) {
      const { ownerId, changes, entry, undoing, byGuest = false } = commit;
      if (entry.by === null) return ledger.commit(commit);
      const isDeletion = changes.every(({ after }) => after === null);
      const isShort = quota.checkEntries({ ownerId, byGuest }, isDeletion);
      // Restored rows were counted when they were created.
      const created = changes.filter(({ before, after }) => !before && after).length;
      // A row in review that becomes a transaction, or the reverse, was counted when it was created.
      const replaced = changes.some(({ kind }) => kind === "review")
        ? changes.filter(({ before, after }) => before && !after).length
        : 0;
      const rows = undoing ? 0 : Math.max(0, created - replaced);
      if (rows === 1) await quota.takeRow(ownerId);
      else await quota.takeRows(ownerId, rows);
      const outcome = await ledger.commit({ ...commit, isShort });
      const isWritten = typeof outcome !== "string" && outcome.id === entry.id;
      if (!isWritten) quota.giveBack(ownerId, rows);
      else await quota.countEntries({ ownerId, byGuest }, bytesOf(compactEntry(entry)));
      return outcome;
    },
  };
}
