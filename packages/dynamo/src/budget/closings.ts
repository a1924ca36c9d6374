import { createHash, randomUUID } from "node:crypto";
import { deriveMonths, type MonthSums } from "@coffer/domain/budget/budget";
import {
  type Closing,
  closingOf,
  lastClosable,
  mayBeClosed,
  sumsIn as sumsInClosing,
} from "@coffer/domain/budget/closing";
import { storedMonth } from "@coffer/domain/definition/values";
import type { Id } from "@coffer/domain/id";
import { DAY_MS } from "@coffer/domain/time/duration";
import { addMonthsTo, type Month, monthsBetween, nextMonth } from "@coffer/domain/time/month";
import * as v from "valibot";
import { type Categories, generationKey, readCategories } from "../category/resolve-category.ts";
import { stillIs, succeeds } from "../table/conditions.ts";
import { type Item, keyedBetween, ledgerKey, ledgerPartition, type WriteInput } from "../table/item.ts";
import { isExpired, type Table, ttl } from "../table/table.ts";
import { factsIn, readMonthItems } from "./months.ts";

const PREFIX = "CLOSING#";
const closingKey = (ownerId: Id, month: Month) => ledgerKey(ownerId, `${PREFIX}${month}`);
const stored = v.object({
  month: storedMonth,
  /** Another one with each change of the month. */
  changedBy: v.optional(v.string()),
  closing: v.optional(
    v.object({
      rows: v.array(v.number()),
      /** Absent from those of an earlier release, which are made again. */
      spent: v.optional(v.array(v.number())),
      resetAt: v.nullable(v.number()),
      basis: v.string(),
    }),
  ),
});

/** Derived anew after so long, should anything ever be written past the ledger's one way. */
const LIFETIME_MS = 30 * DAY_MS;
/** Beyond so many months all of them are void, by one write. */
const MOST_MONTHS = 12;

/** The writes that make what is cached of these months void; of months that nobody can have closed none. */
export function voidingWrites(
  ownerId: Id,
  months: Iterable<Month>,
  at: number,
  most = MOST_MONTHS,
): WriteInput[] {
  const changedBy = randomUUID();
  const past = [...new Set(months)].filter((month) => mayBeClosed(month, at));
  const voided = (Key: { pk: string; sk: string }, set: string, values: Item): WriteInput => ({
    Update: {
      Key,
      UpdateExpression: `SET changedBy = :changedBy${set} REMOVE closing, expiresAt`,
      ExpressionAttributeValues: { ":changedBy": changedBy, ...values },
      ...(set && { ExpressionAttributeNames: { "#month": "month" } }),
    },
  });
  return past.length > most
    ? [voided(generationKey(ownerId), "", {})]
    : past.map((month) => voided(closingKey(ownerId, month), ", #month = :month", { ":month": month }));
}

/** Items that the sums of some months are made of, before the categories are read that it names. */
export type SumItems = { first: Month; last: Month; closings: Item[]; open: Item[] };
type Sums = { months: MonthSums[]; categories: Categories };

export async function readSumItems(
  table: Table,
  ownerId: Id,
  first: Month,
  last: Month,
  now: number,
): Promise<SumItems> {
  const end = lastClosable(now);
  const [closings, open] = await Promise.all([
    first <= end ? table.query(closingsBetween(ownerId, first, end < last ? end : last)) : [],
    end < last ? readMonthItems(table, ownerId, end < first ? first : nextMonth(end), last) : [],
  ]);
  return { first, last, closings, open };
}

/**
 * The budgets of every month from `first` to `last`: of past ones by their closings, which are made where there are
 * none.
 */
export async function readSums(
  table: Table,
  ownerId: Id,
  first: Month,
  last: Month,
  now: number,
): Promise<Sums> {
  const items = await readSumItems(table, ownerId, first, last, now);
  return sumsIn(table, ownerId, items, await readCategories(table, ownerId), now);
}

