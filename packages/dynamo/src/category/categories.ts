import type { Recording, Versioned } from "@coffer/core/activity/recording";
import type { CategoryStore, FixedBy } from "@coffer/core/category/categories";
import { type Category, category } from "@coffer/domain/category/category";
import { storedOf } from "@coffer/domain/definition/kind";
import type { Id } from "@coffer/domain/id";
import * as v from "valibot";
import {
  asRead,
  entryWrites,
  putAsRead,
  revisionOf,
  saveRecorded,
  versionOf,
} from "../activity/activity-writes.ts";
import { planItem } from "../budget/months.ts";
import { cleanUpImports } from "../import/undone-imports.ts";
import { assign } from "../table/assign.ts";
import { both, type Condition, stillIs, unlessChanged } from "../table/conditions.ts";
import { createRecorded } from "../table/idempotency.ts";
import type { Item, Key, WriteInput } from "../table/item.ts";
import { budgetPartition } from "../table/keys.ts";
import type { Table } from "../table/table.ts";
import { isLive, LIVE, liveOfType, withCategoryCheck } from "./category-check.ts";
import { cleanUpCategories, cleanupSchedule, ownersToCleanUp } from "./category-cleanup.ts";
import { countUsage } from "./category-usage.ts";
import { CATEGORY_PREFIX, categoryKey } from "./resolve-category.ts";

const stored = storedOf(category);

/**
 * `inUse` stands before a category gets its first transaction or subscription and is taken off while its type is to
 * change, so that one added meanwhile puts it back and is noticed.
 */
export const categoryItem = (ownerId: Id, category: Category): Item & Key => ({
  ...categoryKey(ownerId, category.id),
  ...category,
  inUse: true,
});
export const categoryFromItem = (item: Item): Category => v.parse(stored, item);

export function createCategoryStore(table: Table): CategoryStore {
  const list = async (ownerId: Id) =>
    (await table.list(budgetPartition(ownerId), CATEGORY_PREFIX)).filter(isLive);

  return {
    list: async (ownerId) => (await list(ownerId)).map(categoryFromItem),
    listVersioned: async (ownerId) => (await list(ownerId)).map(versioned),

    async get(ownerId, id) {
      const item = await table.get(categoryKey(ownerId, id));
      return isLive(item) ? versioned(item) : undefined;
    },

    add(ownerId, category, recording, idempotencyKey, plan) {
      const { at } = recording.entry;
      const items = [categoryItem(ownerId, category), ...(plan ? [planItem(ownerId, plan, at)] : [])];
      return createRecorded(table, {
        ownerId,
        recording,
        idempotencyKey,
        value: category,
        parse: (after) => v.parse(stored, after),
        writes: items.map((item) => putAsRead(item, null, recording)),
      });
    },

    async replace(ownerId, before, after, recording) {
      if (before.value.type !== after.type) return changeType(table, ownerId, before, after, recording);
      const put = replacement(ownerId, before, after, recording, liveOfType(after.type));
      return saveRecorded(table, ownerId, [put], recording);
    },

    replaceAll(ownerId, changes, recording) {
      const puts = changes.map(({ before, after }) =>
        replacement(ownerId, before, after, recording, liveOfType(after.type)),
      );
      return saveRecorded(table, ownerId, puts, recording);
    },

    async usage(ownerId, id) {
      const [item, usage] = await Promise.all([
        table.get(categoryKey(ownerId, id)),
        countUsage(table, ownerId, id),
      ]);
      return isLive(item) ? usage : undefined;
    },

    async remove(ownerId, { value, version }, moveTo, recording) {
      const { id, type } = value;
      if (moveTo === id) return "unfit";
      const { at } = recording.entry;
      const marks = { deletedAt: at, movedTo: moveTo, ...cleanupSchedule(ownerId, id, at) };
      const tombstone = { ...marks, revision: revisionOf(recording) };
      const unchanged = both(liveOfType(type), asRead(version));
      const remove = { Update: { Key: categoryKey(ownerId, id), ...assign(tombstone, unchanged) } };
      const writes = [remove, ...entryWrites(ownerId, recording)];
      return unlessChanged(async () => {
        if (moveTo === null) {
          await table.transact(writes);
          return "removed" as const;
        }
        const check = { categoryId: moveTo, type };
        const problem = await withCategoryCheck(ownerId, check, (targetCheck) =>
          table.transact([targetCheck, ...writes]),
        );
        return problem ? ("unfit" as const) : ("removed" as const);
      });
    },

    restore: (ownerId, id, recording) =>
      table.tryTransact([
        {
          Update: {
            Key: categoryKey(ownerId, id),
            ...assign({ inUse: true, revision: revisionOf(recording) }, RESTORABLE, TOMBSTONE_ATTRIBUTES),
          },
        },
        ...entryWrites(ownerId, recording),
      ]),

    async cleanUp(ownerId, deletedBefore) {
      await cleanUpCategories(table, ownerId, deletedBefore);
      await cleanUpImports(table, ownerId, deletedBefore);
    },
    ownersToCleanUp: (deletedBefore) => ownersToCleanUp(table, deletedBefore),
  };
}

const TOMBSTONE_ATTRIBUTES = ["deletedAt", "movedTo", "ownerId", "schedulePk", "scheduleSk"];
/** A tombstone that is being cleaned up has no name any more. */
const RESTORABLE: Condition = {
  ConditionExpression: "attribute_exists(#name) AND attribute_exists(deletedAt)",
  ExpressionAttributeNames: { "#name": "name" },
};

const versioned = (item: Item): Versioned<Category> => ({
  value: categoryFromItem(item),
  version: versionOf(item),
});

/** The write that replaces a category where it is as it was read, and as `condition` says. */
function replacement(
  ownerId: Id,
  { version }: Versioned<Category>,
  after: Category,
  recording: Recording,
  condition: Condition,
): WriteInput {
  const item = { ...categoryItem(ownerId, after), revision: revisionOf(recording) };
  return { Put: { Item: item, ...both(condition, asRead(version)) } };
}

/** Counts what has the category after taking `inUse` off, and writes while it is off: what is added puts it back. */
function changeType(
  table: Table,
  ownerId: Id,
  before: Versioned<Category>,
  after: Category,
  recording: Recording,
): Promise<"saved" | "changed" | FixedBy> {
  return unlessChanged(async () => {
    const Key = categoryKey(ownerId, after.id);
    await table.update({ Key, UpdateExpression: "REMOVE inUse", ...both(LIVE, asRead(before.version)) });
    const usage = await countUsage(table, ownerId, after.id);
    if (usage.transactions > 0) return "transactions" as const;
    if (usage.subscriptions > 0) return "subscriptions" as const;
    const put = replacement(ownerId, before, after, recording, both(LIVE, stillIs("inUse", undefined)));
    await table.transact([put, ...entryWrites(ownerId, recording)]);
    return "saved" as const;
  });
}
