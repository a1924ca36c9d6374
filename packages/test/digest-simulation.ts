import { createDigests } from "../core/src/digest/digests.ts";
import { createDelivery, LEASE_MS } from "../core/src/mail/delivery.ts";
import { LANES, type Lane } from "../core/src/mail/email-kinds.ts";
import type { User } from "../domain/src/account/user.ts";
import { type DigestRhythm, isSentOn } from "../domain/src/digest/letter.ts";
import { addDays, type Day } from "../domain/src/time/day.ts";
import { localTime, TIME_ZONES, type TimeZone, today } from "../domain/src/time/timezone.ts";
import { createStore } from "../dynamo/src/stores.ts";
import type { Table } from "../dynamo/src/table/table.ts";
import { crashingClient } from "./crashing-client.ts";
import { dice } from "./dice.ts";
import { freshTable, idsInARow, inBulk, newUser } from "./store.ts";

/** Midnight, times around the hours that clock changes skip and repeat, and ordinary times. */
const TIMES = ["00:00", "01:30", "02:00", "02:30", "03:00", "07:15", "09:00", "12:00", "18:45", "23:58"];

export type Year = {
  users: number;
  /** Spans of local days to simulate, as first and last day. Each day is checked. */
  spans: readonly (readonly [Day, Day])[];
  /** The minimum and maximum of minutes between two ticks. */
  pause: readonly [number, number];
  /** The percentage of events whose worker is killed. */
  kills: number;
  /** Some summaries are weekly or monthly. */
  mixed?: boolean;
  /** Called with each day in London as it begins. */
  onDay?: (day: Day) => void;
};

/**
 * The mails of each result. `repeated` were sent again with the same id, which is allowed only if a worker was killed
 * between the sending and its record. `killed` counts workers.
 */
export type Outcome = {
  expected: number;
  missing: string[];
  early: string[];
  late: string[];
  repeated: string[];
  /** Mails with an unknown form of id, or for a day on which the user gets none. */
  strange: string[];
  killed: number;
};

/** With `mixed`, a third each is daily, weekly (on all weekdays) and monthly. */
const rhythmFor = (id: number, mixed: boolean): DigestRhythm => {
  if (!mixed || id % 3 === 0) return { frequency: "daily", weekday: 1 };
  return id % 3 === 1 ? { frequency: "weekly", weekday: id % 7 } : { frequency: "monthly", weekday: 1 };
};

const ZONES = [...TIME_ZONES, "Asia/Kolkata", "Europe/Berlin"];

/**
 * Simulates days of summaries on a fake clock. Ticks are irregular. Each event is delivered one to three times, each
 * time to a new worker, and some workers are killed at a random request. Sent mails are recorded by id, as the outbox
 * folder and a mailbox's duplicate detection do it.
 */
