import type { Id } from "@coffer/domain/id";
import type { UserStore } from "./account-store.ts";
import type { AdminStore } from "./admin.ts";
import type { BudgetStore } from "./budgets.ts";
import type { CampaignStore } from "./campaigns.ts";
import type { CategoryStore } from "./categories.ts";
import type { DigestStore } from "./digests.ts";
import type { GoalStore, MilestoneStore } from "./goals.ts";
import type { HousekeepingStore } from "./housekeeping.ts";
import type { LinkStore } from "./links.ts";
import type { OutboxStore } from "./outbox.ts";
import type { Passwords } from "./passwords.ts";
import type { SessionStore } from "./sessions.ts";
import type { InvitationStore, ShareStore } from "./sharing.ts";
import type { SubscriptionStore } from "./subscriptions.ts";
import type { SuppressionStore } from "./suppression.ts";
import type { ThrottleStore } from "./throttles.ts";
import type { Advisor, TipsStore } from "./tips.ts";
import type { TransactionStore } from "./transactions.ts";

/** The current instant in milliseconds. */
export type Clock = () => number;

/** A new id: a positive safe integer that sorts by creation. */
export type Ids = () => Id;

/** Everything kept, a part per noun. `packages/dynamo` is its one implementation. */
export type Store = {
  users: UserStore;
  sessions: SessionStore;
  links: LinkStore;
  throttles: ThrottleStore;
  categories: CategoryStore;
  transactions: TransactionStore;
  budgets: BudgetStore;
  goals: GoalStore;
  milestones: MilestoneStore;
  subscriptions: SubscriptionStore;
  shares: ShareStore;
  invitations: InvitationStore;
  outbox: OutboxStore;
  suppression: SuppressionStore;
  digests: DigestStore;
  campaigns: CampaignStore;
  tips: TipsStore;
  admin: AdminStore;
  housekeeping: HousekeepingStore;
};

/** What the use cases need from the world; adapters are made in functions/src/lambda and functions/src/local. */
export type Ports = {
  store: Store;
  clock: Clock;
  ids: Ids;
  /** Words budget tips; null where there is no model and templates do it. */
  advisor: Advisor | null;
  passwords: Passwords;
  /** Where people reach the product, as in "https://budget.example": what mailed links begin with. */
  origin: string;
  /** Whether sign-in and sending are limited; off only where the local product is told so. */
  throttle: boolean;
};
