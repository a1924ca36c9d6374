import type { CategoryUsage } from "@coffer/core/category/category-store";
import type { Id } from "@coffer/domain/id";
import * as v from "valibot";
import { PLAN_PREFIX } from "../budget/months.ts";
import { GOAL_PREFIX } from "../goal/goals.ts";
import { SUBSCRIPTION_PREFIX } from "../subscription/subscriptions.ts";
import type { Table } from "../table/table.ts";
import { TRANSACTION_PREFIX } from "../transaction/transactions.ts";
import { isTakenBack, namingItem, queryNaming, readCategories } from "./resolve-category.ts";

const COUNTED = [TRANSACTION_PREFIX, PLAN_PREFIX, SUBSCRIPTION_PREFIX, GOAL_PREFIX];
const PORTION = 500;
/** Portions of each kind that are read for one category, the newest first. */
const PORTIONS = 8;

async function readNaming(table: Table, ownerId: Id, isWhole: boolean) {
  const all = {
    ...queryNaming(ownerId),
    ProjectionExpression: "pk, sk, categoryId, #batch",
    ExpressionAttributeNames: { "#batch": "batch" },
  };
  if (isWhole) return table.queryPart(all);
  const kinds = COUNTED.map((prefix) => ({
    ...all,
    KeyConditionExpression: `${all.KeyConditionExpression} AND begins_with(sk, :prefix)`,
    ExpressionAttributeValues: { ...all.ExpressionAttributeValues, ":prefix": prefix },
    ConsistentRead: true,
    ScanIndexForward: false,
    Limit: PORTION,
  }));
  const parts = await Promise.all(kinds.map((query) => table.queryPart(query, PORTIONS)));
  return { items: parts.flatMap(({ items }) => items), isAll: parts.every(({ isAll }) => isAll) };
}

/**
 * Counts references to a live category among the newest rows of each kind, as an index by category would cost a write for
 * every transaction. Without `id`, counts all of the ledger, by eventually consistent reads.
 */
export async function countUsage(table: Table, ownerId: Id, id?: Id): Promise<CategoryUsage> {
  const { items, isAll } = await readNaming(table, ownerId, id === undefined);
  const soFar: Pick<CategoryUsage, "soFar"> = isAll ? {} : { soFar: true };
  const usage = { budgets: 0, transactions: 0, subscriptions: 0, goals: 0, ...soFar };
  if (items.length === 0) return usage;
  const categories = await readCategories(table, ownerId);
  // A month has one budget per category, even if several plans were moved into it.
  const budgets = new Set<string>();
  for (const item of items) {
    const { sk, categoryId: storedId } = v.parse(namingItem, item);
    const { categoryId } = categories.resolve(storedId);
    if (categoryId === null || categoryId !== (id ?? categoryId) || isTakenBack(item, categories)) continue;
    if (sk.startsWith(TRANSACTION_PREFIX)) usage.transactions += 1;
    if (sk.startsWith(SUBSCRIPTION_PREFIX)) usage.subscriptions += 1;
    if (sk.startsWith(GOAL_PREFIX)) usage.goals += 1;
    if (sk.startsWith(PLAN_PREFIX))
      budgets.add(`${sk.slice(0, `${PLAN_PREFIX}yyyy-MM`.length)}#${categoryId}`);
  }
  return { ...usage, budgets: budgets.size };
}
