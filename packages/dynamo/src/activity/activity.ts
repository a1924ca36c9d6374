import type { ActivityStore } from "@coffer/core/activity/recording";
import {
  type ActivityEntry,
  type EntryOf,
  togetherIn,
  transactionsOf,
} from "@coffer/domain/activity/activity";
import { ACTIVITY_ACTIONS, ACTIVITY_KINDS, type ActivityKind } from "@coffer/domain/activity/kinds";
import { SNAPSHOTS } from "@coffer/domain/activity/snapshots";
import { storedOf } from "@coffer/domain/definition/kind";
import type { Id } from "@coffer/domain/id";
import * as v from "valibot";
import { type Categories, inLiveCategory, readCategories } from "../category/resolve-category.ts";
import { datedBetween, type Item } from "../table/item.ts";
import { readEach } from "../table/readable.ts";
import type { Table } from "../table/table.ts";
import { activityPartition } from "./activity-writes.ts";

const parserOf = <const Kind extends ActivityKind>(kind: Kind) =>
  v.parser(
    v.object({
      id: v.string(),
      at: v.number(),
      by: v.nullable(v.number()),
      action: v.picklist(ACTIVITY_ACTIONS),
      kind: v.literal(kind),
      entityId: v.union([v.number(), v.string()]),
      label: v.string(),
      before: v.nullable(storedOf(SNAPSHOTS[kind])),
      after: v.nullable(storedOf(SNAPSHOTS[kind])),
      undoes: v.nullable(v.string()),
      undoneBy: v.nullable(v.string()),
    }),
  );
const PARSERS: { [K in ActivityKind]: (item: Item) => EntryOf<K> } = {
  transaction: parserOf("transaction"),
  payment: parserOf("payment"),
  category: parserOf("category"),
  plan: parserOf("plan"),
  month: parserOf("month"),
  goal: parserOf("goal"),
  milestone: parserOf("milestone"),
  subscription: parserOf("subscription"),
  share: parserOf("share"),
  import: parserOf("import"),
  settlement: parserOf("settlement"),
};
export const parseEntry = <K extends ActivityKind>(kind: K, item: Item): EntryOf<K> => PARSERS[kind](item);
const storedKind = v.object({ kind: v.picklist(ACTIVITY_KINDS) });
const entryIn = (item: Item): ActivityEntry => PARSERS[v.parse(storedKind, item).kind](item);
const storedPlace = v.object({
  sk: v.string(),
  origin: v.optional(v.object({ id: v.string(), place: v.string() })),
});

export function createActivityStore(table: Table): ActivityStore {
  return {
    async list(ownerId, { before = "~", after = "", limit }) {
      // "!" sorts after an id and before the next.
      const [from, to] = [`${after}!`, before];
      if (from > to) return [];
      const range = datedBetween(activityPartition(ownerId), from, to);
      const entries: ActivityEntry[] = [];
      // A page of large entries ends before it is full.
      for await (const { items } of table.pages({ ...range, ScanIndexForward: false, Limit: limit + 1 })) {
        entries.push(...readEach(items, entryIn).filter(({ id }) => id !== before));
        if (entries.length >= limit) break;
      }
      return entries.slice(0, limit);
    },

    async find(ownerId, id) {
      const { items } = await table.page(datedBetween(activityPartition(ownerId), id, id));
      const [item] = items;
      if (!item) return undefined;
      const { sk, origin = null } = v.parse(storedPlace, item);
      const entry = inLiveCategories(entryIn(item), await readCategories(table, ownerId));
      return { entry, place: sk, origin };
    },
  };
}

/** Entries of a category belong by now to that which it was moved to. */
function inLiveCategories(entry: ActivityEntry, categories: Categories): ActivityEntry {
  const live = <T extends { categoryId: Id }>(thing: T): T => ({
    ...thing,
    categoryId: categories.resolve(thing.categoryId).categoryId ?? thing.categoryId,
  });
  switch (entry.kind) {
    case "transaction":
      return withSides(entry, (side) => togetherIn(transactionsOf(side).map(live)));
    case "payment":
      return withSides(entry, (side) => side && { ...side, lines: side.lines.map(live) });
    case "goal":
      return withSides(entry, (side) => side && inLiveCategory(side, categories));
    case "subscription":
      return withSides(
        entry,
        (side) =>
          side && {
            ...inLiveCategory(side, categories),
            ...(side.transactions && { transactions: side.transactions.map(live) }),
          },
      );
    default:
      return entry;
  }
}

const withSides = <Side, Entry extends { before: Side; after: Side }>(
  entry: Entry & { before: Side; after: Side },
  change: (side: Side) => Side,
): Entry => ({ ...entry, before: change(entry.before), after: change(entry.after) });
