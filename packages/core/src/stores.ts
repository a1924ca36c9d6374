import type { Category } from "@coffer/domain/category/category";
import type { DigestFrequency } from "@coffer/domain/digest/letter";
import type { Contribution, Goal, Milestone } from "@coffer/domain/goal/goal";
import type { Id } from "@coffer/domain/id";
import type { Account } from "@coffer/domain/money-account/account";
import type { RestoredKind } from "@coffer/domain/portability/restore-ceilings";
import type { ProposalFacts } from "@coffer/domain/review/proposals";
import type { ReviewRow } from "@coffer/domain/review/review";
import type { Rule } from "@coffer/domain/rule/rule";
import type { Subscription } from "@coffer/domain/subscription/subscription";
import type { Day } from "@coffer/domain/time/day";
import type { Month } from "@coffer/domain/time/month";
import type { DueWindow, TimeZone } from "@coffer/domain/time/timezone";
import type { TipsAnswer } from "@coffer/domain/tips/fill-tips";
import type { Totals } from "@coffer/domain/transaction/search";
import type { Transaction } from "@coffer/domain/transaction/transaction";
import type { AccountRemovalStore, UserStore } from "./account/account-store.ts";
import type { LinkStore } from "./account/links.ts";
import type {
  KnownDeviceStore,
  PasskeyStore,
  SecondFactorStore,
  SessionStore,
  ThrottleStore,
} from "./account/sign-in-stores.ts";
import type { ActivityStore, Versioned } from "./activity/recording.ts";
import type { AdminStore, CampaignStore } from "./admin/admin-store.ts";
import type { BudgetStore } from "./budget/budget-store.ts";
import type { Creation, DeletionKeyStore, IdempotencyKey } from "./idempotency.ts";
import type { ImportStore } from "./import/import-store.ts";
import type { LedgerStore } from "./ledger/ledger.ts";
import type { OutboxStore } from "./mail/outbox.ts";
import type { SuppressionStore } from "./mail/suppression.ts";
import type { NotificationStore, WatchStore } from "./notification/notifications.ts";
import type { WorkPage } from "./pages.ts";
import type { LedgerItem, RestoredItem } from "./portability/people.ts";
import type { QuotaStore } from "./quota.ts";
import type { HouseholdStore, SettlementStore } from "./share/household-store.ts";
import type { InvitationStore, ShareStore } from "./share/share-stores.ts";
import type { TaskStore } from "./task/task.ts";

/** All stores, one for each noun. `packages/dynamo` implements them. */
export type Stores = {
  accountRemoval: AccountRemovalStore;
  users: UserStore;
  sessions: SessionStore;
  knownDevices: KnownDeviceStore;
  links: LinkStore;
  passkeys: PasskeyStore;
  secondFactors: SecondFactorStore;
  throttles: ThrottleStore;
  categories: CategoryStore;
  transactions: TransactionStore;
  review: ReviewStore;
  rules: RuleStore;
  quota: QuotaStore;
  deletionKeys: DeletionKeyStore;
  imports: ImportStore;
  portability: PortabilityStore;
  budgets: BudgetStore;
  ledger: LedgerStore;
  activity: ActivityStore;
  goals: GoalStore;
  moneyAccounts: MoneyAccountStore;
  subscriptions: SubscriptionStore;
  shares: ShareStore;
  households: HouseholdStore;
  settlements: SettlementStore;
  invitations: InvitationStore;
  outbox: OutboxStore;
  notifications: NotificationStore;
  watches: WatchStore;
  suppression: SuppressionStore;
  digests: DigestStore;
  campaigns: CampaignStore;
  tasks: TaskStore;
  tips: TipsStore;
  admin: AdminStore;
  housekeeping: {
    /** Deletes expired items in the next part of the table. Returns how many; `now` in milliseconds. */
    deleteExpired(now: number): Promise<number>;
  };
};

/** Made of the key of the last item that was read. */
export type ListCursor = string;

export type TransactionStore = {
  /** Reads the next `size` items, but at most PAGE_BYTES: the latest dates first unless `oldestFirst`. */
  page(
    ownerId: Id,
    range: { from: Day; to: Day; after: ListCursor | undefined; oldestFirst?: boolean },
    size: number,
  ): Promise<{ transactions: Transaction[]; next: ListCursor | undefined }>;
  /** Both days are inclusive; unordered. */
  list(ownerId: Id, from: Day, to: Day): Promise<Transaction[]>;
};

/** The effects of a category's deletion. With `soFar` these are minimums, as not all rows were read. */
export type CategoryUsage = {
  transactions: number;
  budgets: number;
  subscriptions: number;
  goals: number;
  soFar?: true;
};

export type CategoryStore = {
  list(ownerId: Id): Promise<Category[]>;
  listVersioned(ownerId: Id): Promise<Versioned<Category>[]>;
  usage(ownerId: Id, id: Id): Promise<CategoryUsage | undefined>;
  /** Deletes categories (with what references them) and undone imports for good, if deleted before an instant (ms). */
  cleanUp(ownerId: Id, deletedBefore: number): Promise<void>;
  ownersToCleanUp(deletedBefore: number): Promise<Id[]>;
};

