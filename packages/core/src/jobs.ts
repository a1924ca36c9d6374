import { HOUR_MS, MINUTE_MS } from "@coffer/domain/time/day";
import { createAccountRemoval } from "./account/account-removal.ts";
import { createAdmin, mailAdministrators } from "./admin/admin.ts";
import { createTransactionNotices } from "./budget/transaction-notices.ts";
import type { Env } from "./env.ts";
import { createDailyNotices } from "./notification/daily-notices.ts";
import { throwTogether, workThrough } from "./pages.ts";
import { mailWaitingShares } from "./share/unproven-shares.ts";
import type { Stores } from "./stores.ts";
import { createPostDue } from "./subscription/post-due.ts";
import type { Task, TaskStore } from "./task/task.ts";

export type Jobs = ReturnType<typeof createJobs>;

/** The use cases of schedules, apart from those of requests so that the API's function does not load them. */
export function createJobs(stores: Stores, env: Env) {
  const notifyOfPayments = createTransactionNotices(stores, env, { mailAtNight: false });
  return {
    postDue: createPostDue(stores, env, notifyOfPayments).postDue,
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
   * counts as now. `deletesExpired` is false if the table does so itself. `users` is null if none were counted.
   */
  return async function housekeep(
    at: number,
    { deletesExpired }: { deletesExpired: boolean } = { deletesExpired: true },
  ): Promise<{ deleted: number; users: number | null }> {
    await finishRemovals();
    const deleted = deletesExpired ? await stores.housekeeping.deleteExpired(Math.min(at, clock())) : 0;
    const snapshot = await admin.takeStatisticsSnapshot();
    return { deleted, users: snapshot?.total ?? null };
  };
}

const LONGEST_PAUSE_MS = 6 * HOUR_MS;
const pauseAfter = (attempt: number): number => Math.min(LONGEST_PAUSE_MS, 2 * MINUTE_MS * 2 ** attempt);

/** Tasks are idempotent: one is run again if a worker dies during it. */
export function createTasks(
  stores: { tasks: TaskStore } & Parameters<typeof mailAdministrators>[0] &
    Parameters<typeof mailWaitingShares>[0],
  env: Pick<Env, "clock" | "ids" | "origin" | "securityLog">,
) {
  const { clock, securityLog } = env;

  async function perform({ id, userId, what }: Task): Promise<void> {
    if (what.kind === "waiting-shares") return mailWaitingShares(stores, env, userId);
    const logOperator = (event: "administrator-granted" | "administrator-revoked") =>
      securityLog({ event, userId: null, targetId: userId });
    if (what.kind === "administrator-removed") return logOperator("administrator-revoked");
    if (what.byName === null) logOperator("administrator-granted");
    await mailAdministrators(stores, env, { id, userId }, what.byName);
  }

  async function run(id: string): Promise<void> {
    const task = await stores.tasks.claim(id, clock(), pauseAfter);
    if (!task) return;
    await perform(task);
    await stores.tasks.done(id);
  }

  return {
    run,

    async runDue(): Promise<void> {
      throwTogether(await workThrough(await stores.tasks.due(clock()), 1, run));
    },
  };
}
