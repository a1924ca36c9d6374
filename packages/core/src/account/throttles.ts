import { normalizeEmail } from "@coffer/domain/account/email-address";
import type { Id } from "@coffer/domain/id";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "@coffer/domain/time/day";
import type { Env, Networks } from "../env.ts";
import { tooMany } from "../refusal.ts";
import { RESET_LINK_MS } from "./links.ts";
import type { Failures, Slice, ThrottleStore } from "./sign-in-stores.ts";

export const LIMITS = {
  "login-address": { times: 50, within: 10 * MINUTE_MS },
  /** Each challenge is stored until it is answered or expires. */
  "passkey-options": { times: 30, within: 10 * MINUTE_MS },
  /** By network: the more it has registered, the longer it waits. */
  register: { times: 5, within: HOUR_MS },
  "register-day": { times: 15, within: DAY_MS },
  "register-week": { times: 30, within: 7 * DAY_MS },
  /** The number of valid reset links at a time. */
  forgot: { times: 3, within: RESET_LINK_MS },
  "forgot-network": { times: 20, within: HOUR_MS },
  "change-password": { times: 5, within: 15 * MINUTE_MS },
  reauthenticate: { times: 5, within: 15 * MINUTE_MS },
  "second-factor": { times: 10, within: 15 * MINUTE_MS },
  "verify-email": { times: 5, within: HOUR_MS },
  share: { times: 20, within: DAY_MS },
  "share-network": { times: 40, within: DAY_MS },
  /** Mails to one address, whoever invites it. */
  invited: { times: 3, within: 7 * DAY_MS },
  "mail-again": { times: 3, within: 7 * DAY_MS },
  /** Units of work of one account (functions/src/api/fair-share.ts). */
  work: { times: 3_000, within: MINUTE_MS },
  "work-day": { times: 100_000, within: DAY_MS },
} as const;
type Named = keyof typeof LIMITS;
/** At most `times` within `within` milliseconds. `name` is part of the keys of its counts. */
export type Limit = { name: string; times: number; within: number };
/** A sliding window is counted in this many slices. A slice counts whole until its last attempt has left the window. */
export const SLICES = 10;
/** The slice that contains an instant, for a window of `within` milliseconds. It is stored as long as it may count. */
function sliceAt(at: number, within: number) {
  const width = within / SLICES;
  const from = at - (at % width);
  return { from, until: from + width + within, at };
}
/** Multiples of the limit for the networks around an IPv6 /64: a household's /56 and a /48. */
const WIDER = [1, 2, 4];

/** Counts `by` more for `who`. If `limit` is exhausted, `beyond` counts in its place. */
export type Taking = { limit: Limit; who: string; by?: number; beyond?: Limit };
/** `wait` in milliseconds, 0 if it was counted; `giveBack` subtracts it again. */
type Taken = { wait: number; giveBack: () => Promise<void> };

const nothing = async () => {};

/** Takings for a network and the wider networks around it. */
export function ofNetworks(limit: Limit, networks: Networks, beyond?: Limit): Taking[] {
  const wider = (of: Limit, index: number) => ({ ...of, times: of.times * (WIDER[index] ?? 1) });
  return networks.map((who, index) => ({
    limit: wider(limit, index),
    who,
    ...(beyond && { beyond: wider(beyond, index) }),
  }));
}

