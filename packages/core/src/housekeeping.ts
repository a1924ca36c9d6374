import { createAccountRemoval } from "./account/account-removal.ts";
import type { createAdmin } from "./admin/admin.ts";
import type { Env } from "./env.ts";
import type { Stores } from "./stores.ts";

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
