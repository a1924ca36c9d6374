import type { CategoryProblem } from "@coffer/core/category/category-problem";
import type { Flow } from "@coffer/domain/category/category";
import { storedCents } from "@coffer/domain/definition/values";
import type { Id } from "@coffer/domain/id";
import { NOTHING_WAITS } from "@coffer/domain/review/review";
import * as v from "valibot";
import { hasPrefix, type Item, idText, inPartition, ledgerKey, ledgerPartition } from "../table/item.ts";
import { readEach } from "../table/readable.ts";
import type { Table } from "../table/table.ts";
import { assign, both, type Condition, filtered, when } from "../table/writes.ts";

/** The prefix of categories and of what all readers of categories need with them. */
export const CATEGORIES_PREFIX = "CATEGORY";
export const CATEGORY_PREFIX = "CATEGORY#";
export const categoryKey = (ownerId: Id, id: Id) => ledgerKey(ownerId, `${CATEGORY_PREFIX}${idText(id)}`);
/** Undone imports are next to the categories, so that one query reads both. */
export const UNDONE_IMPORT_PREFIX = "CATEGORY~IMPORT#";
export const undoneImportKey = (ownerId: Id, batch: string) =>
  ledgerKey(ownerId, `${UNDONE_IMPORT_PREFIX}${batch}`);
/** Also next to them: changes whenever all closings are invalidated. */
const GENERATION_SK = "CATEGORY~GENERATION";
export const generationKey = (ownerId: Id) => ledgerKey(ownerId, GENERATION_SK);

/** Also next to them: changes with a past month, unless a category is marked as changed instead. */
const PAST_SK = "CATEGORY~PAST";
export const pastKey = (ownerId: Id) => ledgerKey(ownerId, PAST_SK);

/** Also next to them: the totals of rows that wait in review, without undone imports. */
const REVIEW_SK = "CATEGORY~REVIEW";
export const reviewTotalsKey = (ownerId: Id) => ledgerKey(ownerId, REVIEW_SK);
export const reviewTotals = v.object({ count: v.number(), income: storedCents, expense: storedCents });

/** A query for all items of a ledger that reference a category, by the attribute `categoryId`. */
export const queryNaming = (ownerId: Id) =>
  filtered(inPartition(ledgerPartition(ownerId)), when("categoryId > :none", { none: 0 }));
export const namingItem = v.object({ sk: v.string(), categoryId: v.number() });

/** `movedTo` is required in a tombstone (null if its items are deleted), so that no missing attribute deletes anything. */
const storedCategory = v.pipe(
  v.object({
    id: v.number(),
    deletedAt: v.optional(v.number()),
    movedTo: v.optional(v.nullable(v.number())),
    name: v.optional(v.fallback(v.string(), "")),
    schedulePk: v.optional(v.string()),
    revision: v.optional(v.number()),
    /** Changes with the category's amounts in past months. */
    past: v.optional(v.number()),
  }),
  v.check(({ deletedAt, movedTo }) => deletedAt === undefined || movedTo !== undefined),
);
const storedUndoneImport = v.object({ batch: v.string(), undoneAt: v.number() });
const storedMark = v.object({ changedBy: v.string() });

/**
 * A deleted category. Since `deletedAt` (milliseconds) its items belong to `movedTo`, or to nothing. It is "restorable"
 * while it has the category's data, then "closed", and is deleted once nothing references it ("cleaned up" ones were
 * kept by earlier releases).
 */
export type Tombstone = {
  deletedAt: number;
  movedTo: Id | null;
  state: "restorable" | "closed" | "cleaned up";
};

function tombstoneOf(category: v.InferOutput<typeof storedCategory>): Tombstone | null {
  const { deletedAt, movedTo, name, schedulePk } = category;
  if (deletedAt === undefined || movedTo === undefined) return null;
  const state = name !== undefined ? "restorable" : schedulePk !== undefined ? "closed" : "cleaned up";
  return { deletedAt, movedTo, state };
}

type Tombstones = ReadonlyMap<Id, Tombstone | null>;

export function categoriesIn(items: readonly Item[]) {
  const under = (prefix: string) => items.filter((item) => hasPrefix(item, prefix));
  const read = readEach(under(CATEGORY_PREFIX), (item) => ({ item, ...v.parse(storedCategory, item) }));
  const undone = readEach(under(UNDONE_IMPORT_PREFIX), v.parser(storedUndoneImport));
  const [review = NOTHING_WAITS] = under(REVIEW_SK).map(v.parser(reviewTotals));
  const [generation] = under(GENERATION_SK).map(v.parser(storedMark));
  const [past] = under(PAST_SK).map(v.parser(storedMark));
  const tombstones: Tombstones = new Map(read.map((category) => [category.id, tombstoneOf(category)]));
  const live = read.filter(({ deletedAt }) => deletedAt === undefined);
  return {
    tombstones,
    /** Undone imports, whose transactions are hidden, with the instant (milliseconds). */
    undoneImports: new Map(undone.map(({ batch, undoneAt }) => [batch, undoneAt])),
    review,
    /** Changes whenever all closings are invalidated. */
    generation: generation?.changedBy ?? null,
    /** Changes whenever a past month or a live category changes. */
    past: [past?.changedBy, ...live.map(({ id, revision, past }) => [id, revision, past])],
    /** Names of the live categories; `live` has their items. */
    names: new Map(live.flatMap(({ id, name }) => (name === undefined ? [] : [[id, name]]))),
    live: live.map(({ item }) => item),
    resolve: createResolver(tombstones),
  };
}
export type Categories = ReturnType<typeof categoriesIn>;
export const NO_CATEGORIES = categoriesIn([]);

