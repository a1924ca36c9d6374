import type { User } from "@coffer/domain/account/user";
import { inBatches } from "@coffer/domain/batches";
import type { Day } from "@coffer/domain/time/day";
import { HOUR_MS, MINUTE_MS } from "@coffer/domain/time/duration";
import { type DueWindow, dueWindows, localTime, type TimeZone, today } from "@coffer/domain/time/timezone";
import type { Env } from "../env.ts";
import { emailJob, type OutboxStore } from "../mail/outbox.ts";
import { Refusal } from "../refusal.ts";
import type { Stores } from "../stores.ts";
import type { Cursors, DuePage, DueUser } from "./digest-store.ts";

/** After a longer silence, what was missed is left out: a summary is about its own day. */
const LONGEST_SILENCE = 24 * HOUR_MS;

/** For how long a summary that midnight has overtaken may still be sent: it is still of use the next morning. */
const GRACE = 6 * HOUR_MS;

const AT_ONCE = 32;

/** A tick that is not through by then goes on where it was. */
const TICK_LIMIT_MS = 40_000;

/** Named after user and local date: at most one a day across retries and workers. */
const digestJob = (env: Pick<Env, "clock" | "ids">, { id, email: to }: DueUser, day: Day) =>
  emailJob(env, { kind: "digest", to, day }, id, `digest-${id}-${day}`);

/** Longer than the five minutes between two ticks on AWS: a tick for a time that has come may be yet to run. */
const TICK_DELAY = 10 * MINUTE_MS;

/** Queues today's summary where a change moved it from a time to come to one that is over: no tick would find it. */
export async function queueOvertakenDigest(
  stores: { outbox: OutboxStore },
  env: Pick<Env, "clock" | "ids">,
  before: User,
  after: User,
): Promise<void> {
  const now = env.clock();
  const day = today(now, after.timeZone);
  const wanted = before.emailNotifications && after.emailNotifications && after.emailVerified;
  if (!wanted || hasCome(before, day, now - TICK_DELAY) || !hasCome(after, day, now)) return;
  await stores.outbox.add(digestJob(env, after, day));
}

function hasCome({ timeZone, notificationTime }: User, day: Day, at: number): boolean {
  const shown = today(at, timeZone);
  return shown > day || (shown === day && localTime(at, timeZone) >= notificationTime);
}

export function createDigests(
  stores: Pick<Stores, "digests" | "outbox">,
  env: Pick<Env, "clock" | "ids" | "throttle">,
) {
  const { clock, ids, throttle } = env;

  async function* duePages(zone: TimeZone, since: number, at: number, cursors: Cursors) {
    for (const window of windowsOf(since, at, zone)) {
      const name = `${zone} ${window.day} ${window.from}`;
      for await (const found of stores.digests.due(zone, window, cursors[name])) yield { name, ...found };
    }
  }

  async function queueAll(users: DueUser[], day: Day): Promise<number> {
    let queued = 0;
    for (const batch of inBatches(users, AT_ONCE)) {
      const added = await Promise.all(batch.map((user) => stores.outbox.add(digestJob(env, user, day))));
      queued += added.filter(Boolean).length;
    }
    return queued;
  }

  return {
    /**
     * Hands over the pages of everyone whose time has come since the last tick; by itself it queues their summaries.
     * `at` is the schedule's instant in milliseconds. Safe to run twice, late, or beside another, as the mail's id lets
     * one a day through. `finished` is false where the time was up: the next tick, or this one again, goes on behind
     * the last page.
     */
    async tick(
      at: number,
      handOver = ({ day }: DuePage, users: DueUser[]): Promise<number> => queueAll(users, day),
    ): Promise<{ due: number; queued: number; finished: boolean }> {
      const stopAt = clock() + TICK_LIMIT_MS;
      const { last, cursors } = await stores.digests.progress(at);
      const since = Math.max(at - LONGEST_SILENCE, last !== null && last < at ? last : 0);
      const result = { due: 0, queued: 0, finished: true };
      let hasCursors = Object.keys(cursors).length > 0;
      const inZone = async (zone: TimeZone) => {
        for await (const { name, page, users, isLast } of duePages(zone, since, at, cursors)) {
          const queued = await handOver(page, users);
          // Only now: the other zones count meanwhile.
          result.due += users.length;
          result.queued += queued;
          if (isLast) continue;
          hasCursors = true;
          await stores.digests.saveCursor(name, page.to);
          if (clock() < stopAt) continue;
          result.finished = false;
          return;
        }
      };
      for (const some of inBatches(await stores.digests.zones(), AT_ONCE))
        await Promise.all(some.map(inZone));
      if (!result.finished) return result;
      // Last of all: a tick that dies before is covered by the next one.
      await stores.digests.completeTick(at, clock());
      if (hasCursors) await stores.digests.clearCursors();
      return result;
    },

    /** Safe to repeat. Returns how many were new. */
    queuePage: async (page: DuePage): Promise<number> =>
      queueAll(await stores.digests.usersOf(page), page.day),

    /** Mails today's summary now, once a minute at most. Refuses (forbidden) an address that is not verified. */
    async preview(user: User): Promise<void> {
      if (!user.emailVerified) throw new Refusal("forbidden", "Verify your email address first");
      const now = clock();
      const name = `preview-${user.id}-${throttle ? Math.floor(now / MINUTE_MS) : ids()}`;
      const mail = { kind: "digest-preview", to: user.email, day: today(now, user.timeZone) } as const;
      if (!(await stores.outbox.add(emailJob(env, mail, user.id, name))))
        throw new Refusal("throttled", "A preview is on its way. Try again in a minute.", { retryAfter: 60 });
    },
  };
}

/** The minutes reached since then: of the local day that it is, and of the day before while there is grace. */
function windowsOf(since: number, at: number, zone: TimeZone): DueWindow[] {
  const day = today(at, zone);
  return [
    ...dueWindows(Math.max(since, at - GRACE), at, zone).filter((window) => window.day !== day),
    ...dueWindows(since, at, zone).filter((window) => window.day === day),
  ];
}
