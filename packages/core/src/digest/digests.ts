import type { User } from "@coffer/domain/account/user";
import { inBatches } from "@coffer/domain/batches";
import { isSentOn } from "@coffer/domain/digest/letter";
import { type Day, HOUR_MS, MINUTE_MS } from "@coffer/domain/time/day";
import { type DueWindow, dueWindows, localTime, type TimeZone, today } from "@coffer/domain/time/timezone";
import type { Env } from "../env.ts";
import { emailJob, type OutboxStore } from "../mail/outbox.ts";
import { runLimit } from "../pages.ts";
import { Refusal } from "../refusal.ts";
import type { Cursors, DuePage, DueUser, Stores } from "../stores.ts";

/** Ticks missed for longer than this are not made up for: a summary is about its own day. */
const LONGEST_SILENCE = 24 * HOUR_MS;

/** A summary of yesterday that was missed is still sent within this time after midnight, as it is still useful. */
const GRACE = 6 * HOUR_MS;

const AT_ONCE = 32;

/** A tick that runs longer saves its cursors, and the next one continues there. */
const TICK_LIMIT_MS = 40_000;

/** The id has user and local date, so retries and parallel workers send at most one summary a day. */
const digestJob = (env: Pick<Env, "clock" | "ids">, { id, email: to, frequency }: DueUser, day: Day) =>
  emailJob(
    env,
    { kind: "digest", to, day, ...(frequency !== "daily" && { frequency }) },
    id,
    `digest-${id}-${day}`,
  );

/** Longer than the five minutes between ticks on AWS: the tick for a time that has passed may not have run yet. */
const TICK_DELAY = 10 * MINUTE_MS;

/** Queues today's summary if a user moved its time from later today to earlier today, as no tick would find it. */
export async function queueOvertakenDigest(
  stores: { outbox: OutboxStore },
  env: Pick<Env, "clock" | "ids">,
  before: User,
  after: User,
): Promise<void> {
  const now = env.clock();
  const day = today(now, after.timeZone);
  const wanted = before.emailNotifications && after.emailNotifications && after.emailVerified;
  // Whoever was not due today is due on the next day of the new rhythm.
  if (!isSentOn(before, day) || !isSentOn(after, day)) return;
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
     * Finds, in pages, the users whose time has come since the last tick, and queues their summaries (or passes each page
     * to `handOver`). `at` is the scheduled instant in milliseconds. Safe to run twice, late or concurrently, as a mail's
     * id allows one a day. `finished` is false if the time ran out: the next tick continues after the last page.
     */
    async tick(
      at: number,
      handOver = ({ day }: DuePage, users: DueUser[]): Promise<number> => queueAll(users, day),
    ): Promise<{ due: number; queued: number; finished: boolean }> {
      const { isOver } = runLimit(clock, undefined, TICK_LIMIT_MS);
      const { last, cursors } = await stores.digests.progress(at);
      const since = Math.max(at - LONGEST_SILENCE, last !== null && last < at ? last : 0);
      const result = { due: 0, queued: 0, finished: true };
      let hasCursors = Object.keys(cursors).length > 0;
      const inZone = async (zone: TimeZone) => {
        for await (const { name, page, users, isLast } of duePages(zone, since, at, cursors)) {
          const queued = await handOver(page, users);
          // Added after the await, as other zones add to the counts concurrently.
          result.due += users.length;
          result.queued += queued;
          if (isLast) continue;
          hasCursors = true;
          await stores.digests.saveCursor(name, page.to);
          if (!isOver()) continue;
          result.finished = false;
          return;
        }
      };
      for (const some of inBatches(await stores.digests.zones(), AT_ONCE))
        await Promise.all(some.map(inZone));
      if (!result.finished) return result;
      // Last, so that the next tick makes up for one that died before.
      await stores.digests.completeTick(at, clock());
      if (hasCursors) await stores.digests.clearCursors();
      return result;
    },

    /** Idempotent. Returns how many summaries were new. */
    queuePage: async (page: DuePage): Promise<number> =>
      queueAll(await stores.digests.usersOf(page), page.day),

    /** Mails today's summary now, at most once a minute. Refuses (forbidden) an address that is not verified. */
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

/** The local minutes reached since the last tick: those of today, and of yesterday within `GRACE`. */
function windowsOf(since: number, at: number, zone: TimeZone): DueWindow[] {
  const day = today(at, zone);
  return [
    ...dueWindows(Math.max(since, at - GRACE), at, zone).filter((window) => window.day !== day),
    ...dueWindows(since, at, zone).filter((window) => window.day === day),
  ];
}
