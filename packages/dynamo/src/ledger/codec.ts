import type { Version } from "@coffer/core/activity/recording";
import type { ChangeOf, Found, Kind, Problem, Refs, Things } from "@coffer/core/ledger/ledger";
import type { EntryOf } from "@coffer/domain/activity/activity";
import type { ActivityKind } from "@coffer/domain/activity/kinds";
import type { Id } from "@coffer/domain/id";
import type { Month } from "@coffer/domain/time/month";
import * as v from "valibot";
import {
  batchOf,
  type Categories,
  type CategoryUse,
  NO_CATEGORIES,
  readCategories,
} from "../category/resolve-category.ts";
import type { Item, Key, WriteInput } from "../table/item.ts";
import { readEach } from "../table/readable.ts";
import type { Table } from "../table/table.ts";
import { ABSENT, both, type Condition, PRESENT, put, remove, stillIs, when } from "../table/writes.ts";

/** A write of a commit, and the problem that its failed condition means, given the item that was found. */
export type Step = { write: WriteInput; problem: Problem | ((found: Item | undefined) => Problem) };

/** The commit that a change is part of. Its items get `revision`. */
export type Context = {
  ownerId: Id;
  entry: EntryOf<ActivityKind>;
  revision: number;
  isUndo: boolean;
  changes: readonly ChangeOf<Kind>[];
};

export type Codec<K extends Kind> = {
  key(ownerId: Id, ref: Refs[K]): Key;
  /** Null for a hidden thing. Absent for things that are part of an item. */
  fromItem?(item: Item, categories: Categories): Things[K] | null;
  /** For things that are not exactly one item each. */
  read?(table: Table, ownerId: Id, refs: readonly Refs[K][]): Promise<Pick<Found<K>, "value" | "version">[]>;
  monthOf?(value: Things[K]): Month;
  uses?(change: ChangeOf<K>): CategoryUse | null;
  /** Runs before the commit's one transaction. */
  prepare?(table: Table, ownerId: Id, change: ChangeOf<K>): Promise<Problem | null>;
  steps(change: ChangeOf<K>, context: Context): Step[];
};

const storedVersion = v.object({
  revision: v.optional(v.number()),
  categoryId: v.optional(v.nullable(v.number())),
});

export function versionOf(item: Item): Version {
  const { revision = null, categoryId } = v.parse(storedVersion, item);
  return categoryId === undefined ? { revision } : { revision, categoryId };
}

export const withVersion =
  <T>(read: (item: Item) => T) =>
  (item: Item) => ({ value: read(item), version: versionOf(item) });

export async function readItems<K extends Kind>(
  table: Table,
  ownerId: Id,
  codec: Codec<K>,
  refs: readonly Refs[K][],
) {
  if (codec.read) return codec.read(table, ownerId, refs);
  const items = await table.getMany(refs.map((ref) => codec.key(ownerId, ref)));
  // Undone imports are read with the categories.
  const isHideable = items.some((item) => item && (typeof item.categoryId === "number" || batchOf(item)));
  const categories = isHideable ? await readCategories(table, ownerId) : NO_CATEGORIES;
  return items.map((item) => {
    const [value = null] = item ? readEach([item], (one) => codec.fromItem?.(one, categories) ?? null) : [];
    return { value, version: item && value ? versionOf(item) : null };
  });
}

export function asRead({ revision, categoryId }: Version): Condition {
  const same =
    revision === null
      ? both(PRESENT, stillIs("revision", undefined))
      : when("revision = :asRead", { asRead: revision });
  const inCategory = when("categoryId = :categoryAsRead", { categoryAsRead: categoryId });
  return categoryId === undefined ? same : both(same, inCategory);
}

/** Replaces an item if it has not changed since it was read, or creates it if there was none. */
export function putStep(
  item: Item & Key,
  version: Version | null,
  { revision }: Pick<Context, "revision">,
  condition?: Condition,
): Step {
  const stamped = { ...item, revision };
  if (!version) return { write: put(stamped, ABSENT), problem: "taken" };
  const unchanged = condition ? both(condition, asRead(version)) : asRead(version);
  return { write: put(stamped, unchanged), problem: "changed" };
}

export function deleteStep(key: Key, version: Version | null, condition?: Condition): Step[] {
  if (!version) return [];
  const unchanged = condition ? both(asRead(version), condition) : asRead(version);
  return [{ write: remove(key, unchanged), problem: "changed" }];
}

/** The steps of kinds whose things are one item each. */
export const itemSteps =
  <K extends Kind>(
    keyOf: (ownerId: Id, thing: Things[K]) => Key,
    itemOf: (thing: Things[K], change: ChangeOf<K>, context: Context) => Item & Key,
  ): Codec<K>["steps"] =>
  (change, context) => {
    const { before, after, version } = change;
    if (after) return [putStep(itemOf(after, change, context), version, context)];
    return before ? deleteStep(keyOf(context.ownerId, before), version) : [];
  };

export const unconditional = (writes: readonly WriteInput[]): Step[] =>
  writes.map((write) => ({ write, problem: "changed" }));

type InCategory = { categoryId: Id | null };

/** Keeps the stored category of a thing that stays where a deletion moved it: a restore then brings it back. */
export function storedCategory(
  { before, version }: { before: InCategory | null; version: Version | null },
  after: InCategory,
): Id | null {
  const own = version?.categoryId;
  return own !== undefined && before?.categoryId === after.categoryId ? own : after.categoryId;
}
