import { createHash } from "node:crypto";
import { storedOf } from "@coffer/domain/definition/kind";
import { storedCents } from "@coffer/domain/definition/values";
import { storedGoal } from "@coffer/domain/goal/definition";
import { goalDeltas, type HeldGoal, withoutParts, withRows } from "@coffer/domain/goal/held-amount";
import type { Id } from "@coffer/domain/id";
import { type Cents, ZERO } from "@coffer/domain/money/money";
import * as v from "valibot";
import {
  type Categories,
  deletionsIn,
  inLiveCategory,
  readCategories,
} from "../category/resolve-category.ts";
import { type Item, keyedBetween, ledgerPartition, storedKey } from "../table/item.ts";
import { readEach } from "../table/readable.ts";
import type { Table } from "../table/table.ts";
import { assign, filtered, stillIs, succeeds, when } from "../table/writes.ts";
import { TRANSACTION_PREFIX, transactionsIn } from "../transaction/transactions.ts";

// What goals hold is derived from their transactions and contributions (docs/decisions/038). Each goal caches the sum of
// its transactions, for the deletions that its `basis` stands for; whatever changes one of them writes the goal as well.

const stored = v.object({
  ...storedOf(storedGoal).entries,
  fromRows: v.optional(storedCents),
  basis: v.optional(v.string()),
  /** The revision that wrote these: another one is that of the release before, which keeps `currentAmount` alone. */
  countedAt: v.optional(v.number()),
  revision: v.optional(v.number()),
});

export function goalBasis(categories: Categories): string {
  const state = JSON.stringify(deletionsIn(categories));
  return createHash("sha256").update(state).digest("base64url").slice(0, 16);
}

/** All transactions of a ledger that name a goal, those that nobody sees as well. */
export function goalRows(table: Table, ownerId: Id): Promise<Item[]> {
  const range = keyedBetween(ledgerPartition(ownerId), TRANSACTION_PREFIX, `${TRANSACTION_PREFIX}~`);
  return table.query(filtered(range, when("goalId > :none", { none: 0 })));
}

export const rowSums = (rows: readonly Item[], categories: Categories): ReadonlyMap<Id, Cents> =>
  goalDeltas(transactionsIn(rows, categories).map((after) => ({ before: null, after })));

/** `isCounted`: the parts of its amount are stored, by this release. */
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

/** Goals as they are for people, given categories that were read after them. */
export const readGoals = async (...[table, ownerId, items, categories]: Parameters<typeof readHeldGoals>) =>
  (await readHeldGoals(table, ownerId, items, categories)).map(withoutParts);

/** With the parts of their amounts; one that an older release wrote last has them only where they are `needed`. */
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

/** While nobody has changed the goal since it was read. */
async function cache(table: Table, item: Item, cached: { fromRows: number; basis: string }): Promise<void> {
  const unchanged = stillIs("revision", item.revision);
  await succeeds(table.update(assign(v.parse(storedKey, item), cached, unchanged)));
}