export async function liveThrough(
  endpoint: string,
  { users: count, spans, pause, kills, onDay, mixed = false }: Year,
): Promise<Outcome> {
  const { store, name, table } = await freshTable(endpoint);
  const random = dice(20_261_121);
  const time = { now: 0 };
  const users = await newUsers(table, count, mixed);
  const outcome: Outcome = {
    expected: 0,
    missing: [],
    early: [],
    late: [],
    repeated: [],
    strange: [],
    killed: 0,
  };
  const sentAt = new Map<string, number>();

  const worker = (over: typeof store) => {
    const clock = () => time.now;
    const delivery = createDelivery(over, {
      clock,
      origin: "https://coffer.test",
      renderEmail: ({ kind }) => ({ subject: kind, html: "", text: "" }),
      mailer: {
        async send({ id }) {
          if (sentAt.has(id)) outcome.repeated.push(id);
          else sentAt.set(id, time.now);
        },
      },
    });
    const digests = createDigests(over, { clock, ids: idsInARow(), throttle: true });
    return async (at: number, lanes: readonly Lane[] = ["bulk"]) => {
      await digests.tick(at);
      await delivery.sweep(lanes);
    };
  };
  const healthy = worker(store);
  const event = async (at: number) => {
    if (random() * 100 >= kills) return healthy(at);
    const when = random() < 0.5 ? "before" : "after";
    // A mail takes few requests, so kills happen in the tick, at the claim, and before and after the record.
    const dying = worker(
      createStore(crashingClient(endpoint, { at: 1 + Math.floor(random() * 40), when }), name),
    );
    await dying(at).catch(() => {
      outcome.killed += 1;
    });
  };

  for (const [first, last] of spans) {
    // A day begins up to 11 hours earlier in Sydney than in London, and ends 10 hours later in Honolulu.
    const begin = Date.parse(`${first}T00:00:00Z`) - 12 * HOUR;
    const end = Date.parse(`${addDays(last, 1)}T00:00:00Z`) + 11 * HOUR;
    time.now = begin;
    await store.digests.completeTick(begin, begin);
    let day: Day | undefined;
    while (time.now < end) {
      const begun = today(time.now, "Europe/London");
      if (begun !== day) onDay?.(begun);
      day = begun;
      time.now += Math.round(pause[0] + random() * (pause[1] - pause[0])) * MINUTE;
      const times = 1 + Math.floor(random() * 3);
      await Promise.all(Array.from({ length: times }, () => event(time.now)));
      // What a killed worker had claimed is free again after its lease.
      if (kills > 0) time.now += LEASE_MS;
    }
    await healthy(time.now, LANES);
    const patience = kills > 0 ? pause[1] * MINUTE * 3 + LEASE_MS * 4 : pause[1] * MINUTE;
    check(users, daysOf(first, last), sentAt, patience, outcome);
  }
  const isStrange = (id: string) => !/^bulk-digest-\d+-\d{4}-\d\d-\d\d$/.test(id);
  outcome.strange.push(...[...sentAt.keys()].filter(isStrange));
  return outcome;
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

const newUsers = (table: Table, count: number, mixed: boolean): Promise<User[]> =>
  inBulk(table, (bulk) =>
    Promise.all(
      Array.from({ length: count }, (_, index) => {
        const id = index + 1;
        const timeZone = ZONES[id % ZONES.length] ?? "Europe/London";
        // Shifted by zone, so that even a few users have all times among them.
        const turn = Math.floor(id / ZONES.length) + 3 * (id % ZONES.length);
        const notificationTime = TIMES[turn % TIMES.length] ?? "09:00";
        const rhythm = rhythmFor(id, mixed);
        return newUser(bulk, { id, timeZone, notificationTime, emailNotifications: true, ...rhythm });
      }),
    ),
  );

function check(
  users: User[],
  days: Day[],
  sentAt: Map<string, number>,
  patience: number,
  outcome: Outcome,
): void {
  for (const user of users) {
    const { id: userId, timeZone, notificationTime } = user;
    for (const day of days) {
      const id = `bulk-digest-${userId}-${day}`;
      if (!isSentOn(user, day)) {
        if (sentAt.has(id)) outcome.strange.push(id);
        continue;
      }
      outcome.expected += 1;
      const what = `${id} at ${notificationTime} in ${timeZone}`;
      const at = sentAt.get(id);
      if (at === undefined) outcome.missing.push(what);
      else if (!hasReached(at, day, notificationTime, timeZone)) outcome.early.push(what);
      else if (hasReached(at - patience, day, notificationTime, timeZone)) outcome.late.push(what);
    }
  }
}

/**
 * True if the zone's clock had shown that time of the day by the instant, even if it was set back in the meantime.
 */
function hasReached(instant: number, day: Day, time: string, zone: TimeZone): boolean {
  return [0, 15, 30, 45].some((ago) => {
    const shown = today(instant - ago * MINUTE, zone);
    return shown > day || (shown === day && localTime(instant - ago * MINUTE, zone) >= time);
  });
}

function daysOf(first: Day, last: Day): Day[] {
  const days = [first];
  while ((days.at(-1) ?? last) < last) days.push(addDays(days.at(-1) ?? last, 1));
  return days;
}
