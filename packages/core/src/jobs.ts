import { createAccountRemoval } from "./account/account-removal.ts";
import { createAdmin } from "./admin/admin.ts";
import { createPlanWatch } from "./budget/plan-watch.ts";
import type { Env } from "./env.ts";
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

export function createHousekeeping(
  stores: Pick<Stores, "housekeeping"> & Parameters<typeof createAccountRemoval>[0],
  env: Pick<Env, "clock" | "ids" | "origin" | "securityLog">,
  admin: Pick<ReturnType<typeof createAdmin>, "takeStatisticsSnapshot">,
) {
  const { clock } = env;
  const { finishRemovals } = createAccountRemoval(stores, env);
  /**
   * Finishes removals of accounts, deletes expired items and takes the statistics snapshot. A future `at` (milliseconds)
   * counts as now. `expires` is false if the table deletes expired items itself. `users` is null if none were counted.
   */
  return async function housekeep(
    at: number,
    { expires }: { expires: boolean } = { expires: true },
  ): Promise<{ deleted: number; users: number | null }> {
    await finishRemovals();
    const deleted = expires ? await stores.housekeeping.deleteExpired(Math.min(at, clock())) : 0;
    const snapshot = await admin.takeStatisticsSnapshot();
    return { deleted, users: snapshot?.total ?? null };
  };
}
