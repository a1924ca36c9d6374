import { createPlanWatch } from "@coffer/core/budget/plan-watch";
import { createDailyNotices } from "@coffer/core/notification/daily-notices";
import { createPostDue } from "@coffer/core/subscription/post-due";
import { createQueue } from "../adapters/queue.ts";
import { beforeAnswer } from "../afterwards.ts";
import { clock, environment, ids, log } from "./environment.ts";
import { createSubscriptionsHandler } from "./events/subscriptions.ts";
import { store } from "./store.ts";

const { origin } = environment;
const env = { clock, origin, afterwards: beforeAnswer(log) };
const payments = createPostDue(store, { clock, ids }, createPlanWatch(store, env, { mailAtNight: false }));
const notices = createDailyNotices(store, { clock, origin });

export const handler = createSubscriptionsHandler(
  { payments, notices },
  createQueue(environment.subscriptionQueue),
  clock,
  log,
);
