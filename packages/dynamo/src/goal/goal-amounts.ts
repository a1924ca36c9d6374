import { createHash } from "node:crypto";
import { storedOf } from "@coffer/domain/definition/kind";
import { storedCents } from "@coffer/domain/definition/values";
import { storedGoal } from "@coffer/domain/goal/definition";
import { goalDeltas, type HeldGoal, putAsideBy, withoutParts, withRows } from "@coffer/domain/goal/goal";
import type { Id } from "@coffer/domain/id";
import { type Cents, ZERO } from "@coffer/domain/money/money";
import * as v from "valibot";
import {
  type Categories,
  deletionsIn,
  inLiveCategory,
  readCategories,
} from "../category/resolve-category.ts";
import { reviewRowsIn } from "../review/review-items.ts";
import { type Item, keyedBetween, ledgerPartition, storedKey } from "../table/item.ts";
import { readEach } from "../table/readable.ts";
import type { Table } from "../table/table.ts";
import { assign, filtered, stillIs, succeeds, when } from "../table/writes.ts";
import { TRANSACTION_PREFIX, transactionsIn } from "../transaction/transactions.ts";

// A goal's amount is derived from its transactions and contributions (docs/decisions/038). Each goal caches the sum of
// its transactions, valid for the state of deletions in `basis`. A change of a transaction also updates its goal.

const stored = v.object({
  ...storedOf(storedGoal).entries,
  fromRows: v.optional(storedCents),
  basis: v.optional(v.string()),
  /** The revision that wrote these. If it differs, an earlier release wrote the goal, and only `currentAmount` is right. */
  countedAt: v.optional(v.number()),
  revision: v.optional(v.number()),
});

export function goalBasis(categories: Categories): string {
  const state = JSON.stringify(deletionsIn(categories));
  return createHash("sha256").update(state).digest("base64url").slice(0, 16);
}

/** All transactions of a ledger with a goal, including hidden ones. */
export function goalRows(table: Table, ownerId: Id): Promise<Item[]> {
  const range = keyedBetween(ledgerPartition(ownerId), TRANSACTION_PREFIX, `${TRANSACTION_PREFIX}~`);
  return table.query(filtered(range, when("goalId > :none", { none: 0 })));
}

export const rowSums = (rows: readonly Item[], categories: Categories): ReadonlyMap<Id, Cents> => {
  const transfers = reviewRowsIn(rows, categories).map(putAsideBy);
  const all = [...transactionsIn(rows, categories), ...transfers];
  return goalDeltas(all.map((after) => ({ before: null, after })));
};

/** `isCounted`: this release stored the parts of the amount. */
type StoredGoal = {
  item: Item;
  goal: HeldGoal;
  isCounted: boolean;
  fromRows: Cents | undefined;
  basis: string | undefined;
};

export function parseGoal(item: Item): StoredGoal {
  const { fromRows, basis, countedAt, revision, contributed, ...goal } = v.parse(stored, item);
  const isCounted = countedAt !== undefined && countedAt === revision && contributed !== undefined;
  return { item, goal: isCounted ? { ...goal, contributed } : goal, isCounted, fromRows, basis };
}

/** Goals as users see them. The categories must be read after the items. */
export const readGoals = async (...[table, ownerId, items, categories]: Parameters<typeof readHeldGoals>) =>
  (await readHeldGoals(table, ownerId, items, categories)).map(withoutParts);

/** Goals with the parts of their amounts. If an older release wrote one last, its parts are computed only if `needed`. */
export async function readHeldGoals(
  table: Table,
  ownerId: Id,
  items: readonly Item[],
  categories: Categories,
  needed = false,
): Promise<HeldGoal[]> {
  const read = readEach(items, parseGoal);
  const known = goalBasis(categories);
  const isKnown = read.every(({ isCounted, basis }) => (isCounted ? basis === known : !needed));
  const rows = isKnown ? [] : await goalRows(table, ownerId);
  const current = isKnown ? categories : await readCategories(table, ownerId);
  const [basis, sums] = [goalBasis(current), rowSums(rows, current)];
  const whole = read.map(({ goal, isCounted, ...one }) => {
    const live = inLiveCategory(goal, current);
    if (!isCounted && !needed) return live;
    return withRows(live, (isKnown ? one.fromRows : sums.get(goal.id)) ?? ZERO, basis);
  });
  for (const [index, { item, isCounted, basis: before }] of read.entries()) {
    const { fromRows = ZERO } = whole[index] ?? {};
    if (isCounted && before !== basis) await cache(table, item, { fromRows, basis });
  }
  return whole;
}

/** Stores the sum, unless the goal has changed since it was read. */
async function cache(table: Table, item: Item, cached: { fromRows: number; basis: string }): Promise<void> {
  const unchanged = stillIs("revision", item.revision);
  await succeeds(table.update(assign(v.parse(storedKey, item), cached, unchanged)));
}
