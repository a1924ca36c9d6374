import { createAdmin } from "./admin/admin.ts";
import { createPlanWatch } from "./budget/plan-watch.ts";
import type { Env } from "./env.ts";
import { createHousekeeping } from "./housekeeping.ts";
import { createDailyNotices } from "./notification/daily-notices.ts";
import type { Stores } from "./stores.ts";
import { createPostDue } from "./subscription/post-due.ts";
import { createTasks } from "./task/tasks.ts";

export type Jobs = ReturnType<typeof createJobs>;

/** The use cases of schedules, apart from those of requests so that the API's function does not load them. */
export function createJobs(stores: Stores, env: Env) {
  const watchPayments = createPlanWatch(stores, env, { mailAtNight: false });
  return {
    postDue: createPostDue(stores, env, watchPayments).postDue,
    notifyDaily: createDailyNotices(stores, env).notifyDaily,
    tasks: createTasks(stores, env),
    housekeep: createHousekeeping(stores, env, createAdmin(stores, env)),
  };
}
