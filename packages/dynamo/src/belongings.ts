import type { CategoryUsage, Portion } from "@coffer/core/categories";
import type { Id } from "@coffer/domain/id";
import { ConditionFailed } from "./conditions.ts";
import { type Deletion, finishDeletion, namesOf, readDeletions } from "./deletions.ts";
import { GOAL_PREFIX } from "./goals.ts";
import { budgetPartition } from "./keys.ts";
import { movingPlan, PLAN_PREFIX } from "./months.ts";
import { SUBSCRIPTION_PREFIX } from "./subscriptions.ts";
import type { Item, Table, WriteInput } from "./table.ts";
import { TRANSACTION_PREFIX } from "./transactions.ts";

/** Everything in a budget that names a category does so by an attribute `categoryId`. */
const naming = (ownerId: Id, categoryIds: readonly Id[], prefix?: string) => ({
  KeyConditionExpression: prefix ? "pk = :pk AND begins_with(sk, :prefix)" : "pk = :pk",
  FilterExpression: `categoryId IN (${categoryIds.map((_, index) => `:id${index}`).join(", ")})`,
  ExpressionAttributeValues: {
    ":pk": budgetPartition(ownerId),
    ...(prefix && { ":prefix": prefix }),
    ...Object.fromEntries(categoryIds.map((id, index) => [`:id${index}`, id])),
  },
  ConsistentRead: true,
});

/** How much belongs to a category. Reads the whole budget: an index for it would cost every transaction a write. */
export async function usageOf(table: Table, ownerId: Id, categoryId: Id): Promise<CategoryUsage> {
  const names = namesOf(await readDeletions(table, ownerId), categoryId);
  const found = await table.query({ ...naming(ownerId, names), ProjectionExpression: "sk" });
  const count = (prefix: string) => found.filter((item) => String(item.sk).startsWith(prefix)).length;
  return {
    transactions: count(TRANSACTION_PREFIX),
    budgets: count(PLAN_PREFIX),
    subscriptions: count(SUBSCRIPTION_PREFIX),
    goals: count(GOAL_PREFIX),
  };
}

export async function hasTransactions(table: Table, ownerId: Id, categoryId: Id): Promise<boolean> {
  const names = namesOf(await readDeletions(table, ownerId), categoryId);
  const transactions = { ...naming(ownerId, names, TRANSACTION_PREFIX), ProjectionExpression: "sk" };
  for await (const page of table.pages(transactions)) if (page.length > 0) return true;
  return false;
}

const ALL: Portion = { pages: Number.POSITIVE_INFINITY, writes: Number.POSITIVE_INFINITY };
/** What one transaction of the store holds. */
const MOST_WRITES = 100;

/**
 * Deletes or moves what the deleted categories of a budget left behind, oldest deletion first, because what one
 * moves may be the next one's to take. Any number of workers may do it at once, and stop anywhere: each step is
 * one transaction that holds only while its item still names the category, and no item can come to name it anew.
 */
export async function finishDeletions(
  table: Table,
  ownerId: Id,
  now: number,
  portion = ALL,
): Promise<boolean> {
  const left = { ...portion };
  for (const deletion of await readDeletions(table, ownerId)) {
    if (deletion.finished) continue;
    if (!(await settle(table, ownerId, deletion, left))) return false;
    await finishDeletion(table, ownerId, deletion.category, now);
  }
  return true;
}

/** False when the portion was used up first. */
async function settle(table: Table, ownerId: Id, deletion: Deletion, left: Portion): Promise<boolean> {
  for await (const page of table.pages(naming(ownerId, [deletion.category]))) {
    for (const steps of inTransactions(page.map((item) => stepOf(ownerId, item, deletion)))) {
      if (left.writes <= 0) return false;
      await make(table, steps);
      left.writes -= steps.flat().length;
    }
    if (--left.pages <= 0) return false;
  }
  return true;
}

/** Splits steps, each one write or two, into what fits into transactions. */
function* inTransactions(steps: readonly WriteInput[][]): Generator<WriteInput[][]> {
  let batch: WriteInput[][] = [];
  for (const step of steps) {
    if (batch.flat().length + step.length > MOST_WRITES) {
      yield batch;
      batch = [];
    }
    batch.push(step);
  }
  if (batch.length > 0) yield batch;
}

/** The writes that settle one item: the first takes it out of its category, another may add it to the target's. */
function stepOf(ownerId: Id, item: Item, deletion: Deletion): WriteInput[] {
  const sk = String(item.sk);
  if (sk.startsWith(PLAN_PREFIX)) return movingPlan(ownerId, item, deletion);
  const stillThere = {
    Key: { pk: budgetPartition(ownerId), sk },
    ConditionExpression: "categoryId = :from",
    ExpressionAttributeValues: { ":from": deletion.category },
  };
  if (sk.startsWith(TRANSACTION_PREFIX) && deletion.moveTo === null) return [{ Delete: stillThere }];
  const values = { ...stillThere.ExpressionAttributeValues, ":to": deletion.moveTo };
  return [
    {
      Update: { ...stillThere, UpdateExpression: "SET categoryId = :to", ExpressionAttributeValues: values },
    },
  ];
}

/** Makes the steps in one transaction, without those that somebody else has made or made needless meanwhile. */
async function make(table: Table, steps: WriteInput[][]): Promise<void> {
  let open = steps;
  while (open.length > 0) {
    try {
      await table.transact(open.flat());
      return;
    } catch (error) {
      if (!(error instanceof ConditionFailed)) throw error;
      const failed = new Set(error.failed.map((index) => open.flat()[index]));
      open = open
        .filter(([take]) => !failed.has(take))
        .map((step) => step.filter((write) => !failed.has(write)));
    }
  }
}
