import { inBatches } from "@coffer/domain/batches";
import type { Id } from "@coffer/domain/id";
import type { Month } from "@coffer/domain/time/month";
import * as v from "valibot";
import { createPlanResolver, PLAN_PREFIX, planFromItem } from "../budget/months.ts";
import { rulesIn, rulesKey, storedRules } from "../rule/rules.ts";
import { createIndex } from "../table/indexes.ts";
import { hasPrefix, type Item, idText, ledgerKey, ledgerPartition, type WriteInput } from "../table/item.ts";
import type { Table } from "../table/table.ts";
import { AT_ONCE, assign, put, remove, stillAt, stillIs, when } from "../table/writes.ts";
import { TRANSACTION_PREFIX } from "../transaction/transactions.ts";
import {
  type Categories,
  categoryExists,
  categoryKey,
  namingItem,
  queryNaming,
  readCategories,
  type Tombstone,
} from "./resolve-category.ts";

const SCHEDULE = "TOMBSTONES";
const tombstones = createIndex("schedule", { ownerId: v.number() });

export const cleanupSchedule = (ownerId: Id, id: Id, deletedAt: number) => ({
  ownerId,
  schedulePk: SCHEDULE,
  scheduleSk: `${new Date(deletedAt).toISOString()}#${idText(ownerId)}#${idText(id)}`,
});

export async function ownersToCleanUp(table: Table, deletedBefore: number): Promise<Id[]> {
  const items = await table.query(tombstones.before(SCHEDULE, new Date(deletedBefore).toISOString()));
  return [...new Set(items.map(({ ownerId }) => ownerId))];
}

/** One write of each transaction checks the target category. */
const BATCH = AT_ONCE - 1;

/**
 * Moves items of deleted categories to the live categories that they belong to, or deletes them with their category. A
 * chain of moves waits until its last deletion was before `deletedBefore` (milliseconds), as until then each of them can
 * be restored. No step changes what readers see, so workers may run concurrently and stop anywhere; concurrent changes
 * are left for the next run.
 */
export async function cleanUpCategories(table: Table, ownerId: Id, deletedBefore: number): Promise<void> {
  const categories = await readCategories(table, ownerId);
  const isDue = (id: Id) => (categories.resolve(id).lastMove?.deletedAt ?? deletedBefore) < deletedBefore;
  // Includes tombstones that earlier releases kept although nothing referenced them.
  const due = [...categories.tombstones].flatMap(([id, tombstone]) =>
    tombstone && isDue(id) ? [{ id, ...tombstone }] : [],
  );
  if (due.length === 0) return;
  const restorable = due.filter(({ state }) => state === "restorable");
  const closing = restorable.map((tombstone) => close(ownerId, tombstone));
  if (!(await writeAll(table, closing))) return;
  const planTarget = createPlanTargets(table, ownerId, categories);
  const targetOf = (item: Item) =>
    hasPrefix(item, PLAN_PREFIX)
      ? planTarget(item)
      : categories.resolve(v.parse(namingItem, item).categoryId).categoryId;
  const rules = await renameRules(table, ownerId, categories, isDue);
  if (rules === "changed") return;
  let isNamed = rules === "renamed";
  for await (const { items } of table.pages({ ...queryNaming(ownerId), ConsistentRead: true })) {
    const naming = items.filter((item) => isDue(v.parse(namingItem, item).categoryId));
    isNamed ||= naming.length > 0;
    const targets = new Map<Item, Id | null>();
    for (const item of naming) targets.set(item, await targetOf(item));
    for (const [target, moved] of Map.groupBy(naming, (item) => targets.get(item) ?? null)) {
      const check = target === null ? [] : [categoryExists(ownerId, target)];
      const writes = moved.map((item) => cleanUp(ownerId, item, target, categories));
      if (!(await writeAll(table, writes, check))) return;
    }
  }
  // Readers that have read the items before these writes still need the tombstones: the next run deletes them.
  if (isNamed) return;
  for (const batch of inBatches(due, BATCH))
    await table.tryTransact(
      batch.map(({ id, deletedAt }) => remove(categoryKey(ownerId, id), isFinal(deletedAt))),
    );
}

/** Returns a lookup of the category that a plan belongs to. Call it month by month: it holds the plans of one month. */
function createPlanTargets(table: Table, ownerId: Id, categories: Categories) {
  let month: Month | undefined;
  let resolve = createPlanResolver([], categories);
  return async (item: Item): Promise<Id | null> => {
    const plan = planFromItem(item);
    if (plan.month !== month) {
      ({ month } = plan);
      const plans = await table.list(ledgerPartition(ownerId), `${PLAN_PREFIX}${month}#`);
      resolve = createPlanResolver(plans.map(planFromItem), categories);
    }
    return resolve(plan);
  };
}

/** Holds if the category was not restored since. */
const isFinal = (deletedAt: number) =>
  when("deletedAt = :deletedAt AND attribute_not_exists(#name)", { deletedAt });

/** Rules of a moved category get the category that it was moved to; rules of other deleted categories are removed. */
async function renameRules(
  table: Table,
  ownerId: Id,
  categories: Categories,
  isDue: (id: Id) => boolean,
): Promise<"none" | "renamed" | "changed"> {
  const item = await table.get(rulesKey(ownerId));
  if (!item) return "none";
  const { rules, version } = v.parse(storedRules, item);
  if (!rules.some(({ categoryId }) => categoryId !== undefined && isDue(categoryId))) return "none";
  const renamed = { ...rulesKey(ownerId), rules: rulesIn(item, categories), version: version + 1 };
  return (await table.tryTransact([put(renamed, stillAt("version", version))])) ? "renamed" : "changed";
}

/** Writes in batches, each with the check. Stops and returns false if a condition fails. */
async function writeAll(table: Table, writes: WriteInput[], check: WriteInput[] = []): Promise<boolean> {
  for (const batch of inBatches(writes, BATCH)) {
    if (!(await table.tryTransact([...check, ...batch]))) return false;
  }
  return true;
}

function cleanUp(ownerId: Id, item: Item, target: Id | null, { resolve }: Categories): WriteInput {
  const { sk, categoryId } = v.parse(namingItem, item);
  const key = ledgerKey(ownerId, sk);
  const unchanged = stillIs("categoryId", categoryId);
  const isDeleted = target === null && (hasPrefix(item, TRANSACTION_PREFIX) || hasPrefix(item, PLAN_PREFIX));
  if (isDeleted) return remove(key, unchanged);
  const movedAt = resolve(categoryId).lastMove?.deletedAt;
  return { Update: assign(key, { categoryId: target, movedAt }, unchanged) };
}

type Due = Tombstone & { id: Id };

/** A tombstone without the category's data, which cannot be restored. */
const bare = (ownerId: Id, { id, deletedAt, movedTo }: Due) => ({
  ...categoryKey(ownerId, id),
  id,
  deletedAt,
  movedTo,
});

/** Makes a tombstone bare; fails if it was restored or cleaned up concurrently. */
const close = (ownerId: Id, due: Due): WriteInput => {
  const { id, deletedAt } = due;
  const isDeleted = when("deletedAt = :deletedAt AND attribute_exists(schedulePk)", { deletedAt });
  return put({ ...bare(ownerId, due), ...cleanupSchedule(ownerId, id, deletedAt) }, isDeleted);
};
