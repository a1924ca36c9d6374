import { DAY_MS, HOUR_MS, MINUTE_MS } from "@coffer/domain/time/duration";
import type { Env, Networks } from "../env.ts";
import { tooMany } from "../refusal.ts";
import type { Failures, ThrottleStore } from "./sign-in-stores.ts";
import { SLICES, total } from "./throttles.ts";

/** Failed sign-ins from one network that cost no wait; from then on the wait doubles. */
const FREE_FROM_ONE_NETWORK = 5;
/** The same from anywhere, within an hour, for networks that never signed in to the account. */
const FREE_FROM_ANYWHERE = 10;
const LONGEST_WAIT = 15 * MINUTE_MS;
const KNOWN_MS = 365 * DAY_MS;
/** Counting a failure is repeated where others count at the same time; a flood is turned away. */
const TRIES = 3;

/** A limit on guesses of a password. Refuses (throttled) with the seconds to wait. */
export function createSignInThrottle(
  { throttles }: { throttles: ThrottleStore },
  { clock, throttle }: Pick<Env, "clock" | "throttle">,
) {
  return {
    /** The account's own network from now on: what others fail with elsewhere does not hold it up. */
    async rememberNetwork(email: string, networks: Networks): Promise<void> {
      if (throttle) await throttles.rememberNetwork(email, narrowest(networks), clock() + KNOWN_MS);
    },

    isKnownNetwork: (email: string, networks: Networks): Promise<boolean> =>
      throttles.isKnownNetwork(email, narrowest(networks)),

    /**
     * An attempt counts as failed, beside parallel ones, until the result is called; the same work for unknown
     * addresses.
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
      // An instant that lies ahead was stored before the clock was set back: it holds nobody up.
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
      // Others guessed at the same moment: of those beyond what is free, one at a time may.
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

/** Nothing while failures are free; then a second, doubled for every failure `beyond`. */
const waitAfter = (beyond: number) => (beyond < 0 ? 0 : Math.min(LONGEST_WAIT, 1_000 * 2 ** beyond));
