import { createLimiter } from "@coffer/core/limiter";
import { tooMany } from "@coffer/core/refusal";
import type { Id } from "@coffer/domain/id";
import { MINUTE_MS } from "@coffer/domain/time/day";
import type { Spending } from "@coffer/dynamo/table/spending";

/** Concurrent requests of one user; further ones wait. No screen sends more at once. */
const AT_ONCE = 6;
const WRITES_A_MINUTE = 240;
/** Burst allowance: an account that was offline sends everything it queued at once. */
const AHEAD_MS = 5 * MINUTE_MS;
const REMEMBERED = 10_000;
/** Units of work are counted here until there are this many, then added to the account's count in the table. */
const COUNTED_AT = 50;

/**
 * Read and write units of the table that one unit of work may consume: some hundred rows read, or two changes. They
 * count bytes, as their price does. A call is a unit by itself.
 */
export const CAPACITY_A_UNIT = { read: 8, written: 20 };
const unitsOf = ({ consumed: { read, written } }: Pick<Spending, "consumed">) =>
  1 + Math.round(read / CAPACITY_A_UNIT.read + written / CAPACITY_A_UNIT.written);

type Options = {
  clock: () => number;
  throttle: boolean;
  /** Resolves with the milliseconds until the account may go on. */
  takeWork: (userId: Id, units: number) => Promise<number>;
};

/**
 * Keeps one account from slowing the others down, and from costing without an end. Turns and writes are counted within
 * this process: on AWS a function handles one request at a time, and API Gateway limits the rate besides. Work is
 * counted in the table, for all processes together.
 */
export function createFairShare({ clock, throttle, takeWork }: Options) {
  const users = new Map<Id, { paidUntil: number; units: number; waitsUntil: number }>();

  function usageOf(userId: Id, now: number) {
    const known = users.get(userId);
    if (known) return known;
    if (users.size >= REMEMBERED) {
      for (const [id, { paidUntil, waitsUntil }] of users)
        if (Math.max(paidUntil, waitsUntil) <= now - MINUTE_MS) users.delete(id);
    }
    const usage = { paidUntil: 0, units: 0, waitsUntil: 0 };
    users.set(userId, usage);
    return usage;
  }

  return {
    admit(userId: Id, isWrite: boolean): void {
      if (!throttle) return;
      const now = clock();
      const usage = usageOf(userId, now);
      if (usage.waitsUntil > now) throw tooMany(usage.waitsUntil - now);
      if (!isWrite) return;
      // A value further ahead means that the clock was set back.
      const isAhead = usage.paidUntil > now && usage.paidUntil <= now + AHEAD_MS;
      const paidUntil = (isAhead ? usage.paidUntil : now) + MINUTE_MS / WRITES_A_MINUTE;
      if (paidUntil > now + AHEAD_MS) throw tooMany(paidUntil - now - AHEAD_MS);
      usage.paidUntil = paidUntil;
    },

    async count(userId: Id, spending: Pick<Spending, "consumed">): Promise<void> {
      if (!throttle) return;
      const usage = usageOf(userId, clock());
      usage.units += unitsOf(spending);
      if (usage.units < COUNTED_AT) return;
      const units = usage.units;
      usage.units = 0;
      const wait = await takeWork(userId, units);
      if (wait > 0) usage.waitsUntil = clock() + wait;
    },

    inTurn: createLimiter(AT_ONCE),
  };
}
