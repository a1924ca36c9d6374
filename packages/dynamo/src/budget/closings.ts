import { createHash, randomBytes } from "node:crypto";
import type { Carried } from "@coffer/core/budget/budget-store";
import type { ChangeOf, Running, RunningMonth } from "@coffer/core/ledger/ledger";
import { runsOf } from "@coffer/domain/batches";
import { deriveMonths, type MonthSums } from "@coffer/domain/budget/budget";
import {
  carriedIn,
  carriedText,
  closingOf,
  mayBeClosed,
  sumsIn,
  withAdded,
  withRemoved,
} from "@coffer/domain/budget/closing";
import { storedMonth } from "@coffer/domain/definition/values";
import type { Id } from "@coffer/domain/id";
import { DAY_MS, MINUTE_MS } from "@coffer/domain/time/day";
import { type Month, monthOfDay, nextMonth } from "@coffer/domain/time/month";
import { today } from "@coffer/domain/time/timezone";
import * as v from "valibot";
import {
  type Categories,
  deletionsIn,
  generationKey,
  pastKey,
  readCategories,
} from "../category/resolve-category.ts";
import { type Item, isExpired, keyedBetween, ledgerKey, ledgerPartition, ttl } from "../table/item.ts";
import type { Table } from "../table/table.ts";
import { assign, change, put, stillIs, succeeds } from "../table/writes.ts";
import { factsIn, monthsFrom, readMonthItems } from "./months.ts";

const PREFIX = "CLOSING#";
const closingKey = (ownerId: Id, month: Month) => ledgerKey(ownerId, `${PREFIX}${month}`);
const stored = v.object({
  month: storedMonth,
  changedBy: v.optional(v.string()),
  expiresAt: v.optional(v.number()),
  carried: v.optional(v.object({ into: v.string(), basis: v.string(), until: v.number() })),
  closing: v.optional(
    v.object({
      /** Absent in closings of earlier releases, which are derived again. */
      sums: v.optional(v.string()),
      resetAt: v.nullable(v.number()),
      basis: v.string(),
    }),
  ),
});

/** Closings are derived again after this time, in case a write ever fails to update one. */
const LIFETIME_MS = 30 * DAY_MS;
/** The same for open months: an older release that is deployed alongside does not update their closings. */
const OPEN_LIFETIME_MS = 10 * MINUTE_MS;
/** The same for amounts carried into a month: an older release does not mark changes of past months. */
const CARRIED_LIFETIME_MS = DAY_MS;
/** If more months change, one write invalidates all closings. */
export const MOST_MONTHS = 12;

const anyId = () => randomBytes(9).toString("base64url");

/** The writes that invalidate the closings of these months and the cached amounts that were carried through them. */
export function voidingWrites(ownerId: Id, months: Iterable<Month>, now: number, most = MOST_MONTHS) {
  const changed = [...new Set(months)];
  return [...voidedClosings(ownerId, changed, most), ...pastWrites(ownerId, changed, now)];
}

/** The write that invalidates cached carried amounts, if any of these months is past. */
export const pastWrites = (ownerId: Id, months: readonly Month[], now: number) =>
  isAnyPast(months, now)
    ? [{ Update: change(pastKey(ownerId), "SET changedBy = :changedBy", { changedBy: anyId() }) }]
    : [];

/** A month counts as past from its last day on, in case another process' clock is ahead. */
export const isAnyPast = (months: readonly Month[], now: number): boolean =>
  months.some((month) => mayBeClosed(month, now));

export function voidedClosings(ownerId: Id, changed: readonly Month[], most = MOST_MONTHS) {
  const changedBy = anyId();
  const changes =
    changed.length > most
      ? [change(generationKey(ownerId), "SET changedBy = :changedBy", { changedBy })]
      : changed.map((month) => {
          const set = "SET changedBy = :changedBy, #month = :month REMOVE closing, expiresAt";
          return change(closingKey(ownerId, month), set, { changedBy, month });
        });
  return changes.map((Update) => ({ Update }));
}

