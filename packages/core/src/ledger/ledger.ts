import type { EntryOf } from "@coffer/domain/activity/activity";
import type { ActivityKind } from "@coffer/domain/activity/kinds";
import type { storedTransaction } from "@coffer/domain/activity/snapshots";
import type { MonthSums, Plan } from "@coffer/domain/budget/budget";
import type { Category } from "@coffer/domain/category/category";
import type { CeilingKind } from "@coffer/domain/ceilings";
import type { ThingOf } from "@coffer/domain/definition/kind";
import type { HeldGoal, Milestone } from "@coffer/domain/goal/goal";
import type { Id } from "@coffer/domain/id";
import type { Account, BalancePoint } from "@coffer/domain/money-account/account";
import type { ReviewRow } from "@coffer/domain/review/review";
import type { Settlement } from "@coffer/domain/share/balance";
import type { Subscription } from "@coffer/domain/subscription/subscription";
import type { Day } from "@coffer/domain/time/day";
import type { Month } from "@coffer/domain/time/month";
import type { Undoing, Version, Versioned } from "../activity/recording.ts";
import type { IdempotencyKey } from "../idempotency.ts";
import type { NewNotification } from "../notification/notifications.ts";

/** An imported transaction also has its row's fingerprint and the id of its import. */
export type StoredTransaction = ThingOf<typeof storedTransaction>;
/**
 * `settledThrough` is the latest due date that was ever paid, recorded or skipped. It only grows and `nextPaymentDate`
 * is always later, so that no due date can be paid twice, whatever is edited.
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
  account: Account;
  point: BalancePoint & { accountId: Id };
  review: ReviewRow;
};
export type Kind = keyof Things;

/** The fields that identify a thing among its kind. */
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
  account: ["id"],
  point: ["accountId", "date"],
  review: ["id"],
} as const satisfies { [K in Kind]: readonly (keyof Things[K])[] };
export type Refs = { [K in Kind]: Pick<Things[K], keyof Things[K] & (typeof IDENTITY)[K][number]> };
export type Named<K extends Kind> = { kind: K; ref: Refs[K] };
/** The current state of a thing, with its live category; null if it does not exist or is hidden. */
export type Found<K extends Kind> = Named<K> & { value: Things[K] | null; version: Version | null };

/**
 * A thing before and after a change; null if it does not exist. `version` is that of the item that was read, null if
 * there was no item: a plan moved here from a deleted category has a value but no item of its own.
 */
export type ChangeOf<K extends Kind> = {
  kind: K;
  before: Things[K] | null;
  after: Things[K] | null;
  version: Version | null;
  /** For the deletion of a category: the category that its contents move to. */
  moveTo?: Id | null;
  /** For deletions that can be restored: a guest did it, so it counts against the guests' bound (ceilings.ts). */
  byGuest?: boolean;
};
export type Change = ChangeOf<Kind>;

export const changeOf = <K extends Kind>(
  kind: K,
  read: { value: Things[K] | null; version: Version | null } | null,
  after: Things[K] | null,
): ChangeOf<K> => ({ kind, before: read?.value ?? null, after, version: read?.version ?? null });

export const isOf = <K extends Kind>(kind: K, change: Change): change is ChangeOf<K> => change.kind === kind;

/** The cached sums of a month; each write of them changes `changedBy`. */
export type RunningMonth = {
  sums: MonthSums;
  resetAt: number | null;
  basis: string;
  changedBy: string | undefined;
  /** The cached amounts that are carried into the month. */
  carried?: { into: string; basis: string; until: number } | undefined;
  expiresAt: number | undefined;
};

/** The cached sums of some months, which a commit of transactions updates. */
export type Running = {
  months: ReadonlyMap<Month, RunningMonth>;
  /** The basis under which the sums are valid; undefined: any. */
  basis: string | undefined;
  /** True if the sums count the transaction, as it was before the change, in its category. */
  isShown(change: ChangeOf<"transaction">): boolean;
};