type ReviewPage = {
  rows: ReviewRow[];
  /** The totals of all waiting rows. */
  total: Totals;
  /** The cursor of the next page, null on the last. */
  next: ListCursor | null;
  /** The transactions near the rows may be some seconds old. */
  facts: Omit<ProposalFacts, "today">;
};

export type ReviewStore = {
  /** Waiting rows, the latest dates first; undefined for an invalid cursor. */
  page(ownerId: Id, after: ListCursor | undefined, size: number): Promise<ReviewPage | undefined>;
};

/** "changed": another write came between read and write. */
export type RuleStore = {
  /** In their order, each with its live category; without rules of deleted categories. */
  list(ownerId: Id): Promise<Rule[]>;
  /** Appends a rule; "full" at MAX_RULES. */
  add(
    ownerId: Id,
    rule: Rule,
    idempotencyKey: IdempotencyKey | undefined,
    now: number,
  ): Promise<Creation<Rule> | "full" | "changed">;
  /**
   * Keeps rules of deleted categories, after the others, as long as these can be restored; "full" beyond twice MAX_RULES
   * in all.
   */
  replace(ownerId: Id, rules: readonly Rule[]): Promise<"saved" | "full" | "changed">;
  remove(ownerId: Id, id: Id): Promise<"saved" | "noRule" | "changed">;
};

export type GoalStore = {
  list(ownerId: Id): Promise<Goal[]>;
  milestones(ownerId: Id, goalId: Id): Promise<Versioned<Milestone>[]>;
  /** Changes of the goal's amount, the newest first; `before` is the cursor of the next page. */
  contributions(ownerId: Id, goalId: Id, before: Id | undefined, limit: number): Promise<Contribution[]>;
};

export type MoneyAccountStore = {
  /** In the order of their creation. */
  list(ownerId: Id): Promise<Account[]>;
};

export type DuePayment = { ownerId: Id; id: Id; since: Day };

export type SubscriptionStore = {
  list(ownerId: Id): Promise<Subscription[]>;
  dismissed(ownerId: Id): Promise<ReadonlySet<string>>;
  dismiss(ownerId: Id, suggestion: string): Promise<void>;
  /** Subscriptions that may have work for the daily job by the end of `day`. The index may be stale: read them again. */
  due(day: Day, after?: string): AsyncIterable<WorkPage<DuePayment>>;
  /** Removes a subscription from the schedule if its category was deleted for good; changes nothing else. */
  dropIfStale(ownerId: Id, id: Id, since: Day): Promise<void>;
};

/** `facts` is a hash; `now` in milliseconds. */
export type TipsStore = {
  cached(ownerId: Id, month: Month, facts: string, now: number): Promise<TipsAnswer | undefined>;
  cache(ownerId: Id, month: Month, facts: string, answer: TipsAnswer, now: number): Promise<void>;
  /** Counts a call of the model; false if the user has had `limit` on that day (UTC). */
  countCall(userId: Id, limit: number, now: number): Promise<boolean>;
};

export type DueUser = { id: Id; email: string; frequency: DigestFrequency };

export type DuePage = { zone: TimeZone; day: Day; from: string; to: string };

export type Cursors = Record<string, string>;

/** Instants in milliseconds. */
export type DigestStore = {
  zones(): Promise<TimeZone[]>;
  /** The due users in pages, after a position if one is given. */
  due(
    zone: TimeZone,
    window: DueWindow,
    after: string | undefined,
  ): AsyncIterable<{ page: DuePage; users: DueUser[]; isLast: boolean }>;
  usersOf(page: DuePage): Promise<DueUser[]>;
  /**
   * The last tick that was completed on `at`'s date (UTC) or the day before, null if there was none, and the cursors
   * that an unfinished tick left.
   */
  progress(at: number): Promise<{ last: number | null; cursors: Cursors }>;
  saveCursor(name: string, position: string): Promise<void>;
  clearCursors(): Promise<void>;
  completeTick(at: number, now: number): Promise<void>;
};

export type PortabilityStore = {
  /**
   * Some hundred items after `position`, the `next` of the page before; "" for the first page. Categories come last, as
   * they are read after the items that reference them. If there are several pages, the first has the categories as well,
   * so that a restore can take pages in order. `next` is null on the last page. Undefined for an invalid position.
   */
  page(ownerId: Id, position: string): Promise<{ items: LedgerItem[]; next: string | null } | undefined>;
  removeUnreadable(
    ownerId: Id,
    position: string,
  ): Promise<{ removed: number; next: string | null } | undefined>;
  /** Begins a restore into an empty ledger, or continues the one with that `batch`. `now` in milliseconds. */
  begin(ownerId: Id, batch: string, now: number): Promise<"starts" | "continues" | "not empty">;
  /** Adds the missing items. Fails if another restore has begun since, or with a kind that has reached its ceiling. */
  put(
    ownerId: Id,
    batch: string,
    items: readonly RestoredItem[],
    now: number,
  ): Promise<"done" | "another batch" | RestoredKind>;
  /** The number of missing items, and the kind that would exceed its ceiling with them. */
  missing(
    ownerId: Id,
    items: readonly RestoredItem[],
    now: number,
  ): Promise<{ count: number; beyond: RestoredKind | undefined }>;
};
