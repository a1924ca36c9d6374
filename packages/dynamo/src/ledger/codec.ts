import type { Version } from "@coffer/core/activity/recording";
import type { ChangeOf, Kind, Problem, Refs, Things } from "@coffer/core/ledger/ledger";
import type { EntryOf } from "@coffer/domain/activity/activity";
import type { ActivityKind } from "@coffer/domain/activity/kinds";
import type { Flow } from "@coffer/domain/category/category";
import type { Id } from "@coffer/domain/id";
import type { Month } from "@coffer/domain/time/month";
import { asRead } from "../activity/activity-writes.ts";
import type { Categories } from "../category/resolve-category.ts";
import { ABSENT, both, type Condition } from "../table/conditions.ts";
import type { Item, Key, WriteInput } from "../table/item.ts";
import type { Table } from "../table/table.ts";

/** A write of a commit, and what it means that its condition does not hold, given the item that was found. */
export type Step = { write: WriteInput; problem: Problem | ((found: Item | undefined) => Problem) };

/** The category that a thing names: live, and of the type, which it keeps from then on, where one is told. */
export type CategoryUse = { categoryId: Id; type?: Flow | undefined; holdsType: boolean };

/** The commit that a change is part of. `revision` is what its items are stamped with. */
export type Context = {
  ownerId: Id;
  entry: EntryOf<ActivityKind>;
  revision: number;
  isUndo: boolean;
  changes: readonly ChangeOf<Kind>[];
};

/** The table's form of one kind of things. */
export type Codec<K extends Kind> = {
  key(ownerId: Id, ref: Refs[K]): Key;
  /** Null for one that nobody sees. */
  fromItem(item: Item, categories: Categories): Things[K] | null;
  /** In the order of the refs, where more than their own items tells what they are. */
  read?(
    table: Table,
    ownerId: Id,
    refs: readonly Refs[K][],
  ): Promise<{ value: Things[K] | null; version: Version | null }[]>;
  /** The month whose figures it is part of. */
  monthOf?(value: Things[K]): Month;
  uses?(change: ChangeOf<K>): CategoryUse | null;
  /** Runs before the commit's one transaction. */
  prepare?(table: Table, ownerId: Id, change: ChangeOf<K>): Promise<Problem | null>;
  steps(change: ChangeOf<K>, context: Context): Step[];
};

/** Replaces an item where it is as it was read, or creates it where none was. */
export const putStep = (
  item: Item & Key,
  version: Version | null,
  { revision }: Pick<Context, "revision">,
  condition?: Condition,
): Step => ({
  write: {
    Put: {
      Item: { ...item, revision },
      ...(!version ? ABSENT : condition ? both(condition, asRead(version)) : asRead(version)),
    },
  },
  problem: version ? "changed" : "taken",
});

export const deleteStep = (Key: Key, version: Version | null, condition?: Condition): Step[] => {
  if (!version) return [];
  const unchanged = condition ? both(asRead(version), condition) : asRead(version);
  return [{ write: { Delete: { Key, ...unchanged } }, problem: "changed" }];
};

export const unconditional = (writes: readonly WriteInput[]): Step[] =>
  writes.map((write) => ({ write, problem: "changed" }));

type InCategory = { categoryId: Id | null };

/** One that stays where a deletion moved it is back in its own category when that is restored. */
export function storedCategory<K extends Kind>(
  { before, version }: { before: InCategory | null; version: Version | null } & Pick<ChangeOf<K>, "kind">,
  after: InCategory,
): Id | null {
  const own = version?.categoryId;
  return own !== undefined && before?.categoryId === after.categoryId ? own : after.categoryId;
}