/** Read categories AFTER the items that reference them, or by `besideCategories`: then each item's category is found. */
export const readCategories = async (table: Table, ownerId: Id): Promise<Categories> =>
  categoriesIn(await table.list(ledgerPartition(ownerId), CATEGORIES_PREFIX));

type Naming = { categoryId?: unknown };

/** Reads items and categories in parallel, and the categories again if an item names one that was created concurrently. */
export async function besideCategories<T>(
  reading: Promise<T>,
  itemsIn: (read: T) => readonly (Naming | undefined)[],
  categoriesOf: () => Promise<Categories>,
): Promise<readonly [T, Categories]> {
  const [read, categories] = await Promise.all([reading, categoriesOf()]);
  const isKnown = (one: Naming | undefined) =>
    typeof one?.categoryId !== "number" || categories.tombstones.has(one.categoryId);
  return [read, itemsIn(read).every(isKnown) ? categories : await categoriesOf()];
}

/** The deletions, moves and undone imports, which decide which transactions are visible. */
export function deletionsIn({ tombstones, undoneImports }: Pick<Categories, "tombstones" | "undoneImports">) {
  const deleted = [...tombstones].flatMap(([id, one]) => (one ? [[id, one.deletedAt, one.movedTo]] : []));
  return [deleted, [...undoneImports].toSorted()];
}

const storedBatch = v.object({ batch: v.optional(v.string()) });

/** The import that added a transaction; undefined if it was entered manually. */
export const batchOf = (item: Item): string | undefined => v.parse(storedBatch, item).batch;

export function isTakenBack(item: Item, { undoneImports }: Pick<Categories, "undoneImports">): boolean {
  const batch = batchOf(item);
  return batch !== undefined && undoneImports.has(batch);
}

/** The live category that replaces another, null for none, and the last tombstone on the way. */
type Resolution = { categoryId: Id | null; lastMove: Tombstone | null };

/** Follows chains of moves to their end, and caches the result for each category of a chain. */
export function createResolver(tombstones: Tombstones): (id: Id) => Resolution {
  const known = new Map<Id, Resolution>();
  for (const [id, tombstone] of tombstones) {
    if (tombstone === null) known.set(id, { categoryId: id, lastMove: null });
  }
  return (id) => {
    const chain: Id[] = [];
    let lastMove: Tombstone | null = null;
    let at: Id | null = id;
    while (at !== null && !known.has(at)) {
      lastMove = tombstones.get(at) ?? null;
      // In case of a cycle of moves.
      known.set(at, { categoryId: null, lastMove });
      chain.push(at);
      at = lastMove?.movedTo ?? null;
    }
    const end = at === null ? undefined : known.get(at);
    const resolution = { categoryId: end?.categoryId ?? null, lastMove: end?.lastMove ?? lastMove };
    for (const one of chain) known.set(one, resolution);
    return resolution;
  };
}

export const inLiveCategory = <T extends { categoryId: Id | null }>(
  thing: T,
  { resolve }: Pick<Categories, "resolve">,
): T => ({ ...thing, categoryId: thing.categoryId && resolve(thing.categoryId).categoryId });

/** Reads the categories (after the things, as required) and resolves those of the things. */
export async function resolveCategories<T extends { categoryId: Id | null }>(
  table: Table,
  ownerId: Id,
  things: readonly T[],
): Promise<T[]> {
  if (things.every(({ categoryId }) => categoryId === null)) return [...things];
  const categories = await readCategories(table, ownerId);
  return things.map((thing) => inLiveCategory(thing, categories));
}

/** Holds if the category exists and is not a tombstone, as `isLive` checks for an item. */
export const LIVE = when("attribute_exists(pk) AND attribute_not_exists(deletedAt)");

export const isLive = (item: Item | undefined): item is Item =>
  item !== undefined && item.deletedAt === undefined;

export const liveOfType = (type: Flow): Condition =>
  both(LIVE, when("(#type = :type OR attribute_not_exists(#type))", { type }));

/** Marks a category as in use by a transaction or subscription: its type cannot change from then on. */
export const categoryInUse = (ownerId: Id, categoryId: Id, type: Flow | undefined) => ({
  Update: assign(categoryKey(ownerId, categoryId), { inUse: true }, type ? liveOfType(type) : LIVE),
});

/** A category that a thing references: it must be live and of `type`, if given. `holdsType`: its type is then fixed. */
export type CategoryUse = { categoryId: Id; type?: Flow | undefined; holdsType: boolean };

/** Marks a category as changed in a past month. */
export const categoryInPast = (ownerId: Id, { categoryId, type, holdsType }: CategoryUse, past: number) => ({
  Update: assign(
    categoryKey(ownerId, categoryId),
    { past, ...(holdsType && { inUse: true }) },
    holdsType && type ? liveOfType(type) : LIVE,
  ),
});

export const categoryExists = (ownerId: Id, categoryId: Id) => ({
  ConditionCheck: { Key: categoryKey(ownerId, categoryId), ...LIVE },
});

export const categoryProblem = (item: Item | undefined): CategoryProblem =>
  isLive(item) ? "otherType" : "noCategory";
