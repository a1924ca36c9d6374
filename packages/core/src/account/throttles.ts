import { normalizeEmail } from "@coffer/domain/account/email-address";
import type { Id } from "@coffer/domain/id";
import { DAY_MS, HOUR_MS, MINUTE_MS } from "@coffer/domain/time/duration";
import type { Env } from "../env.ts";
import { tooMany } from "../refusal.ts";
import { RESET_LINK_MS } from "./links.ts";
import type { Slice, ThrottleStore } from "./sign-in-stores.ts";

export const LIMITS = {
  "login-address": { times: 50, within: 10 * MINUTE_MS },
  /** Of a network, which waits the longer the more it registered. */
  register: { times: 5, within: HOUR_MS },
  "register-day": { times: 15, within: DAY_MS },
  "register-week": { times: 30, within: 7 * DAY_MS },
  /** As many links as may be out at once. */
  forgot: { times: 3, within: RESET_LINK_MS },
  "forgot-network": { times: 20, within: HOUR_MS },
  "change-password": { times: 5, within: 15 * MINUTE_MS },
  reauthenticate: { times: 5, within: 15 * MINUTE_MS },
  "second-factor": { times: 10, within: 15 * MINUTE_MS },
  "verify-email": { times: 5, within: HOUR_MS },
  /** Account mail to one mailbox, whatever its kind and tag; beyond a day's, one an hour. */
  mailbox: { times: 10, within: HOUR_MS },
  "mailbox-day": { times: 15, within: DAY_MS },
  "mailbox-slow": { times: 1, within: HOUR_MS },
  "mail-network": { times: 25, within: HOUR_MS },
  "mail-network-day": { times: 60, within: DAY_MS },
  "mail-network-slow": { times: 3, within: HOUR_MS },
  share: { times: 20, within: DAY_MS },
  /** Units of work (functions/src/api/fair-share.ts) of one account. */
  work: { times: 3_000, within: MINUTE_MS },
  "work-day": { times: 100_000, within: DAY_MS },
  /** Mails to one address, whoever invites it. */
  invited: { times: 3, within: 7 * DAY_MS },
} as const;
type Limit = keyof typeof LIMITS;
/** A window slides by slices of this part of it. */
export const SLICES = 10;

export function createThrottles(
  stores: { throttles: ThrottleStore },
  { clock, throttle }: Pick<Env, "clock" | "throttle">,
) {
  /** Counts `by` more of what `who` does; where that is too often, counts nothing and says how long to wait (ms). */
  async function tryTake(limit: Limit, who: string, by = 1): Promise<number> {
    if (!throttle) return 0;
    const { times, within } = LIMITS[limit];
    const key = `${limit}#${who}`;
    const now = clock();
    const from = now - (now % (within / SLICES));
    const seen = await stores.throttles.counts(key, now - within, now);
    const others = seen.filter((other) => other.from !== from);
    const slice = { from, until: from + within, at: now };
    if (total(seen) + by <= times) {
      const mine = await stores.throttles.add(key, { ...slice, by });
      if (total(others) + mine <= times) return 0;
      // Others came at the same moment.
      await stores.throttles.add(key, { ...slice, by: -by });
    }
    const newestFirst = seen.sort((a, b) => b.from - a.from);
    const full = newestFirst.find((_, index) => total(newestFirst.slice(0, index + 1)) > times - by);
    return (full?.from ?? from) + within - now;
  }

  /** Counts one more of what has a limit an hour and a day, and comes slowly beyond the day's. */
  async function tryGrowing(limit: "mailbox" | "mail-network", who: string): Promise<number> {
    const wait = await tryTake(limit, who);
    if (wait > 0 || (await tryTake(`${limit}-day`, who)) === 0) return wait;
    return tryTake(`${limit}-slow`, who);
  }

  return {
    /** By its mailbox and, if known, the network that causes it; how long the mail has to wait (ms). */
    async tryMail(address: string, network: string | null): Promise<number> {
      const wait = network === null ? 0 : await tryGrowing("mail-network", network);
      return wait > 0 ? wait : tryGrowing("mailbox", mailboxWithoutTag(address));
    },

    /** Counts one more. Refuses (throttled) where that is too often. */
    async take(limit: Limit, who: string): Promise<void> {
      const wait = await tryTake(limit, who);
      if (wait > 0) throw tooMany(wait);
    },

    tryTake,

    /** Counts what an account used, for all processes together; how long it waits for more (milliseconds). */
    async takeWork(userId: Id, units: number): Promise<number> {
      const wait = await tryTake("work", String(userId), units);
      return wait > 0 ? wait : tryTake("work-day", String(userId), units);
    },
  };
}

/** "ana+news@example.com" is in the mailbox of "ana@example.com". */
function mailboxWithoutTag(address: string): string {
  const email = normalizeEmail(address);
  const at = email.lastIndexOf("@");
  const [name = ""] = email.slice(0, at).split("+");
  return `${name}${email.slice(at)}`;
}

export const total = (slices: Slice[]) => slices.reduce((sum, { count }) => sum + count, 0);