export function createThrottles(
  stores: { throttles: ThrottleStore },
  { clock, throttle }: Pick<Env, "clock" | "throttle">,
) {
  async function takeOne({ limit, who, by = 1 }: Taking): Promise<Taken> {
    if (!throttle) return { wait: 0, giveBack: nothing };
    const { name, times, within } = limit;
    const key = `${name}#${who}`;
    const now = clock();
    const slice = sliceAt(now, within);
    const stored = await stores.throttles.counts(key, now - within - within / SLICES, now);
    const seen = stored.filter(({ last }) => last > now - within);
    const others = seen.filter(({ from }) => from !== slice.from);
    const giveBack = async () => {
      await stores.throttles.add(key, { ...slice, by: -by });
    };
    if (total(seen) + by <= times) {
      const mine = await stores.throttles.add(key, { ...slice, by });
      if (total(others) + mine <= times) return { wait: 0, giveBack };
      // Concurrent requests took the rest.
      await giveBack();
    }
    const newestFirst = seen.sort((a, b) => b.from - a.from);
    const full = newestFirst.find((_, index) => total(newestFirst.slice(0, index + 1)) > times - by);
    return { wait: (full?.last ?? now) + within - now, giveBack: nothing };
  }

  /** Counts all of them, or none if one exceeds its limit: then returns that one, and how long to wait (ms). */
  async function takeAll(
    takings: readonly Taking[],
  ): Promise<{ giveBack: () => Promise<void> } | { refused: Taking; wait: number }> {
    const taken: Taken[] = [];
    const giveBack = async () => {
      for (const one of taken) await one.giveBack();
    };
    for (const taking of takings) {
      let one = await takeOne(taking);
      if (one.wait > 0 && taking.beyond) one = await takeOne({ ...taking, limit: taking.beyond });
      if (one.wait > 0) {
        await giveBack();
        return { refused: taking, wait: one.wait };
      }
      taken.push(one);
    }
    return { giveBack };
  }

  /** Counts `by` more and returns 0. If that exceeds the limit, counts nothing and returns how long to wait (ms). */
  async function tryTake(name: Named, who: string | Networks, by = 1): Promise<number> {
    const limit = { name, ...LIMITS[name] };
    const outcome = await takeAll(typeof who === "string" ? [{ limit, who, by }] : ofNetworks(limit, who));
    return "refused" in outcome ? outcome.wait : 0;
  }

  return {
    takeAll,
    tryTake,

    /** Counts one more. Refuses (throttled) if that exceeds the limit. */
    async take(name: Named, who: string | Networks): Promise<void> {
      const wait = await tryTake(name, who);
      if (wait > 0) throw tooMany(wait);
    },

    /** Counts units that an account used, across all processes. Returns how long it waits for more (milliseconds). */
    async takeWork(userId: Id, units: number): Promise<number> {
      const wait = await tryTake("work", String(userId), units);
      return wait > 0 ? wait : tryTake("work-day", String(userId), units);
    },
  };
}

/** The mailbox that an address delivers to: "ana@example.com" for "ana+news@example.com". */
export function mailboxWithoutTag(address: string): string {
  const email = normalizeEmail(address);
  const at = email.lastIndexOf("@");
  const domain = email.slice(at);
  const [name = ""] = email.slice(0, at).split("+");
  // Google delivers "a.na" and "ana" to the same mailbox.
  return `${/^@g(?:oogle)?mail\.com$/.test(domain) ? name.replaceAll(".", "") : name}${domain}`;
}

export const total = (slices: Slice[]) => slices.reduce((sum, { count }) => sum + count, 0);

/** Failed sign-ins from one network without a wait; from then on the wait doubles with each failure. */
const FREE_FROM_ONE_NETWORK = 5;
/** The same from all networks within an hour; it delays only networks that never signed in to the account. */
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
    /** Marks a network as known to the account: failures from other networks no longer delay it. */
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
      // An instant in the future was stored before the clock was set back; it must not delay anybody.
      const waitHere = ({ count, last }: Failures) =>
        last > now ? 0 : last + waitAfter(count - FREE_FROM_ONE_NETWORK) - now;
      const waitAnywhere = known ? 0 : last + waitAfter(before - FREE_FROM_ANYWHERE) - now;
      refuseFor(Math.max(waitHere(failures), waitAnywhere));
      for (let tried = 1, found = failures; !(await throttles.addFailure(here, found, now)); tried++) {
        if (tried === TRIES) throw tooMany(waitAfter(0));
        found = await throttles.failures(here);
        refuseFor(waitHere(found));
      }

      const slice = sliceAt(now, HOUR_MS);
      const mine = await throttles.add(everywhere, { ...slice, by: 1 });
      const after = mine + total(seen.filter(({ from }) => from !== slice.from));
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
