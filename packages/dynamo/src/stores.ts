import type { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import type { Stores } from "@coffer/core/stores";
import { createAccountRemovalStore } from "./account/account-removal.ts";
import { type CredentialOptions, createCredentials } from "./account/credentials.ts";
import { createLinkStore } from "./account/links.ts";
import { createPasskeyStore, createSecondFactorStore } from "./account/passkeys.ts";
import { createKnownDeviceStore, createSessionStore } from "./account/sessions.ts";
import { createThrottleStore } from "./account/throttles.ts";
import { createUserStore } from "./account/users.ts";
import { createActivityStore } from "./activity/activity.ts";
import { createAdminStore } from "./admin/admin.ts";
import { createBudgetStore } from "./budget/budgets.ts";
import { createCampaignStore } from "./campaign/campaigns.ts";
import { createCategoryStore } from "./category/categories.ts";
import { createDigestStore } from "./digest/digests.ts";
import { createGoalStore } from "./goal/goals.ts";
import { createHousekeepingStore } from "./housekeeping.ts";
import { createImportStore } from "./import/imports.ts";
import { createLedgerStore } from "./ledger/ledger.ts";
import { createOutboxStore } from "./mail/outbox.ts";
import { createSuppressionStore } from "./mail/suppression.ts";
import { createMoneyAccountStore } from "./money-account/accounts.ts";
import { createNotificationStore } from "./notification/notifications.ts";
import { createWatchStore } from "./notification/watches.ts";
import { createPortabilityStore } from "./portability/portability.ts";
import { createQuotaStore } from "./quota.ts";
import { createReviewStore } from "./review/reviews.ts";
import { createRuleStore } from "./rule/rules.ts";
import { createHouseholdStore, createSettlementStore } from "./share/households.ts";
import { createInvitationStore } from "./share/invitations.ts";
import { createShareStore } from "./share/shares.ts";
import { createSubscriptionStore } from "./subscription/subscriptions.ts";
import { createDeletionKeyStore } from "./table/idempotency.ts";
import { createTable, type Table } from "./table/table.ts";
import { createTaskStore } from "./task/tasks.ts";
import { createTipsStore } from "./tips/tips.ts";
import { createTransactionStore } from "./transaction/transactions.ts";

export function createStores(table: Table, { credentialsApart = true }: CredentialOptions = {}): Stores {
  const credentials = createCredentials(table, credentialsApart);
  return {
    accountRemoval: createAccountRemovalStore(table),
    users: createUserStore(table, credentials),
    sessions: createSessionStore(table),
    knownDevices: createKnownDeviceStore(table),
    links: createLinkStore(table),
    passkeys: createPasskeyStore(table, credentials),
    secondFactors: createSecondFactorStore(table, credentials),
    throttles: createThrottleStore(table),
    categories: createCategoryStore(table),
    transactions: createTransactionStore(table),
    review: createReviewStore(table),
    rules: createRuleStore(table),
    quota: createQuotaStore(table),
    deletionKeys: createDeletionKeyStore(table),
    imports: createImportStore(table),
    portability: createPortabilityStore(table),
    budgets: createBudgetStore(table),
    ledger: createLedgerStore(table),
    activity: createActivityStore(table),
    goals: createGoalStore(table),
    moneyAccounts: createMoneyAccountStore(table),
    subscriptions: createSubscriptionStore(table),
    shares: createShareStore(table),
    households: createHouseholdStore(table),
    settlements: createSettlementStore(table),
    invitations: createInvitationStore(table),
    outbox: createOutboxStore(table),
    notifications: createNotificationStore(table),
    watches: createWatchStore(table),
    suppression: createSuppressionStore(table),
    digests: createDigestStore(table),
    campaigns: createCampaignStore(table),
    tasks: createTaskStore(table),
    tips: createTipsStore(table),
    admin: createAdminStore(table),
    housekeeping: createHousekeepingStore(table),
  };
}

export const createStore = (dynamo: DynamoDBClient, tableName: string, options?: CredentialOptions): Stores =>
  createStores(createTable(dynamo, tableName), options);
