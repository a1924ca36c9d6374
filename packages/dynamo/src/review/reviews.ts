import type { ReviewStore } from "@coffer/core/stores";
import { runsOf } from "@coffer/domain/batches";
import { storedDay } from "@coffer/domain/definition/values";
import type { Id } from "@coffer/domain/id";
import { LIKE_DAYS } from "@coffer/domain/import/match-rows";
import { addDays, type Day, daysBetween } from "@coffer/domain/time/day";
import * as v from "valibot";
import { categoryFromItem } from "../category/categories.ts";
import { batchOf, type Categories, inLiveCategory, readCategories } from "../category/resolve-category.ts";
import { importedOf } from "../import/imported.ts";
import { rulesIn, rulesKey } from "../rule/rules.ts";
import { subscriptionItems } from "../subscription/subscriptions.ts";
import { datedBetween, type Item, idText, ledgerPartition } from "../table/item.ts";
import { readEach } from "../table/readable.ts";
import { eventual, type Table } from "../table/table.ts";
import { transactionsIn } from "../transaction/transactions.ts";
import { ASIDE, placeOf, reviewRowsIn, WAITING } from "./review-items.ts";

/** The most portions that a page reads if the rows of undone imports fill them. */
const MOST_PORTIONS = 5;
/** Days of rows that are closer together are read as one range; the oldest ranges and items beyond the most are not. */
const GAP_DAYS = 20;
const MOST_RANGES = 12;
const MOST_NEAR = 400;

/** The last key before the row that a page ended with. */
const beforePlace = (place: string): string => {
  const [date, id] = place.split(".");
  return `${WAITING}${date}#${idText(Number(id) - 1)}`;
};

export function createReviewStore(table: Table): ReviewStore {
  const between = async (ownerId: Id, from: string, to: string, Limit: number) => {
    const range = { ...datedBetween(ledgerPartition(ownerId), from, to), ConsistentRead: false };
    return (await table.page({ ...range, ScanIndexForward: false, Limit })).items;
  };

  /** The transactions, transfers, and rows of the neighbouring pages that rows may match or be halves of. */
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
    async page(ownerId, after, size) {
      if (after !== undefined && !/^\d{4}-\d{2}-\d{2}\.\d{16}$/.test(after)) return undefined;
      let to = after === undefined ? `${WAITING}~` : beforePlace(after);
      for (let portion = 1; ; portion += 1) {
        const range = datedBetween(ledgerPartition(ownerId), WAITING, to);
        // One more than the page shows whether others follow.
        const [page, ruleItem, subscriptions] = await Promise.all([
          table.page({ ...range, ScanIndexForward: false, Limit: size + 1 }),
          table.get(rulesKey(ownerId), false),
          subscriptionItems(eventual(table), ownerId),
        ]);
        const items = page.items.slice(0, size);
        const isLast = page.items.length <= size && !page.next;
        const [others, categories] = await Promise.all([
          near(ownerId, items, { isFirst: after === undefined, isLast }),
          readCategories(table, ownerId),
        ]);
        const rows = reviewRowsIn(items, categories);
        const last = items.at(-1);
        const next = last && !isLast ? placeOf(last) : null;
        if (next !== null && rows.length === 0 && portion < MOST_PORTIONS) {
          to = beforePlace(next);
          continue;
        }
        const own = new Set(rows.map(({ id }) => id));
        const facts = {
          categories: readEach(categories.live, categoryFromItem),
          rules: ruleItem ? rulesIn(ruleItem, categories) : [],
          subscriptions: subscriptions.map((one) => inLiveCategory(one, categories)),
          transactions: importedTransactionsIn(others, categories),
          others: reviewRowsIn(others, categories).filter(({ id }) => !own.has(id)),
        };
        return { rows, total: categories.review, next, facts };
      }
    },
  };
}

/** The transactions among the items, with the fingerprints and imports that they have. */
const importedTransactionsIn = (items: readonly Item[], categories: Categories) =>
  items.flatMap((item) => {
    const noted = { imported: importedOf(item, categories), batch: batchOf(item) };
    return transactionsIn([item], categories).map((one) => ({ ...one, ...noted }));
  });