/** Changes that are written with their entry in one transaction. */
export type Commit<K extends ActivityKind> = {
  ownerId: Id;
  changes: readonly Change[];
  entry: EntryOf<K>;
  undoing?: Undoing | undefined;
  /** The serial that was read with the count (`growth`). The commit fails with "changed" if it has changed since. */
  serial?: number | undefined;
  /** A retry under the same key writes nothing and returns the entry of the first request. */
  key?: IdempotencyKey | undefined;
  byGuest?: boolean;
  /** The cached sums that the commit updates. Those of other changed months are invalidated. */
  running?: Running | undefined;
  /** Goals that were read with the decision's facts; others that the changes concern are read by the commit. */
  goals?: readonly Versioned<Things["goal"]>[] | undefined;
  /** Called with the updated sums. */
  noteSums?: ((sums: readonly MonthSums[]) => void) | undefined;
  /** The entry expires after a month. */
  isShort?: boolean;
  /** Notifications that are written with the change; few, since a commit of more than a hundred writes has no room for them. */
  notices?: readonly NewNotification[];
};

export type Problem =
  /** Something has changed since it was read. */
  | "changed"
  /** Something exists already, possibly hidden. */
  | "taken"
  | "keyReused"
  /** A category does not exist, or has the other type. */
  | "noCategory"
  | "otherType"
  /** A milestone's goal does not exist, or has MAX_MILESTONES. */
  | "noGoal"
  | "full"
  /** A point's account does not exist. */
  | "noAccount"
  /** A category's type cannot change because these exist, or because there are too many rows to check. */
  | "uncounted"
  | "transactions"
  | "subscriptions"
  /** Too much for one transaction to write, or to undo. */
  | "tooLarge";

/**
 * Writes things of a ledger with their entry. Imports, restores, rules and dismissed suggestions have their own writes
 * (docs/decisions/023-one-commit.md). `packages/dynamo/src/ledger` implements it.
 */
export type LedgerStore = {
  /** Returns the things in the order of `named`. */
  read<K extends Kind>(ownerId: Id, named: readonly Named<K>[]): Promise<Found<K>[]>;
  /** Reads the cached sums of months for a commit; `isAddition` if it only adds transactions. `now` in milliseconds. */
  running(
    ownerId: Id,
    months: readonly Month[],
    given: { now: number; isAddition: boolean },
  ): Promise<Running>;
  /** Returns the entry of the change, or that of the first request under the same key. */
  commit<K extends ActivityKind>(commit: Commit<K>): Promise<EntryOf<K> | Problem>;
  /** Deleted categories or undone imports that can still be restored. */
  gone(ownerId: Id, kind: "category" | "import"): Promise<{ by: Id | null; byGuest: boolean }[]>;
  /** The number of things of a kind. `serial` is read before they are counted; commits with a serial increment it. */
  growth(ownerId: Id, kind: CeilingKind): Promise<{ count: number; serial: number }>;
  /** The entry that was written under a key, if any. `now` in milliseconds. */
  committed<K extends ActivityKind>(
    ownerId: Id,
    kind: K,
    key: IdempotencyKey,
    now: number,
  ): Promise<EntryOf<K> | "keyReused" | undefined>;
};

type Identified = {
  [K in Kind]: Refs[K] extends { id: Id } ? ({ id: Id } extends Refs[K] ? K : never) : never;
}[Kind];

/** Names things by their ids. */
export const named = <K extends Identified>(kind: K, ids: readonly Id[]) =>
  ids.map((id) => ({ kind, ref: { id } }));

export async function readOne<K extends Kind>(
  ledger: Pick<LedgerStore, "read">,
  ownerId: Id,
  kind: K,
  ref: Refs[K],
): Promise<Versioned<Things[K]> | undefined> {
  const [found] = await ledger.read(ownerId, [{ kind, ref }]);
  return found?.value && found.version ? { value: found.value, version: found.version } : undefined;
}
