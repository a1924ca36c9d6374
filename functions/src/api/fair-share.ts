import { tooMany } from "@coffer/core/account/throttles";
import { createLimiter } from "@coffer/core/limiter";
import type { Id } from "@coffer/domain/id";
import { MINUTE_MS } from "@coffer/domain/time/duration";

/** A screen never sends more at once; the rest of one user's requests wait for each other. */
const AT_ONCE = 6;
const WRITES_A_MINUTE = 240;
/** Users whose writes are remembered before those that have been quiet are forgotten. */
const REMEMBERED = 10_000;

/**
 * Keeps one account from slowing the others down. It counts within this process: on one machine that is everything;
 * on AWS a function handles one request at a time, and API Gateway limits the rate besides.
 */
export function createFairShare({ clock, throttle }: { clock: () => number; throttle: boolean }) {
  const writes = new Map<Id, number[]>();

  return {
    /** Refuses (throttled) the writes of an account beyond 240 within a minute. */
    countWrite(userId: Id): void {
      if (!throttle) return;
      const now = clock();
      const recent = (writes.get(userId) ?? []).filter((at) => at > now - MINUTE_MS && at <= now);
      const [oldest = now] = recent;
      if (recent.length >= WRITES_A_MINUTE) throw tooMany(oldest + MINUTE_MS - now);
      if (writes.size >= REMEMBERED) {
        for (const [id, times] of writes) if ((times.at(-1) ?? 0) <= now - MINUTE_MS) writes.delete(id);
      }
      writes.set(userId, [...recent, now]);
    },

    /** Runs a user's request at once, or when one of six others has ended. */
    inTurn: createLimiter(AT_ONCE),
  };
}
