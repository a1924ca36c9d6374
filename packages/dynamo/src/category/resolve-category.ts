import type { Id } from "@coffer/domain/id";
import * as v from "valibot";
import { hasPrefix, type Item, idText, inPartition, ledgerKey, ledgerPartition } from "../table/item.ts";
import { readEach } from "../table/readable.ts";
import type { Table } from "../table/table.ts";

export const CATEGORY_PREFIX = "CATEGORY#";
/** Beside the categories, so that one query tells of both: an import that was undone, and when. */
const UNDONE_IMPORT_PREFIX = "CATEGORY~IMPORT#";
export const undoneImportKey = (ownerId: Id, batch: string) =>
  ledgerKey(ownerId, `${UNDONE_IMPORT_PREFIX}${batch}`);
/** Beside them as well: counts what makes all that is cached of the months void. */
const GENERATION_SK = "CATEGORY~GENERATION";
export const generationKey = (ownerId: Id) => ledgerKey(ownerId, GENERATION_SK);
export const categoryKey = (ownerId: Id, id: Id) => ledgerKey(ownerId, `${CATEGORY_PREFIX}${idText(id)}`);

/** A query for everything in a budget that names a category: it does so by the attribute `categoryId`. */
export const queryNaming = (ownerId: Id) => {
  const all = inPartition(ledgerPartition(ownerId));
  const values = { ...all.ExpressionAttributeValues, ":none": 0 };
  return { ...all, FilterExpression: "categoryId > :none", ExpressionAttributeValues: values };
};
export const namingItem = v.object({ sk: v.string(), categoryId: v.number() });

/**
 * A deleted category: since `deletedAt` (milliseconds) what names it belongs to `movedTo`, or to nothing. It stays for
 * ever: "restorable" while it holds the category's own data, then "closed", and "cleaned up" when nothing names it.
 */
export type Tombstone = {
  deletedAt: number;
  movedTo: Id | null;
  state: "restorable" | "closed" | "cleaned up";
};

/** The live category that what names another belongs to, null for none, and the last tombstone on the way there. */
type Resolution = { categoryId: Id | null; lastMove: Tombstone | null };

export type Categories = {
  /** Every category that the budget has or had; null for a live one. */
  tombstones: ReadonlyMap<Id, Tombstone | null>;
  /** The imports whose transactions are not there for anybody, and since when (milliseconds). */
  undoneImports: ReadonlyMap<string, number>;
  /** Another one once all that is cached of the months is void. */
  generation: string | null;
  /** Of the live ones. */
  names: ReadonlyMap<Id, string>;
  /** Their items. */
  live: readonly Item[];
  resolve(id: Id): Resolution;
};

/** For what names none. */
export const NO_CATEGORIES: Categories = {
  tombstones: new Map(),
  undoneImports: new Map(),
  generation: null,
  names: new Map(),
  live: [],
  resolve: () => ({ categoryId: null, lastMove: null }),
};

const stored = v.object({
  id: v.number(),
  deletedAt: v.optional(v.number()),
  movedTo: v.optional(v.nullable(v.number()), null),
  name: v.optional(v.fallback(v.string(), "")),
  schedulePk: v.optional(v.string()),
});

/**
 * A budget's categories, to be read AFTER what names them: the category of whatever was read before is then among
 * them, live or as a tombstone.
 */
export async function readCategories(table: Table, ownerId: Id): Promise<Categories> {
  const all = await table.list(ledgerPartition(ownerId), "CATEGORY");
  const under = (prefix: string) => all.filter((item) => hasPrefix(item, prefix));
  const read = readEach(under(CATEGORY_PREFIX), (item) => ({ item, category: v.parse(stored, item) }));
  const undone = readEach(under(UNDONE_IMPORT_PREFIX), v.parser(storedUndoneImport));
  const [generation] = under(GENERATION_SK).map(v.parser(storedGeneration));
  const tombstones = new Map(read.map(({ category }) => [category.id, tombstoneOf(category)]));
  const live = read.filter(({ category }) => category.deletedAt === undefined);
  return {
    tombstones,
    undoneImports: new Map(undone.map(({ batch, undoneAt }) => [batch, undoneAt])),
    generation: generation?.changedBy ?? null,
    names: new Map(
      live.flatMap(({ category: { id, name } }) => (name === undefined ? [] : [[id, name] as const])),
    ),
    live: live.map(({ item }) => item),
    resolve: createResolver(tombstones),
  };
}

const storedUndoneImport = v.object({ batch: v.string(), undoneAt: v.number() });
const storedGeneration = v.object({ changedBy: v.string() });
const storedBatch = v.object({ batch: v.optional(v.string()) });

/** The import that brought a transaction; undefined where it was entered by hand. */
export const batchOf = (item: Item): string | undefined => v.parse(storedBatch, item).batch;

/** True where a transaction's item came with an import that was undone. */
export function isTakenBack(item: Item, { undoneImports }: Pick<Categories, "undoneImports">): boolean {
  const batch = batchOf(item);
  return batch !== undefined && undoneImports.has(batch);
}

function tombstoneOf(category: v.InferOutput<typeof stored>): Tombstone | null {
  const { deletedAt, movedTo, name, schedulePk } = category;
  if (deletedAt === undefined) return null;
  const state = name !== undefined ? "restorable" : schedulePk !== undefined ? "closed" : "cleaned up";
  return { deletedAt, movedTo, state };
}

/** Follows moves to their end, each once however many ask and however long the chain is. */
export function createResolver(tombstones: Categories["tombstones"]): Categories["resolve"] {
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
      // What a ring of moves would find when it comes round again.
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

/** A thing with the live category that it belongs to, or none. */
export const inLiveCategory = <T extends { categoryId: Id | null }>(
  thing: T,
  { resolve }: Pick<Categories, "resolve">,
): T => ({ ...thing, categoryId: thing.categoryId && resolve(thing.categoryId).categoryId });

/** Takes what was just read of a budget; returns each with the live category it belongs to, or null. */
export async function resolveCategories<T extends { categoryId: Id | null }>(
  table: Table,
  ownerId: Id,
  things: readonly T[],
): Promise<T[]> {
  if (things.every(({ categoryId }) => categoryId === null)) return [...things];
  const categories = await readCategories(table, ownerId);
  return things.map((thing) => inLiveCategory(thing, categories));
}