/** The closing of an item, if it is valid under the basis (undefined: any). */
function closedIn(item: Item, basis: string | undefined, now: number): RunningMonth | undefined {
  const { month, changedBy, carried, closing, expiresAt } = v.parse(stored, item);
  if (!closing || (basis !== undefined && closing.basis !== basis)) return undefined;
  if (closing.sums === undefined || isExpired(item, now)) return undefined;
  const sums = sumsIn(month, closing.sums, closing.resetAt);
  return { sums, resetAt: closing.resetAt, basis: closing.basis, changedBy, carried, expiresAt };
}

/**
 * Reads the closings that a commit will update. Additions need no categories: the commit itself checks that the category
 * of a new transaction is live.
 */
export async function readRunning(
  table: Table,
  ownerId: Id,
  months: readonly Month[],
  { now, isAddition }: { now: number; isAddition: boolean },
): Promise<Running> {
  const [items, categories] = await Promise.all([
    readClosings(table, ownerId, months),
    isAddition ? undefined : readCategories(table, ownerId),
  ]);
  const basis = categories && basisOf(categories);
  return {
    basis,
    months: closedMonths(items, basis, now),
    isShown({ before, version }) {
      if (!categories || !before) return false;
      const isHidden = before.batch !== undefined && categories.undoneImports.has(before.batch);
      const { categoryId } = categories.resolve(version?.categoryId ?? before.categoryId);
      return !isHidden && categoryId === before.categoryId;
    },
  };
}

const readClosings = (table: Table, ownerId: Id, months: readonly Month[]) =>
  table.getMany(months.map((month) => closingKey(ownerId, month)));

const closedMonths = (items: readonly (Item | undefined)[], basis: string | undefined, now: number) =>
  new Map(
    items
      .flatMap((item) => (item && closedIn(item, basis, now)) ?? [])
      .map((one) => [one.sums.month, one] as const),
  );

/** The month's closing after the changes; null if it must be derived from all transactions. */
export function updatedMonth(
  { months, isShown }: Running,
  month: Month,
  changes: readonly ChangeOf<"transaction">[],
): RunningMonth | null {
  const closed = months.get(month);
  if (!closed) return null;
  let sums: MonthSums | null = closed.sums;
  for (const change of changes) {
    const { before, after } = change;
    if (sums && before && monthOfDay(before.date) === month)
      sums = isShown(change) ? withRemoved(sums, closed.resetAt, before) : null;
    if (sums && after && monthOfDay(after.date) === month) sums = withAdded(sums, closed.resetAt, after);
  }
  return sums && { ...closed, sums };
}

/** Stores an updated closing, unless another write has changed it since it was read. */
export const closingUpdate = (ownerId: Id, { changedBy, ...closed }: RunningMonth) =>
  put(closingItem(ownerId, closed), stillIs("changedBy", changedBy));

const closingItem = (
  ownerId: Id,
  { sums, resetAt, basis, carried, expiresAt }: Omit<RunningMonth, "changedBy">,
) => ({
  ...closingKey(ownerId, sums.month),
  month: sums.month,
  changedBy: anyId(),
  ...(carried && { carried }),
  // An earlier release that is deployed alongside derives a closing without `spent` again.
  closing: { sums: closingOf(sums), resetAt, basis, rows: [] },
  expiresAt,
});

/** Adds closings that a failed condition found or another commit handed on, and removes those of `stale` months. */
export function withClosings(
  running: Running,
  items: readonly Item[],
  now: number,
  stale: readonly (Month | undefined)[] = [],
): Running {
  const others = [...running.months].filter(([month]) => !stale.includes(month));
  return { ...running, months: new Map([...others, ...closedMonths(items, running.basis, now)]) };
}

export const closingItems = (table: Table, ownerId: Id, first: Month, last: Month): Promise<Item[]> =>
  first > last
    ? Promise.resolve([])
    : table.query(keyedBetween(ledgerPartition(ownerId), `${PREFIX}${first}`, `${PREFIX}${last}`));

