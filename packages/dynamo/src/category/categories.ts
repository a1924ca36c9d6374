import type { CategoryStore, CategoryUsage } from "@coffer/core/stores";
import { type Category, typeFromName } from "@coffer/domain/category/category";
import { category } from "@coffer/domain/category/definition";
import { storedOf } from "@coffer/domain/definition/kind";
import type { Id } from "@coffer/domain/id";
import * as v from "valibot";
import { PLAN_PREFIX } from "../budget/months.ts";
import { GOAL_PREFIX } from "../goal/goals.ts";
import { cleanUpImports } from "../import/undone-imports.ts";
import { asRead, type Codec, putStep, withVersion } from "../ledger/codec.ts";
import { SUBSCRIPTION_PREFIX } from "../subscription/subscriptions.ts";
import { type Item, idText, type Key, ledgerPartition } from "../table/item.ts";
import { readEach } from "../table/readable.ts";
import type { Table } from "../table/table.ts";
import { assign, both, change, stillIs, succeeds, when } from "../table/writes.ts";
import { TRANSACTION_PREFIX } from "../transaction/transactions.ts";
import { cleanUpCategories, cleanupSchedule, ownersToCleanUp } from "./category-cleanup.ts";
import {
  CATEGORY_PREFIX,
  categoryKey,
  isLive,
  isTakenBack,
  LIVE,
  liveOfType,
  namingItem,
  queryNaming,
  readCategories,
} from "./resolve-category.ts";

const stored = storedOf(category);

/** A change of the type clears `inUse` first; a transaction that is added concurrently sets it again. */
export const categoryItem = (ownerId: Id, category: Category): Item & Key => ({
  ...categoryKey(ownerId, category.id),
  ...category,
  inUse: true,
});
/** Replaces unreadable attributes by defaults: without its category, nobody would see a transaction. */
export function categoryFromItem(item: Item): Category {
  const type = typeFromName(String(item.name));
  const read = v.safeParse(stored, { type, ...item });
  if (read.success) return read.output;
  const wrong = new Set(read.issues.map(({ path }) => path?.[0]?.key));
  const readable = Object.entries(item).filter(([name]) => !wrong.has(name));
  const name = `Category ${idText(Number(item.id))}`;
  return v.parse(stored, { ...NEW, type, name, ...Object.fromEntries(readable) });
}
const NEW = { description: null, icon: "category", color: "blue" };

const TOMBSTONE_ATTRIBUTES = [
  "deletedAt",
  "movedTo",
  "deletedBy",
  "byGuest",
  "ownerId",
  "schedulePk",
  "scheduleSk",
];
/** A tombstone loses its name when clean-up begins. */
const RESTORABLE = when("attribute_exists(#name) AND attribute_exists(deletedAt)");

/** A deletion turns a category into a tombstone; an undo removes the marks, and everything that references it is back. */
export const categoryCodec: Codec<"category"> = {
  key: (ownerId, { id }) => categoryKey(ownerId, id),
  fromItem: (item) => (isLive(item) ? categoryFromItem(item) : null),
  uses: ({ before, after, moveTo }) =>
    before && !after && moveTo ? { categoryId: moveTo, type: before.type, holdsType: true } : null,

  /** Clears `inUse`, then counts references: additions from then on set it again, which fails the commit. */
  async prepare(table, ownerId, { before, after, version }) {
    if (!before || !after || !version || before.type === after.type) return null;
    const unchanged = both(LIVE, asRead(version));
    const noUse = change(categoryKey(ownerId, after.id), "REMOVE inUse", {}, unchanged);
    if (!(await succeeds(table.update(noUse)))) return "changed";
    const usage = await countUsage(table, ownerId, after.id);
    if (usage.transactions > 0) return "transactions";
    if (usage.subscriptions > 0) return "subscriptions";
    return usage.soFar ? "uncounted" : null;
  },

  steps({ before, after, version, moveTo = null, byGuest }, context) {
    const { ownerId, entry, revision, isUndo } = context;
    if (!after) {
      if (!before || !version) return [];
      const { id, type } = before;
      const who = { deletedBy: entry.by, ...(byGuest && { byGuest }) };
      const marks = {
        ...who,
        deletedAt: entry.at,
        movedTo: moveTo,
        ...cleanupSchedule(ownerId, id, entry.at),
      };
      const unchanged = both(liveOfType(type), asRead(version));
      const tombstone = assign(categoryKey(ownerId, id), { ...marks, revision }, unchanged);
      return [{ write: { Update: tombstone }, problem: "changed" }];
    }
    if (!version && isUndo) {
      const values = { inUse: true, revision };
      const restored = assign(categoryKey(ownerId, after.id), values, RESTORABLE, TOMBSTONE_ATTRIBUTES);
      return [{ write: { Update: restored }, problem: "taken" }];
    }
    const isRetyped = before?.type !== after.type;
    const condition = isRetyped ? both(LIVE, stillIs("inUse", undefined)) : liveOfType(after.type);
    return [putStep(categoryItem(ownerId, after), version, context, condition)];
  },
};

export function createCategoryStore(table: Table): CategoryStore {
  const list = async (ownerId: Id) =>
    (await table.list(ledgerPartition(ownerId), CATEGORY_PREFIX)).filter(isLive);

  return {
    list: async (ownerId) => readEach(await list(ownerId), categoryFromItem),
    listVersioned: async (ownerId) => readEach(await list(ownerId), withVersion(categoryFromItem)),

    async usage(ownerId, id) {
      const [item, usage] = await Promise.all([
        table.get(categoryKey(ownerId, id)),
        countUsage(table, ownerId, id),
      ]);
      return isLive(item) ? usage : undefined;
    },

    async cleanUp(ownerId, deletedBefore) {
      await cleanUpCategories(table, ownerId, deletedBefore);
      await cleanUpImports(table, ownerId, deletedBefore);
    },
    ownersToCleanUp: (deletedBefore) => ownersToCleanUp(table, deletedBefore),
  };
}

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
