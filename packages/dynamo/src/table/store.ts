import type { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { lazily } from "@coffer/core/lazily";
import type { Stores } from "@coffer/core/stores";
import { createTable, type Table } from "./table.ts";

export const createStore = (dynamo: DynamoDBClient, tableName: string): Stores =>
  createStoreOver(createTable(dynamo, tableName));

export function createStoreOver(table: Table): Stores {
  return {
    accountRemoval: lazily(async () =>
      (await import("../account/account-removal.ts")).createAccountRemovalStore(table),
    ),
    users: lazily(async () => (await import("../account/users.ts")).createUserStore(table)),
    sessions: lazily(async () => (await import("../account/sessions.ts")).createSessionStore(table)),
    knownDevices: lazily(async () =>
      (await import("../account/known-devices.ts")).createKnownDeviceStore(table),
    ),
    links: lazily(async () => (await import("../account/links.ts")).createLinkStore(table)),
    passkeys: lazily(async () => (await import("../account/passkeys.ts")).createPasskeyStore(table)),
    secondFactors: lazily(async () =>
      (await import("../account/second-factors.ts")).createSecondFactorStore(table),
    ),
    throttles: lazily(async () => (await import("../account/throttles.ts")).createThrottleStore(table)),
    categories: lazily(async () => (await import("../category/categories.ts")).createCategoryStore(table)),
    transactions: lazily(async () =>
      (await import("../transaction/transactions.ts")).createTransactionStore(table),
    ),
    rules: lazily(async () => (await import("../rule/rules.ts")).createRuleStore(table)),
    quota: lazily(async () => (await import("../quota.ts")).createQuotaStore(table)),
    once: lazily(async () => (await import("../once.ts")).createOnceStore(table)),
    imports: lazily(async () => (await import("../import/imports.ts")).createImportStore(table)),
    portability: lazily(async () =>
      (await import("../portability/portability.ts")).createPortabilityStore(table),
    ),
    budgets: lazily(async () => (await import("../budget/budgets.ts")).createBudgetStore(table)),
    ledger: lazily(async () => (await import("../ledger/ledger.ts")).createLedgerStore(table)),
    activity: lazily(async () => (await import("../activity/activity.ts")).createActivityStore(table)),
    goals: lazily(async () => (await import("../goal/goals.ts")).createGoalStore(table)),
    subscriptions: lazily(async () =>
      (await import("../subscription/subscriptions.ts")).createSubscriptionStore(table),
    ),
    shares: lazily(async () => (await import("../share/shares.ts")).createShareStore(table)),
    households: lazily(async () => (await import("../share/households.ts")).createHouseholdStore(table)),
    settlements: lazily(async () => (await import("../share/settlements.ts")).createSettlementStore(table)),
    invitations: lazily(async () => (await import("../share/invitations.ts")).createInvitationStore(table)),
    outbox: lazily(async () => (await import("../mail/outbox.ts")).createOutboxStore(table)),
    notifications: lazily(async () =>
      (await import("../notification/notifications.ts")).createNotificationStore(table),
    ),
    watches: lazily(async () => (await import("../notification/watches.ts")).createWatchStore(table)),
    suppression: lazily(async () => (await import("../mail/suppression.ts")).createSuppressionStore(table)),
    digests: lazily(async () => (await import("../digest/digests.ts")).createDigestStore(table)),
    campaigns: lazily(async () => (await import("../campaign/campaigns.ts")).createCampaignStore(table)),
    tasks: lazily(async () => (await import("../task/tasks.ts")).createTaskStore(table)),
    tips: lazily(async () => (await import("../tips/tips.ts")).createTipsStore(table)),
    admin: lazily(async () => (await import("../admin/admin.ts")).createAdminStore(table)),
    housekeeping: lazily(async () => (await import("../housekeeping.ts")).createHousekeepingStore(table)),
  };
}
