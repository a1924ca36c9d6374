import { createTransactionNotices } from "@coffer/core/budget/transaction-notices";
import { createDailyNotices } from "@coffer/core/notification/daily-notices";
import { createPostDue } from "@coffer/core/subscription/post-due";
import { createQueue } from "../adapters/queue.ts";
import { beforeAnswer } from "../afterwards.ts";
import { clock, countTick, environment, ids, log } from "./environment.ts";
import { countingTicks, createSubscriptionsHandler } from "./events/schedule.ts";
import { store } from "./store.ts";

const { origin } = environment;
const env = { clock, origin, afterwards: beforeAnswer(log) };
const payments = createPostDue(
  store,
  { clock, ids, origin },
  createTransactionNotices(store, env, { mailAtNight: false }),
);
const notices = createDailyNotices(store, { clock, origin });

const handle = createSubscriptionsHandler(
  { payments, notices },
  createQueue(environment.subscriptionQueue),
  clock,
  log,
);

export const handler = countingTicks(handle, countTick);
