import type { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import type { Stores } from "@coffer/core/stores";
import { createAccountRemovalStore } from "./account-removal.ts";
import { createActivityStore } from "./activity.ts";
import { createAdminStore } from "./admin.ts";
import { createBudgetStore } from "./budgets.ts";
import { createCampaignStore } from "./campaigns.ts";
import { createCategoryStore } from "./categories.ts";
import { createDigestStore } from "./digests.ts";
import { createGoalStore } from "./goals.ts";
import { createHousekeepingStore } from "./housekeeping.ts";
import { createImportStore } from "./imports.ts";
import { createInvitationStore } from "./invitations.ts";
import { createKnownDeviceStore } from "./known-devices.ts";
import { createLinkStore } from "./links.ts";
import { createMilestoneStore } from "./milestones.ts";
import { createNotificationStore } from "./notifications.ts";
import { createOutboxStore } from "./outbox.ts";
import { createPortabilityStore } from "./portability.ts";
import { createRuleStore } from "./rules.ts";
import { createSessionStore } from "./sessions.ts";
import { createShareStore } from "./shares.ts";
import { createSubscriptionStore } from "./subscriptions.ts";
import { createSuppressionStore } from "./suppression.ts";
import { createTable, type Table } from "./table.ts";
import { createThrottleStore } from "./throttles.ts";
import { createTipsStore } from "./tips.ts";
import { createTransactionStore } from "./transactions.ts";
import { createUserStore } from "./users.ts";
import { createWatchStore } from "./watches.ts";

export const createStore = (dynamo: DynamoDBClient, tableName: string): Stores =>
  createStoreOver(createTable(dynamo, tableName));

export function createStoreOver(table: Table): Stores {
  return {
    accountRemoval: createAccountRemovalStore(table),
    users: createUserStore(table),
    sessions: createSessionStore(table),
    knownDevices: createKnownDeviceStore(table),
    links: createLinkStore(table),
    throttles: createThrottleStore(table),
    categories: createCategoryStore(table),
    transactions: createTransactionStore(table),
    rules: createRuleStore(table),
    imports: createImportStore(table),
    portability: createPortabilityStore(table),
    budgets: createBudgetStore(table),
    activity: createActivityStore(table),
    goals: createGoalStore(table),
    milestones: createMilestoneStore(table),
    subscriptions: createSubscriptionStore(table),
    shares: createShareStore(table),
    invitations: createInvitationStore(table),
    outbox: createOutboxStore(table),
    notifications: createNotificationStore(table),
    watches: createWatchStore(table),
    suppression: createSuppressionStore(table),
    digests: createDigestStore(table),
    campaigns: createCampaignStore(table),
    tips: createTipsStore(table),
    admin: createAdminStore(table),
    housekeeping: createHousekeepingStore(table),
  };
}
