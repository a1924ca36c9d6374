import { createAccountRemoval } from "./account/account-removal.ts";
import type { createAdmin } from "./admin/admin.ts";
import type { Env } from "./env.ts";
import type { Stores } from "./stores.ts";

/** The work that nobody waits for. */
export function createHousekeeping(
  stores: Pick<Stores, "housekeeping"> & Parameters<typeof createAccountRemoval>[0],
  env: Pick<Env, "clock" | "securityLog">,
  admin: Pick<ReturnType<typeof createAdmin>, "takeStatisticsSnapshot">,
) {
  const { clock } = env;
  const { finishRemovals } = createAccountRemoval(stores, env);
  /**
   * Deletes what is left of removed accounts, and, where the table does not do it by itself, what has expired; then
   * counts users. `at` in milliseconds: nothing goes before its time, whatever that says. `users` is null without a
   * count.
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
