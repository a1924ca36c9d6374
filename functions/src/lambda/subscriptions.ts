import { createPlanWatch } from "@coffer/core/budget/plan-watch";
import { createDailyNotices } from "@coffer/core/notification/daily-notices";
import { createPostDue } from "@coffer/core/subscription/post-due";
import { createUserStore } from "@coffer/dynamo/account/users";
import { createBudgetStore } from "@coffer/dynamo/budget/budgets";
import { createCategoryStore } from "@coffer/dynamo/category/categories";
import { createDigestStore } from "@coffer/dynamo/digest/digests";
import { createGoalStore } from "@coffer/dynamo/goal/goals";
import { createLedgerStore } from "@coffer/dynamo/ledger/ledger";
import { createNotificationStore } from "@coffer/dynamo/notification/notifications";
import { createWatchStore } from "@coffer/dynamo/notification/watches";
import { createShareStore } from "@coffer/dynamo/share/shares";
import { createSubscriptionStore } from "@coffer/dynamo/subscription/subscriptions";
import { createQueue } from "../adapters/queue.ts";
import { beforeAnswer } from "../afterwards.ts";
import { clock, environment, ids, log, table } from "./environment.ts";
import { createSubscriptionsHandler } from "./events/subscriptions.ts";

const stores = {
  subscriptions: createSubscriptionStore(table),
  categories: createCategoryStore(table),
  ledger: createLedgerStore(table),
  users: createUserStore(table),
  budgets: createBudgetStore(table),
  goals: createGoalStore(table),
  shares: createShareStore(table),
  notifications: createNotificationStore(table),
  watches: createWatchStore(table),
  digests: createDigestStore(table),
};
const { origin } = environment;
const env = { clock, origin, afterwards: beforeAnswer(log) };
const payments = createPostDue(stores, { clock, ids }, createPlanWatch(stores, env, { mailAtNight: false }));
const notices = createDailyNotices(stores, { clock, origin });

export const handler = createSubscriptionsHandler(
  { payments, notices },
  createQueue(environment.subscriptionQueue),
  clock,
  log,
);
