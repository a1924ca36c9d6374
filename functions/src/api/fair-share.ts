import { tooMany } from "@coffer/core/throttles";
import { MINUTE_MS } from "@coffer/domain/duration";
import type { Id } from "@coffer/domain/id";

/** A screen never asks more at once; the rest of one user's requests wait for each other. */
const AT_ONCE = 6;
const WRITES_A_MINUTE = 240;
/** Users whose writes are remembered before those that have been quiet are forgotten. */
const REMEMBERED = 10_000;

/**
 * Keeps one account from holding the others up. It counts within this process: on one machine that is everything;
 * on AWS a function handles one request at a time, and API Gateway limits the rate besides.
 */
export function createFairShare({ clock, throttle }: { clock: () => number; throttle: boolean }) {
  const running = new Map<Id, { count: number; waiting: (() => void)[] }>();
  const writes = new Map<Id, number[]>();

  return {
    /** Refuses (throttled) the writes of an account beyond 240 within a minute. */
    countWrite(userId: Id): void {
      if (!throttle) return;
      const now = clock();
      const recent = (writes.get(userId) ?? []).filter((at) => at > now - MINUTE_MS);
      const [oldest = now] = recent;
      if (recent.length >= WRITES_A_MINUTE) throw tooMany(oldest + MINUTE_MS - now);
      if (writes.size >= REMEMBERED) {
        for (const [id, times] of writes) if ((times.at(-1) ?? 0) <= now - MINUTE_MS) writes.delete(id);
      }
      writes.set(userId, [...recent, now]);
    },

    /** Runs a user's request at once, or when one of six others has ended. */
    async inTurn<T>(userId: Id, request: () => Promise<T>): Promise<T> {
      const turns = running.get(userId) ?? { count: 0, waiting: [] };
      running.set(userId, turns);
      if (turns.count < AT_ONCE) turns.count += 1;
      else await new Promise<void>((resolve) => turns.waiting.push(resolve));
      try {
        return await request();
      } finally {
        // The turn goes to the next in line, or ends.
        const next = turns.waiting.shift();
        if (next) next();
        else turns.count -= 1;
        if (turns.count === 0) running.delete(userId);
      }
    },
  };
}
