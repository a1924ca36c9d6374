import { type Change, type ChangeOf, isOf } from "@coffer/core/ledger/ledger";
import type { ReviewStore } from "@coffer/core/review/review-store";
import { runsOf } from "@coffer/domain/batches";
import { storedOf } from "@coffer/domain/definition/kind";
import { storedDay } from "@coffer/domain/definition/values";
import type { Id } from "@coffer/domain/id";
import { LIKE_DAYS } from "@coffer/domain/import/like";
import { reviewRow } from "@coffer/domain/review/definition";
import { NOTHING_WAITS, negated, printOf, type ReviewRow, waitingDelta } from "@coffer/domain/review/review";
import { addDays, type Day, daysBetween } from "@coffer/domain/time/day";
import { addTotals, type Totals } from "@coffer/domain/transaction/search";
import * as v from "valibot";
import { categoryFromItem } from "../category/categories.ts";
import {
  batchOf,
  type Categories,
  inLiveCategory,
  isLive,
  isTakenBack,
  readCategories,
  reviewTotals,
  reviewTotalsKey,
} from "../category/resolve-category.ts";
import { aliasPut, aliasRemoval, importedOf } from "../import/imported.ts";
import { type Codec, deleteStep, putStep, type Step, unconditional } from "../ledger/codec.ts";
import { rulesIn, rulesKey } from "../rule/rules.ts";
import { subscriptionItems } from "../subscription/subscriptions.ts";
import {
  datedBetween,
  type Item,
  idText,
  ledgerKey,
  ledgerPartition,
  type WriteInput,
} from "../table/item.ts";
import { readEach } from "../table/readable.ts";
import { eventual, type Table } from "../table/table.ts";
import { change, stillIs } from "../table/writes.ts";
import { isInReview, transactionKey, transactionsIn } from "../transaction/transactions.ts";

// A row has the key of the transaction that it may become, so that no row can become two. The index lists rows that wait,
// and those set aside, apart from everything that has a date.
const WAITING = "REVIEW#";
const ASIDE = "ASIDE#";
const placesOf = (from: string, to: string) =>
  [WAITING, ASIDE].map((prefix) => [`${prefix}${from}`, `${prefix}${to}`] as const);

