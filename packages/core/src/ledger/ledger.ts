import type { EntryOf } from "@coffer/domain/activity/activity";
import type { ActivityKind } from "@coffer/domain/activity/kinds";
import type { storedTransaction } from "@coffer/domain/activity/snapshots";
import type { Plan } from "@coffer/domain/budget/budget";
import type { Category } from "@coffer/domain/category/category";
import type { CeilingKind } from "@coffer/domain/ceilings";
import type { ThingOf } from "@coffer/domain/definition/kind";
import type { Milestone } from "@coffer/domain/goal/goal";
import type { HeldGoal } from "@coffer/domain/goal/held-amount";
import type { Id } from "@coffer/domain/id";
import type { Settlement } from "@coffer/domain/share/balance";
import type { Subscription } from "@coffer/domain/subscription/subscription";
import type { Day } from "@coffer/domain/time/day";
import type { Month } from "@coffer/domain/time/month";
import type { Undoing, Version, Versioned } from "../activity/recording.ts";
import type { IdempotencyKey } from "../idempotency.ts";

/** An imported transaction keeps what its row is known again by, and the import that brought it. */
export type StoredTransaction = ThingOf<typeof storedTransaction>;
/**
 * `settledThrough` is the latest due date that was ever paid, posted or skipped; it only grows, and `nextPaymentDate`
 * stays after it: no due date can come twice, whatever is edited.
 */
export type StoredSubscription = Subscription & { settledThrough: Day | null };

export type Things = {
  transaction: StoredTransaction;
  category: Category;
  plan: Plan;
  /** When the month's actuals were reset, in milliseconds. */
  month: { month: Month; resetAt: number | null };
  goal: HeldGoal;
  milestone: Milestone;
  subscription: StoredSubscription;
  import: { batch: string };
  settlement: Settlement;
};
export type Kind = keyof Things;

/** The fields that tell a thing from the others of its kind. */
export const IDENTITY = {
  transaction: ["id"],
  category: ["id"],
  plan: ["month", "categoryId"],
  month: ["month"],
  goal: ["id"],
  milestone: ["goalId", "id"],
  subscription: ["id"],
  import: ["batch"],
  settlement: ["id"],
} as const satisfies { [K in Kind]: readonly (keyof Things[K])[] };
export type Refs = { [K in Kind]: Pick<Things[K], keyof Things[K] & (typeof IDENTITY)[K][number]> };
export type Named<K extends Kind> = { kind: K; ref: Refs[K] };
/** A thing as it is, with the live category that it belongs to; null where it is not there for anybody. */
export type Found<K extends Kind> = Named<K> & { value: Things[K] | null; version: Version | null };

/**
 * One thing before and after; null where it is not there. `version` is of the item that was read, null where none was:
 * a plan that was moved into a category has a value and no item of its own.
 */
export type ChangeOf<K extends Kind> = {
  kind: K;
  before: Things[K] | null;
  after: Things[K] | null;
  version: Version | null;
  /** Of a category that is deleted: the one that all it has belongs to from then on. */
  moveTo?: Id | null;
  /** Of what is deleted and kept for a while: a guest did it, whose own share it fills. */
  byGuest?: boolean;
};
export type Change = ChangeOf<Kind>;

export const changeOf = <K extends Kind>(
  kind: K,
  read: { value: Things[K] | null; version: Version | null } | null,
  after: Things[K] | null,
): ChangeOf<K> => ({ kind, before: read?.value ?? null, after, version: read?.version ?? null });

/** Changes that are written together with their entry, all or none. */
type Commit<K extends ActivityKind> = {
  ownerId: Id;
  changes: readonly Change[];
  entry: EntryOf<K>;
  undoing?: Undoing | undefined;
  /** As it was read before what is added was counted; the commit fails as "changed" where it is another one by now. */
  serial?: number | undefined;
  /** A repeat under the same key writes nothing and gives the first one's entry. */
  key?: IdempotencyKey | undefined;
  byGuest?: boolean;
  /** The entry is kept for a month only. */
  isShort?: boolean;
};

export type Problem =
  /** Something is no longer as it was read. */
  | "changed"
  /** Something is there already, be it hidden. */
  | "taken"
  | "keyReused"
  /** A category is not there, or of the other type. */
  | "noCategory"
  | "otherType"
  /** A milestone's goal is not there, or has MAX_MILESTONES. */
  | "noGoal"
  | "full"
  /** A category's type cannot change because of these, or because there are more than are counted. */
  | "uncounted"
  | "transactions"
  | "subscriptions"
  /** More than can be written, and undone, at once. */
  | "tooLarge";

/**
 * Writes things of a ledger with their entry. Imports, restores, rules and dismissed suggestions have their own writes
 * (docs/decisions/023-one-commit.md). `packages/dynamo/src/ledger` implements it.
 */
export type LedgerStore = {
  /** In the order of what was named. */
  read<K extends Kind>(ownerId: Id, named: readonly Named<K>[]): Promise<Found<K>[]>;
  /** The entry that stands for the change: its own, or that of the first one under the same key. */
  commit<K extends ActivityKind>(commit: Commit<K>): Promise<EntryOf<K> | Problem>;
  /** What was deleted of the categories, or undone of the imports, within the time in which it can come back. */
  gone(ownerId: Id, kind: "category" | "import"): Promise<{ by: Id | null; byGuest: boolean }[]>;
  /** The number of things of a kind; `serial`, which was read before, counts the commits that were made with it. */
  growth(ownerId: Id, kind: CeilingKind): Promise<{ count: number; serial: number }>;
  /** The entry of what was written under a key; undefined where nothing was. `now` in milliseconds. */
  committed<K extends ActivityKind>(
    ownerId: Id,
    kind: K,
    key: IdempotencyKey,
    now: number,
  ): Promise<EntryOf<K> | "keyReused" | undefined>;
};

export async function readOne<K extends Kind>(
  ledger: Pick<LedgerStore, "read">,
  ownerId: Id,
  kind: K,
  ref: Refs[K],
): Promise<Versioned<Things[K]> | undefined> {
  const [found] = await ledger.read(ownerId, [{ kind, ref }]);
  return found?.value && found.version ? { value: found.value, version: found.version } : undefined;
}
