import { HOUR_MS, MINUTE_MS } from "@coffer/domain/duration";
import type { Env } from "./env.ts";
import { Refusal } from "./refusal.ts";

/** Counts of attempts, gone by themselves; instants in milliseconds. */
export type ThrottleStore = {
  /** Counts one more within the window that starts at `from`; the new count. */
  count(key: string, from: number, until: number): Promise<number>;
  /** How often something failed in a row, and when last. */
  failures(key: string): Promise<Failures>;
  /** Adds a failure to those seen; false when another was added meanwhile. */
  addFailure(key: string, seen: Failures, now: number): Promise<boolean>;
  forgive(key: string): Promise<void>;
};
export type Failures = { count: number; last: number };

/** Attempts allowed within a window. */
const LIMITS = {
  "login-address": { times: 50, within: 10 * MINUTE_MS },
  register: { times: 5, within: HOUR_MS },
  forgot: { times: 3, within: HOUR_MS },
  "change-password": { times: 5, within: 15 * MINUTE_MS },
  reauthenticate: { times: 5, within: 15 * MINUTE_MS },
  "verify-email": { times: 5, within: HOUR_MS },
  share: { times: 20, within: HOUR_MS },
} as const;
export type Limit = keyof typeof LIMITS;

/** Failed sign-ins that cost no wait; from then on the wait doubles, up to a quarter of an hour. */
const FREE_FAILURES = 5;
const LONGEST_WAIT = 15 * MINUTE_MS;
/** Counting a failure is repeated where others count at the same time; a flood is turned away. */
const TRIES = 3;

/** What may not be done too often. Refuses (throttled) with the seconds to wait. */
export function createThrottles(
  stores: { throttles: ThrottleStore },
  { clock, throttle }: Pick<Env, "clock" | "throttle">,
) {
  return {
    /** Counts one more; `who` is an address, an account or both. */
    async take(limit: Limit, who: string): Promise<void> {
      if (!throttle) return;
      const { times, within } = LIMITS[limit];
      const now = clock();
      const from = now - (now % within);
      const count = await stores.throttles.count(`${limit}#${who}`, from, from + within);
      if (count > times) throw tooMany(from + within - now);
    },

    /** Counts an attempt to sign in as failed until `forgive` says otherwise: parallel guesses count as well. */
    async attempt(who: string): Promise<void> {
      if (!throttle) return;
      for (let tried = 0; tried < TRIES; tried++) {
        const now = clock();
        const seen = await stores.throttles.failures(who);
        const wait = seen.count < FREE_FAILURES ? 0 : seen.last + waitAfter(seen.count) - now;
        if (wait > 0) throw tooMany(wait);
        if (await stores.throttles.addFailure(who, seen, now)) return;
      }
      throw tooMany(1_000);
    },

    async forgive(who: string): Promise<void> {
      if (throttle) await stores.throttles.forgive(who);
    },
  };
}

const waitAfter = (failures: number) => Math.min(LONGEST_WAIT, 1_000 * 2 ** (failures - FREE_FAILURES));

const tooMany = (waitMs: number) =>
  new Refusal("throttled", "Too many attempts. Please wait a moment and try again.", {
    retryAfter: Math.max(1, Math.ceil(waitMs / 1000)),
  });
