import type { createAdmin } from "./admin.ts";
import type { Ports } from "./ports.ts";

export type HousekeepingStore = {
  /** Deletes what expired by `now` (milliseconds) while `goOn`; a run starts where the last one stopped. Returns how many. */
  deleteExpired(now: number, goOn: () => boolean): Promise<number>;
};

/** The nightly work that nobody waits for. */
export function createHousekeeping(
  { store, clock }: Pick<Ports, "store" | "clock">,
  admin: Pick<ReturnType<typeof createAdmin>, "takeCensus">,
) {
  /** Sessions, links and invitations that expired go even where the table's own expiry is late; then the census. */
  return async function housekeep(limitMs = 5 * 60_000): Promise<{ deleted: number; users: number }> {
    const stopAt = clock() + limitMs;
    const deleted = await store.housekeeping.deleteExpired(clock(), () => clock() < stopAt);
    const { total } = await admin.takeCensus();
    return { deleted, users: total };
  };
}