export async function sumsIn(
  table: Table,
  ownerId: Id,
  { first, last, closings, open }: SumItems,
  categories: Categories,
  now: number,
): Promise<Sums> {
  const months = Array.from({ length: monthsBetween(first, last) + 1 }, (_, index) =>
    addMonthsTo(first, index),
  );
  const end = lastClosable(now);
  const basis = basisOf(categories);
  const seen = new Map(closings.map((item) => [v.parse(stored, item).month, item]));
  const sums = new Map<Month, MonthSums>();
  for (const [month, item] of seen) {
    const { closing } = v.parse(stored, item);
    if (closing?.basis === basis && closing.spent && !isExpired(item, now))
      sums.set(month, sumsInClosing(month, { ...closing, spent: closing.spent }));
  }
  const openMonths = months.filter((month) => month > end);
  for (const one of deriveMonths(factsIn(open, categories, openMonths))) sums.set(one.month, one);
  const missing = months.filter((month) => !sums.has(month));
  for (const one of await close(table, ownerId, missing, { seen, now })) sums.set(one.month, one);
  return { months: months.flatMap((month) => sums.get(month) ?? []), categories };
}

/** Derives months that have no closing, and stores one for each that nobody changed meanwhile. */
async function close(
  table: Table,
  ownerId: Id,
  months: readonly Month[],
  { seen, now }: { seen: ReadonlyMap<Month, Item>; now: number },
): Promise<MonthSums[]> {
  if (months.length === 0) return [];
  const items = (
    await Promise.all(runsOf(months).map((run) => readMonthItems(table, ownerId, ...run)))
  ).flat();
  const categories = await readCategories(table, ownerId);
  const basis = basisOf(categories);
  const facts = factsIn(items, categories, months);
  const derived = deriveMonths(facts);
  // Months before the first of which anything is known have nothing to store.
  const from = [
    ...seen.keys(),
    ...derived.filter(({ budgets }) => budgets.length > 0).map(({ month }) => month),
  ];
  const known = from.toSorted()[0];
  await Promise.all(
    derived.map(async (sums, index) => {
      const { month } = sums;
      if (known === undefined || month < known) return;
      const closing = { ...closingOf(sums, facts[index]?.resetAt ?? null), basis };
      await store(table, ownerId, month, closing, { before: seen.get(month), now });
    }),
  );
  return derived;
}

function store(
  table: Table,
  ownerId: Id,
  month: Month,
  closing: Closing & { basis: string },
  { before, now }: { before: Item | undefined; now: number },
): Promise<boolean> {
  const { changedBy } = before ? v.parse(stored, before) : {};
  const item = {
    ...closingKey(ownerId, month),
    month,
    changedBy,
    closing,
    expiresAt: ttl(now + LIFETIME_MS),
  };
  return succeeds(() => table.put(item, stillIs("changedBy", changedBy)));
}

/** The mark that tells one state of a ledger's deletions from another: with any of them every month may be another. */
function basisOf({ tombstones, undoneImports, generation }: Categories): string {
  const deleted = [...tombstones].flatMap(([id, one]) => (one ? [[id, one.deletedAt, one.movedTo]] : []));
  const state = JSON.stringify([deleted, [...undoneImports].toSorted(), generation]);
  return createHash("sha256").update(state).digest("base64url").slice(0, 16);
}

const closingsBetween = (ownerId: Id, first: Month, last: Month) =>
  keyedBetween(ledgerPartition(ownerId), `${PREFIX}${first}`, `${PREFIX}${last}`);

/** The first and last months of stretches without a gap. */
function runsOf(months: readonly Month[]): [Month, Month][] {
  const runs: [Month, Month][] = [];
  for (const month of months) {
    const last = runs.at(-1);
    if (last && nextMonth(last[1]) === month) last[1] = month;
    else runs.push([month, month]);
  }
  return runs;
}
