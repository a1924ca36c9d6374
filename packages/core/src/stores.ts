import type { AccountRemovalStore, UserStore } from "./account/account-store.ts";
import type { LinkStore } from "./account/links.ts";
import type {
  KnownDeviceStore,
  PasskeyStore,
  SecondFactorStore,
  SessionStore,
  ThrottleStore,
} from "./account/sign-in-stores.ts";
import type { ActivityStore } from "./activity/recording.ts";
import type { AdminStore } from "./admin/admin-store.ts";
import type { BudgetStore } from "./budget/budget-store.ts";
import type { CampaignStore } from "./campaign/campaign-store.ts";
import type { CategoryStore } from "./category/category-store.ts";
import type { DigestStore } from "./digest/digest-store.ts";
import type { GoalStore } from "./goal/goal-store.ts";
import type { OnceStore } from "./idempotency.ts";
import type { ImportStore } from "./import/import-store.ts";
import type { LedgerStore } from "./ledger/ledger.ts";
import type { OutboxStore } from "./mail/outbox.ts";
import type { SuppressionStore } from "./mail/suppression.ts";
import type { MoneyAccountStore } from "./money-account/account-store.ts";
import type { NotificationStore, WatchStore } from "./notification/notification-store.ts";
import type { PortabilityStore } from "./portability/portability-store.ts";
import type { QuotaStore } from "./quota.ts";
import type { ReviewStore } from "./review/review-store.ts";
import type { RuleStore } from "./rule/rule-store.ts";
import type { HouseholdStore, SettlementStore } from "./share/household-store.ts";
import type { InvitationStore, ShareStore } from "./share/share-stores.ts";
import type { SubscriptionStore } from "./subscription/subscription-store.ts";
import type { TaskStore } from "./task/task.ts";
import type { TipsStore } from "./tips/tips-store.ts";
import type { TransactionStore } from "./transaction/transaction-store.ts";

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
  once: OnceStore;
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