/** The attribute `date` orders the index: where the row is, its day and its id. */
const storedPlace = v.object({
  date: v.pipe(v.string(), v.regex(/^(?:REVIEW|ASIDE)#\d{4}-\d{2}-\d{2}#\d{16}$/)),
});
const placeOf = (item: Item) => v.parse(storedPlace, item).date.split("#").slice(1).join(".");
const stored = storedOf(reviewRow);

export const reviewItem = (ownerId: Id, { date: day, state, ...row }: ReviewRow) => ({
  ...transactionKey(ownerId, row),
  ...row,
  date: `${state === "waiting" ? WAITING : ASIDE}${day}#${idText(row.id)}`,
  ...(state !== "waiting" && { state }),
});

/** The rows among the items, without those of undone imports. */
export function reviewRowsIn(items: readonly Item[], categories: Categories): ReviewRow[] {
  const rows = items.filter((item) => isInReview(item) && !isTakenBack(item, categories));
  return readEach(rows, (item) => {
    const [date] = placeOf(item).split(".");
    const { proposedId, ...row } = v.parse(stored, { state: "waiting", ...item, date });
    const proposed = proposedId && categories.resolve(proposedId).categoryId;
    return { ...row, ...(proposed && { proposedId: proposed }) };
  });
}

const aliased = (row: ReviewRow) => ({ ...row, imported: printOf(row) });
export const reviewAlias = (ownerId: Id, row: ReviewRow): WriteInput[] => aliasPut(ownerId, aliased(row));

export const reviewCodec: Codec<"review"> = {
  key: transactionKey,
  fromItem: (item, categories) => reviewRowsIn([item], categories)[0] ?? null,
  steps(change, context) {
    const { before, after, version } = change;
    const { ownerId } = context;
    if (after)
      return [
        putStep(reviewItem(ownerId, after), version, context),
        ...unconditional(before ? [] : reviewAlias(ownerId, after)),
      ];
    if (!before) return [];
    const removed = deleteStep(transactionKey(ownerId, before), version);
    return [...removed, ...unconditional(aliasRemoval(ownerId, aliased(before)))];
  },
};

/** Rows that wait or are set aside, of these days. */
export async function reviewItemsOf(table: Table, ownerId: Id, from: string, to: string): Promise<Item[]> {
  const ranges = placesOf(from, `${to}#~`).map(([first, last]) =>
    table.query(datedBetween(ledgerPartition(ownerId), first, last)),
  );
  return (await Promise.all(ranges)).flat();
}

/** All rows that wait or are set aside. */
export async function* reviewItemPages(table: Table, ownerId: Id): AsyncGenerator<Item[]> {
  const all = datedBetween(ledgerPartition(ownerId), ASIDE, `${WAITING}~`);
  for await (const { items } of table.pages(all)) yield items;
}

/** What of an import waits. An undo of the import, which reads none of its rows, takes it out of the totals. */
export const batchTotalsKey = (ownerId: Id, batch: string) => ledgerKey(ownerId, `IMPORTREVIEW#${batch}`);

const isZero = ({ count, income, expense }: Totals) => count === 0 && income === 0 && expense === 0;
const addition = (key: ReturnType<typeof ledgerKey>, totals: Totals): WriteInput[] =>
  isZero(totals)
    ? []
    : [{ Update: change(key, "ADD #count :count, #income :income, #expense :expense", { ...totals }) }];

/** Keeps the totals of what waits, of the ledger and of each import, with changed rows. */
export function totalWrites(
  ownerId: Id,
  changes: readonly Pick<ChangeOf<"review">, "before" | "after">[],
): WriteInput[] {
  const byBatch = Map.groupBy(changes, ({ before, after }) => (after ?? before)?.batch);
  return [
    ...addition(reviewTotalsKey(ownerId), waitingDelta(changes)),
    ...[...byBatch].flatMap(([batch, some]) =>
      batch === undefined ? [] : addition(batchTotalsKey(ownerId, batch), waitingDelta(some)),
    ),
  ];
}

/** The same with imports that are undone or restored, of which nobody can change a row meanwhile. */
export async function reviewSteps(table: Table, ownerId: Id, changes: readonly Change[]): Promise<Step[]> {
  const rows = changes.filter((change) => isOf("review", change));
  const imports = changes.filter((change) => isOf("import", change));
  const steps = unconditional(totalWrites(ownerId, rows));
  let moved = NOTHING_WAITS;
  for (const { before, after } of imports) {
    const key = batchTotalsKey(ownerId, (after ?? before)?.batch ?? "");
    const item = await table.get(key);
    if (!item) continue;
    const totals = v.parse(reviewTotals, item);
    moved = addTotals(moved, after ? totals : negated(totals));
    const unchanged = { ConditionCheck: { Key: key, ...stillIs("count", totals.count) } };
    steps.push({ write: unchanged, problem: "changed" });
  }
  return [...steps, ...unconditional(addition(reviewTotalsKey(ownerId), moved))];
}

/** The most portions that a page reads if the rows of undone imports fill them. */
const MOST_PORTIONS = 5;
/** Days of rows that are closer together are read as one range; the oldest ranges and items beyond the most are not. */
const GAP_DAYS = 20;
const MOST_RANGES = 12;
const MOST_NEAR = 400;

/** The key before that of the row with which a page ended. */
const beforePlace = (place: string): string => {
  const [date, id] = place.split(".");
  return `${WAITING}${date}#${idText(Number(id) - 1)}`;
};

export function createReviewStore(table: Table): ReviewStore {
  const between = async (ownerId: Id, from: string, to: string, Limit: number) => {
    const range = { ...datedBetween(ledgerPartition(ownerId), from, to), ConsistentRead: false };
    return (await table.page({ ...range, ScanIndexForward: false, Limit })).items;
  };

  /** What rows may match or be halves of: transactions, transfers, and rows of the pages before and after. */
  async function near(
    ownerId: Id,
    items: readonly Item[],
    { isFirst, isLast }: { isFirst: boolean; isLast: boolean },
  ) {
    const days = items.map((item) => v.parse(storedDay, placeOf(item).split(".")[0]));
    const [newest, oldest] = [days[0], days.at(-1)];
    const last = items.at(-1);
    if (!last || newest === undefined || oldest === undefined) return [];
    const ranges = runsOf(days, (later, day) => daysBetween(day, later) < GAP_DAYS).slice(0, MOST_RANGES);
    const of = (prefix: string, from: Day, to: Day) =>
      between(ownerId, `${prefix}${from}`, `${prefix}${to}#~`, MOST_NEAR);
    const read = await Promise.all([
      ...ranges.flatMap(([last, first]) => {
        const [from, to] = [addDays(first, -LIKE_DAYS), addDays(last, LIKE_DAYS)];
        return [of("", from, to), of(ASIDE, from, to)];
      }),
      isFirst ? [] : of(WAITING, newest, addDays(newest, LIKE_DAYS)),
      isLast
        ? []
        : between(ownerId, `${WAITING}${addDays(oldest, -LIKE_DAYS)}`, beforePlace(placeOf(last)), MOST_NEAR),
    ]);
    return read.flat();
  }

  return {
    async page(ownerId, place, size) {
      if (place !== undefined && !/^\d{4}-\d{2}-\d{2}\.\d{16}$/.test(place)) return undefined;
      let to = place === undefined ? `${WAITING}~` : beforePlace(place);
      for (let portion = 1; ; portion += 1) {
        const range = datedBetween(ledgerPartition(ownerId), WAITING, to);
        const [{ items, next: more }, ruleItem, subscriptions] = await Promise.all([
          table.page({ ...range, ScanIndexForward: false, Limit: size }),
          table.get(rulesKey(ownerId), false),
          subscriptionItems(eventual(table), ownerId),
        ]);
        const [others, categories] = await Promise.all([
          near(ownerId, items, { isFirst: place === undefined, isLast: more === undefined }),
          readCategories(table, ownerId),
        ]);
        const rows = reviewRowsIn(items, categories);
        const last = items.at(-1);
        const next = more && last ? placeOf(last) : null;
        if (next !== null && rows.length === 0 && portion < MOST_PORTIONS) {
          to = beforePlace(next);
          continue;
        }
        const own = new Set(rows.map(({ id }) => id));
        const isOpen = ({ id, state, pairId }: ReviewRow) =>
          !own.has(id) && (state === "waiting" || (state === "transfer" && pairId === undefined));
        const transactions = others.flatMap((item) => {
          const noted = { imported: importedOf(item, categories), batch: batchOf(item) };
          return transactionsIn([item], categories).map((one) => ({ ...one, ...noted }));
        });
        const facts = {
          categories: categories.live.filter(isLive).flatMap((item) => readEach([item], categoryFromItem)),
          rules: ruleItem ? rulesIn(ruleItem, categories) : [],
          subscriptions: subscriptions.map((one) => inLiveCategory(one, categories)),
          transactions,
          others: reviewRowsIn(others, categories).filter(isOpen),
        };
        return { rows, total: categories.review, next, facts };
      }
    },
  };
}
