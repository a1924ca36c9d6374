import { createHash, randomUUID } from "node:crypto";
import { runsOf } from "@coffer/domain/batches";
import { deriveMonths, type MonthSums } from "@coffer/domain/budget/budget";
import { closingOf, lastClosable, mayBeClosed, sumsIn as sumsInClosing } from "@coffer/domain/budget/closing";
import { storedMonth } from "@coffer/domain/definition/values";
import type { Id } from "@coffer/domain/id";
import { DAY_MS } from "@coffer/domain/time/duration";
import { type Month, nextMonth } from "@coffer/domain/time/month";
import * as v from "valibot";
import { type Categories, deletionsIn, generationKey, readCategories } from "../category/resolve-category.ts";
import { isExpired, keyedBetween, ledgerKey, ledgerPartition, ttl } from "../table/item.ts";
import type { Table } from "../table/table.ts";
import { change, stillIs, succeeds } from "../table/writes.ts";
import { factsIn, monthsFrom, readMonthItems } from "./months.ts";

const PREFIX = "CLOSING#";
const closingKey = (ownerId: Id, month: Month) => ledgerKey(ownerId, `${PREFIX}${month}`);
const stored = v.object({
  month: storedMonth,
  changedBy: v.optional(v.string()),
  closing: v.optional(
    v.object({
      rows: v.array(v.number()),
      /** Absent in closings of an earlier release, which are derived again. */
      spent: v.optional(v.array(v.number())),
      made: v.optional(v.array(v.number())),
      resetAt: v.nullable(v.number()),
      basis: v.string(),
    }),
  ),
});

/** Closings are derived again after this time, in case a write ever fails to invalidate one. */
const LIFETIME_MS = 30 * DAY_MS;
/** If more months change, one write invalidates all closings. */
const MOST_MONTHS = 12;

/** The writes that invalidate the closings of these months; none for months that cannot be closed yet. */
export function voidingWrites(ownerId: Id, months: Iterable<Month>, at: number, most = MOST_MONTHS) {
  const changedBy = randomUUID();
  const past = [...new Set(months)].filter((month) => mayBeClosed(month, at));
  const changes =
    past.length > most
      ? [change(generationKey(ownerId), "SET changedBy = :changedBy", { changedBy })]
      : past.map((month) => {
          const set = "SET changedBy = :changedBy, #month = :month REMOVE closing, expiresAt";
          return change(closingKey(ownerId, month), set, { changedBy, month });
        });
  return changes.map((Update) => ({ Update }));
}

/** Read these before the categories that they reference. */
export async function readSumItems(table: Table, ownerId: Id, first: Month, last: Month, now: number) {
  const end = lastClosable(now);
  const closed = (to: Month) => keyedBetween(ledgerPartition(ownerId), `${PREFIX}${first}`, `${PREFIX}${to}`);
  const [closings, open] = await Promise.all([
    first <= end ? table.query(closed(end < last ? end : last)) : [],
    end < last ? readMonthItems(table, ownerId, end < first ? first : nextMonth(end), last) : [],
  ]);
  return { first, last, closings, open };
}

type SumItems = Awaited<ReturnType<typeof readSumItems>>;

/** The sums of the months: of past ones from their closings, which are made if missing. */
export async function sumsIn(table: Table, ownerId: Id, read: SumItems, categories: Categories, now: number) {
  const { first, last, closings, open } = read;
  const months = monthsFrom(first, last);
  const end = lastClosable(now);
  const basis = basisOf(categories);
  const changes = new Map<Month, string | undefined>();
  const sums = new Map<Month, MonthSums>();
  for (const item of closings) {
    const { month, changedBy, closing } = v.parse(stored, item);
    changes.set(month, changedBy);
    if (closing?.basis === basis && closing.spent && closing.made && !isExpired(item, now))
      sums.set(month, sumsInClosing(month, { ...closing, spent: closing.spent, made: closing.made }));
  }
  const openMonths = months.filter((month) => month > end);
  for (const one of deriveMonths(await factsIn(open, categories, openMonths))) sums.set(one.month, one);
  const missing = months.filter((month) => !sums.has(month));
  for (const one of await close(table, ownerId, missing, changes, now)) sums.set(one.month, one);
  return months.flatMap((month) => sums.get(month) ?? []);
}

/** Derives months without a closing, and stores one for each that has not changed since `changes` were read. */
async function close(
  table: Table,
  ownerId: Id,
  months: readonly Month[],
  changes: ReadonlyMap<Month, string | undefined>,
  now: number,
): Promise<MonthSums[]> {
  if (months.length === 0) return [];
  const runs = runsOf(months, (last, month) => nextMonth(last) === month);
  const items = await Promise.all(runs.map((run) => readMonthItems(table, ownerId, ...run)));
  const categories = await readCategories(table, ownerId);
  const facts = await factsIn(items.flat(), categories, months);
  const derived = deriveMonths(facts);
  // Months before the first with any content need no closing.
  const withBudgets = derived.filter(({ budgets }) => budgets.length > 0).map(({ month }) => month);
  const [known] = [...changes.keys(), ...withBudgets].toSorted();
  const basis = basisOf(categories);
  const stores = derived.map(async (sums, index) => {
    const { month } = sums;
    if (known === undefined || month < known) return;
    const changedBy = changes.get(month);
    const closing = { ...closingOf(sums, facts[index]?.resetAt ?? null), basis };
    const expiresAt = ttl(now + LIFETIME_MS);
    const item = { ...closingKey(ownerId, month), month, changedBy, closing, expiresAt };
    await succeeds(table.put(item, stillIs("changedBy", changedBy)));
  });
  await Promise.all(stores);
  return derived;
}

/** Identifies the state of a ledger's deletions. Any deletion or restore may change every month. */
function basisOf(categories: Categories): string {
  const state = JSON.stringify([...deletionsIn(categories), categories.generation]);
  return createHash("sha256").update(state).digest("base64url").slice(0, 16);
}
