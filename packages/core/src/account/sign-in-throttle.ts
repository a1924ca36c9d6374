import { DAY_MS, HOUR_MS, MINUTE_MS } from "@coffer/domain/time/day";
import type { Env, Networks } from "../env.ts";
import { tooMany } from "../refusal.ts";
import type { Failures, ThrottleStore } from "./sign-in-stores.ts";
import { SLICES, total } from "./throttles.ts";

/** Failed sign-ins from one network without a wait; from then on the wait doubles with each failure. */
const FREE_FROM_ONE_NETWORK = 5;
/** The same from all networks within an hour; it holds up only networks that never signed in to the account. */
const FREE_FROM_ANYWHERE = 10;
const LONGEST_WAIT = 15 * MINUTE_MS;
const KNOWN_MS = 365 * DAY_MS;
/** Attempts to count a failure when others count concurrently; after these the request is refused. */
const TRIES = 3;

/** Limits password guesses. Refuses (throttled) with the seconds to wait. */
export function createSignInThrottle(
  { throttles }: { throttles: ThrottleStore },
  { clock, throttle }: Pick<Env, "clock" | "throttle">,
) {
  return {
    /** Marks a network as known to the account: failures from other networks no longer hold it up. */
    async rememberNetwork(email: string, networks: Networks): Promise<void> {
      if (throttle) await throttles.rememberNetwork(email, narrowest(networks), clock() + KNOWN_MS);
    },

    isKnownNetwork: (email: string, networks: Networks): Promise<boolean> =>
      throttles.isKnownNetwork(email, narrowest(networks)),

    /**
     * Counts an attempt as failed before it is made, so that parallel guesses count too. Call the result to forgive it
     * after a success. Does the same work for unknown addresses.
     */
    async attempt(email: string, networks: Networks): Promise<() => Promise<void>> {
      if (!throttle) return async () => {};
      const now = clock();
      const network = narrowest(networks);
      const everywhere = `login-account#${email}`;
      const here = `${email}#${network}`;
      const [known, seen, failures] = await Promise.all([
        throttles.isKnownNetwork(email, network),
        throttles.counts(everywhere, now - HOUR_MS, now),
        throttles.failures(here),
      ]);
      const before = total(seen);
      const last = Math.max(0, ...seen.map((slice) => slice.last).filter((at) => at <= now));
      // An instant in the future was stored before the clock was set back; it must not hold anybody up.
      const waitHere = ({ count, last }: Failures) =>
        last > now ? 0 : last + waitAfter(count - FREE_FROM_ONE_NETWORK) - now;
      const waitAnywhere = known ? 0 : last + waitAfter(before - FREE_FROM_ANYWHERE) - now;
      refuseFor(Math.max(waitHere(failures), waitAnywhere));
      for (let tried = 1, found = failures; !(await throttles.addFailure(here, found, now)); tried++) {
        if (tried === TRIES) throw tooMany(waitAfter(0));
        found = await throttles.failures(here);
        refuseFor(waitHere(found));
      }

      const from = now - (now % (HOUR_MS / SLICES));
      const slice = { from, until: from + HOUR_MS, at: now };
      const mine = await throttles.add(everywhere, { ...slice, by: 1 });
      const after = mine + total(seen.filter((other) => other.from !== from));
      // Others guessed concurrently: beyond the free attempts, only one at a time is allowed.
      if (!known && after > Math.max(FREE_FROM_ANYWHERE, before + 1)) {
        await throttles.add(everywhere, { ...slice, by: -1 });
        throw tooMany(waitAfter(0));
      }
      return async () => {
        await Promise.all([throttles.forgive(here), throttles.add(everywhere, { ...slice, by: -1 })]);
      };
    },
  };
}

export const narrowest = ([network = "unknown"]: Networks): string => network;

function refuseFor(wait: number): void {
  if (wait > 0) throw tooMany(wait);
}

/** Milliseconds to wait: none while failures are free (`beyond` is negative), then a second, doubled for each failure. */
const waitAfter = (beyond: number) => (beyond < 0 ? 0 : Math.min(LONGEST_WAIT, 1_000 * 2 ** beyond));
