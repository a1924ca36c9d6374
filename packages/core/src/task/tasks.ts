import { HOUR_MS, MINUTE_MS } from "@coffer/domain/time/duration";
import { mailAdministrators } from "../admin/administrator.ts";
import type { Env } from "../env.ts";
import { throwTogether, workThrough } from "../pages.ts";
import { mailWaitingShares } from "../share/unproven-shares.ts";
import type { Task, TaskStore } from "./task.ts";

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