/** The sums of the months, from their closings, which are made if missing. */
export async function readSums(
  table: Table,
  ownerId: Id,
  { first, last, closings }: { first: Month; last: Month; closings: readonly Item[] },
  categories: Categories,
  now: number,
): Promise<MonthSums[]> {
  const months = first > last ? [] : monthsFrom(first, last);
  const basis = basisOf(categories);
  const seen: Seen = new Map();
  const sums = new Map<Month, MonthSums>();
  const note = (items: readonly Item[]) => {
    for (const item of items) {
      const { month, changedBy, carried } = v.parse(stored, item);
      seen.set(month, { changedBy, carried });
      const closed = closedIn(item, basis, now);
      // A closing with a category created after the categories were read is derived again.
      if (closed?.sums.budgets.every(({ categoryId }) => categories.tombstones.has(categoryId)))
        sums.set(month, closed.sums);
    }
  };
  const missing = () => months.filter((month) => !sums.has(month));
  note(closings);
  if (missing().length > 0) {
    await table.inTurn(ownerId, async ({ handed, end }) => {
      // The commit before may have changed or stored them.
      if (handed) note((await readClosings(table, ownerId, missing())).filter((item) => item !== undefined));
      const { derived, kept } = await close(table, ownerId, missing(), seen, now);
      for (const one of derived) sums.set(one.month, one);
      end(kept);
    });
  }
  return months.flatMap((month) => sums.get(month) ?? []);
}

/** The state of the closings' items when they were read. */
type Seen = Map<Month, Pick<RunningMonth, "changedBy" | "carried">>;

/** Derives months without a closing, and stores one for each that has not changed since it was `seen`. */
async function close(
  table: Table,
  ownerId: Id,
  months: readonly Month[],
  seen: Seen,
  now: number,
): Promise<{ derived: MonthSums[]; kept: Item[] }> {
  if (months.length === 0) return { derived: [], kept: [] };
  const runs = runsOf(months, (last, month) => nextMonth(last) === month);
  const items = await Promise.all(runs.map((run) => readMonthItems(table, ownerId, ...run)));
  const categories = await readCategories(table, ownerId);
  const facts = await factsIn(items.flat(), categories, months);
  const derived = deriveMonths(facts);
  // Months before the first with any content need no closing, and neither do empty future ones.
  const withBudgets = derived.filter(({ budgets }) => budgets.length > 0).map(({ month }) => month);
  const [known] = [...seen.keys(), ...withBudgets].toSorted();
  const present = monthOfDay(today(now, "UTC"));
  const basis = basisOf(categories);
  const stores = derived.map(async (sums, index) => {
    const { month, budgets } = sums;
    if (known === undefined || month < known || (month > present && budgets.length === 0)) return [];
    const expiresAt = ttl(now + (mayBeClosed(month, now) ? LIFETIME_MS : OPEN_LIFETIME_MS));
    const { changedBy, carried } = seen.get(month) ?? {};
    const resetAt = facts[index]?.resetAt ?? null;
    const item = closingItem(ownerId, { sums, resetAt, basis, carried, expiresAt });
    return (await succeeds(table.put(item, stillIs("changedBy", changedBy)))) ? [item] : [];
  });
  return { derived, kept: (await Promise.all(stores)).flat() };
}

/**
 * The cached amounts that are carried into `first`. They are valid until a past month or a category changes, so
 * `categories` must be read before, or in parallel with, what they are computed from.
 */
export function carriedInto(
  table: Table,
  ownerId: Id,
  { first, closings }: { first: Month; closings: readonly Item[] },
  categories: Categories,
  now: number,
): Carried {
  // Amounts carried into a future month change with the current one.
  if (first > monthOfDay(today(now, "UTC"))) return { into: undefined, keep: async () => {} };
  const basis = hashOf([basisOf(categories), categories.past]);
  const item = closings.find(({ sk }) => sk === closingKey(ownerId, first).sk);
  const kept = item && v.parse(stored, item).carried;
  return {
    into: kept?.basis === basis && kept.until > now ? carriedIn(kept.into) : undefined,
    async keep(into) {
      const carried = { into: carriedText(into), basis, until: now + CARRIED_LIFETIME_MS };
      await table.update(assign(closingKey(ownerId, first), { month: first, carried }));
    },
  };
}

/** Identifies the state of a ledger's deletions. Any deletion or restore may change every month. */
const basisOf = (categories: Categories): string =>
  hashOf([...deletionsIn(categories), categories.generation]);

const hashOf = (state: unknown) =>
  createHash("sha256").update(JSON.stringify(state)).digest("base64url").slice(0, 12);
