import { createDailyNotices } from "@coffer/core/daily-notices";
import { createPlanWatch } from "@coffer/core/plan-watch";
import { createPostDue } from "@coffer/core/post-due";
import { createBudgetStore } from "@coffer/dynamo/budgets";
import { createCategoryStore } from "@coffer/dynamo/categories";
import { createGoalStore } from "@coffer/dynamo/goals";
import { createNotificationStore } from "@coffer/dynamo/notifications";
import { createShareStore } from "@coffer/dynamo/shares";
import { createSubscriptionStore } from "@coffer/dynamo/subscriptions";
import { createUserStore } from "@coffer/dynamo/users";
import { createWatchStore } from "@coffer/dynamo/watches";
import { beforeAnswer } from "../afterwards.ts";
import { createSubscriptionsJob } from "../schedules.ts";
import { clock, environment, ids, log, table } from "./environment.ts";
import { scheduled } from "./events/schedule.ts";

const stores = {
  subscriptions: createSubscriptionStore(table),
  categories: createCategoryStore(table),
  users: createUserStore(table),
  budgets: createBudgetStore(table),
  goals: createGoalStore(table),
  shares: createShareStore(table),
  notifications: createNotificationStore(table),
  watches: createWatchStore(table),
};
const { origin } = environment;
const env = { clock, origin, afterwards: beforeAnswer(log) };
const postDue = createPostDue(stores, { clock, ids }, createPlanWatch(stores, env, { mailAtNight: false }));
const notifyDaily = createDailyNotices(stores, { clock, origin });

export const handler = scheduled(
  createSubscriptionsJob({ subscriptions: { postDue }, notifications: { notifyDaily } }),
  log,
);
