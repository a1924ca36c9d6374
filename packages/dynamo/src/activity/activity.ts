import type { ActivityStore } from "@coffer/core/activity/activity";
import type { StoredEntry } from "@coffer/core/activity/recording";
import {
  ACTIVITY_ACTIONS,
  type ActivityEntry,
  togetherIn,
  transactionsOf,
} from "@coffer/domain/activity/activity";
import type { Id } from "@coffer/domain/id";
import { PERMISSIONS } from "@coffer/domain/share/sharing";
import * as v from "valibot";
import { monthSnapshot, planSnapshot } from "../budget/months.ts";
import { categorySnapshot } from "../category/categories.ts";
import { type Categories, readCategories } from "../category/resolve-category.ts";
import { goalSnapshot } from "../goal/goals.ts";
import { milestoneSnapshot } from "../goal/milestone-item.ts";
import { subscriptionSnapshot } from "../subscription/subscriptions.ts";
import { datedBetween } from "../table/queries.ts";
import type { Table } from "../table/table.ts";
import { transactionsSnapshot } from "../transaction/transactions.ts";
import { activityPartition } from "./activity-writes.ts";

const entryOf = <const Kind extends string, Snapshot extends v.GenericSchema>(
  kind: Kind,
  snapshot: Snapshot,
) =>
  v.object({
    id: v.string(),
    at: v.number(),
    by: v.nullable(v.number()),
    action: v.picklist(ACTIVITY_ACTIONS),
    kind: v.literal(kind),
    entityId: v.union([v.number(), v.string()]),
    label: v.string(),
    before: v.nullable(snapshot),
    after: v.nullable(snapshot),
    undoes: v.nullable(v.string()),
    undoneBy: v.nullable(v.string()),
  });

const stored = v.variant("kind", [
  entryOf("transaction", transactionsSnapshot),
  entryOf("category", categorySnapshot),
  entryOf("plan", planSnapshot),
  entryOf("month", monthSnapshot),
  entryOf("goal", goalSnapshot),
  entryOf("milestone", milestoneSnapshot),
  entryOf("subscription", subscriptionSnapshot),
  entryOf(
    "share",
    v.object({
      id: v.number(),
      email: v.string(),
      permission: v.picklist(PERMISSIONS),
      opened: v.optional(v.boolean()),
    }),
  ),
  entryOf("import", v.object({ batch: v.string(), source: v.string(), added: v.number() })),
]);
const storedPlace = v.object({
  sk: v.string(),
  origin: v.optional(v.object({ id: v.string(), place: v.string() })),
});

export function createActivityStore(table: Table): ActivityStore {
  return {
    async list(ownerId, { before = "~", after = "", limit }) {
      // Both ends are included by BETWEEN; "!" sorts after an id and before the next.
      const [from, to] = [`${after}!`, before];
      if (from > to) return [];
      const range = datedBetween(activityPartition(ownerId), from, to);
      const entries: ActivityEntry[] = [];
      // A page of large entries ends before it is full.
      for await (const page of table.pages({ ...range, ScanIndexForward: false, Limit: limit + 1 })) {
        entries.push(...page.map((item) => v.parse(stored, item)).filter(({ id }) => id !== before));
        if (entries.length >= limit) break;
      }
      return entries.slice(0, limit);
    },

    async find(ownerId, id): Promise<StoredEntry | undefined> {
      const { items } = await table.page(datedBetween(activityPartition(ownerId), id, id));
      const [item] = items;
      if (!item) return undefined;
      const { sk, origin = null } = v.parse(storedPlace, item);
      const entry = inLiveCategories(v.parse(stored, item), await readCategories(table, ownerId));
      return { entry, place: sk, origin };
    },
  };
}

/** What belonged to a category belongs by now to that which it was moved to. */
function inLiveCategories(entry: ActivityEntry, { resolve }: Categories): ActivityEntry {
  const live = <T extends { categoryId: Id }>(thing: T): T => ({
    ...thing,
    categoryId: resolve(thing.categoryId).categoryId ?? thing.categoryId,
  });
  const maybeLive = <T extends { categoryId: Id | null }>(thing: T): T => ({
    ...thing,
    categoryId: thing.categoryId && resolve(thing.categoryId).categoryId,
  });
  switch (entry.kind) {
    case "transaction": {
      const all = (thing: typeof entry.before) => togetherIn(transactionsOf(thing).map(live));
      return { ...entry, before: all(entry.before), after: all(entry.after) };
    }
    case "goal":
      return {
        ...entry,
        before: entry.before && maybeLive(entry.before),
        after: entry.after && maybeLive(entry.after),
      };
    case "subscription": {
      const both = (thing: typeof entry.before) =>
        thing && {
          ...maybeLive(thing),
          ...(thing.transactions && { transactions: thing.transactions.map(live) }),
        };
      return { ...entry, before: both(entry.before), after: both(entry.after) };
    }
    default:
      return entry;
  }
}
