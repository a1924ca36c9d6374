import { createDigests } from "@coffer/core/digest/digests";
import { createDelivery } from "@coffer/core/mail/delivery";
import { parseDay } from "@coffer/domain/time/day";
import { expect, inject, test } from "vitest";
import { atLength } from "../../../test/at-length.ts";
import { liveThrough } from "../../../test/digest-simulation.ts";
import { digestsInPagesOf, freshTable, idsInARow, inBulk, newUser } from "../../../test/store.ts";
import type { DuePage } from "../stores.ts";

const engine = inject("engine");
const span = (first: string, last: string) => {
  const [from, to] = [parseDay(first), parseDay(last)];
  if (!from || !to) throw new Error("no such day");
  return [from, to] as const;
};
const NOBODY = { missing: [], early: [], late: [], repeated: [], strange: [] };

/** The days on which America, Europe and Australia change their clocks. The soak test simulates 400 days. */
const ALL_CLOCK_CHANGES = [
  span("2026-03-08", "2026-03-08"),
  span("2026-03-29", "2026-03-29"),
  span("2026-04-05", "2026-04-05"),
  span("2026-10-04", "2026-10-04"),
  span("2026-10-25", "2026-10-25"),
  span("2026-11-01", "2026-11-01"),
];

/** Australia's, back and forward. The simulations below have those of Europe and America. */
const CLOCK_CHANGES = atLength(ALL_CLOCK_CHANGES, ALL_CLOCK_CHANGES.slice(2, 4));

test("everybody gets one summary a day at their local time, also when clocks change", async () => {
  const year = { users: 20, spans: CLOCK_CHANGES, pause: [10, 350] as const, kills: 0 };
  const expected = 20 * CLOCK_CHANGES.length;
  expect(await liveThrough(engine, year)).toEqual({ expected, killed: 0, ...NOBODY });
}, 600_000);

test("weekly and monthly summaries come once, on their day, also when clocks change", async () => {
  const spans = atLength(
    [span("2026-03-27", "2026-04-02"), span("2026-10-30", "2026-11-02")],
    [span("2026-03-29", "2026-03-30"), span("2026-10-31", "2026-11-02")],
  );
  const [days, firsts] = atLength([11, 2], [5, 1]);
  const year = { users: 21, spans, pause: [10, 350] as const, kills: 0, mixed: true };
  // Seven daily, seven weekly on a weekday each, seven monthly.
  const expected = 7 * days + days + 7 * firsts;
  expect(await liveThrough(engine, year)).toEqual({ expected, killed: 0, ...NOBODY });
}, 600_000);

test("changing the rhythm after the summary was sent causes no second one", async () => {
  const { store, time, sent, digests, delivery } = await oneMorning();
  await newUser(store, { id: 1, emailNotifications: true });
  for (const change of [
    {},
    { frequency: "weekly", weekday: 6 },
    { frequency: "monthly" },
    { frequency: "daily" },
  ] as const) {
    const before = await store.users.account(1);
    if (!before) throw new Error("no account");
    const after = { ...before, user: { ...before.user, ...change, notificationTime: "11:30" } };
    await store.users.save(before, after, {});
    time.now += 3 * 60 * 60_000;
    await digests.tick(time.now);
    await delivery.sweep();
  }
  expect(sent).toEqual(["bulk-digest-1-2026-11-21"]);
});

test("workers that are killed at any time lose no summary", async () => {
  const year = { users: 20, spans: ALL_CLOCK_CHANGES.slice(0, 2), pause: [10, 170] as const, kills: 40 };
  const { killed, repeated, ...rest } = await liveThrough(engine, year);
  expect(rest).toEqual({ expected: 40, missing: [], early: [], late: [], strange: [] });
  expect(killed).toBeGreaterThan(10);
  expect(repeated.length).toBeLessThan(killed);
}, 600_000);

/** Fixtures of a tick at 09:05 in New York; `sent` collects the ids of mails. */
async function oneMorning() {
  const { store, crashingStore, table } = await freshTable(engine);
  const time = { now: Date.parse("2026-11-21T14:05:00Z") };
  const sent: string[] = [];
  const parts = (over: typeof store) => {
    const clock = () => time.now;
    const delivery = createDelivery(over, {
      clock,
      origin: "https://coffer.test",
      mailer: {
        async send({ id }) {
          sent.push(id);
        },
      },
      renderEmail: ({ kind }) => ({ subject: kind, html: "", text: "" }),
    });
    return { digests: createDigests(over, { clock, ids: idsInARow(), throttle: true }), delivery };
  };
  return {
    store,
    table,
    time,
    sent,
    parts,
    ...parts(store),
    /** Killed after that many requests. A kill before the next request has the same effect. */
    dying: (requests: number) => parts(crashingStore({ at: requests, when: "after" })).digests,
  };
}

test("a tick killed after any of its requests is completed by the next", async () => {
  const { store, time, digests, dying } = await oneMorning();
  for (const id of [1, 2]) await newUser(store, { id, emailNotifications: true });
  const expected: string[] = [];
  let killed = true;
  for (let requests = 0; killed; requests++) {
    time.now += 24 * 60 * 60_000;
    killed = await dying(requests)
      .tick(time.now)
      .then(
        () => false,
        () => true,
      );
    await digests.tick(time.now + 60_000);
    expected.push(
      ...[1, 2].map((id) => `bulk-digest-${id}-${new Date(time.now).toISOString().slice(0, 10)}`),
    );
  }
  expect(expected.length).toBeGreaterThan(2 * 14);
  const queued = await store.outbox.due("bulk", time.now + 60_000, 100);
  expect(queued.sort()).toEqual(expected.sort());
});

test("changing the time or zone after the summary was sent causes no second one that day", async () => {
  const { store, time, sent, digests, delivery } = await oneMorning();
  await newUser(store, { id: 1, emailNotifications: true });
  await digests.tick(time.now);
  await delivery.sweep();
  for (const change of [
    { notificationTime: "11:30" },
    { timeZone: "America/Los_Angeles", notificationTime: "15:00" },
  ] as const) {
    const before = await store.users.account(1);
    if (!before) throw new Error("no account");
    await store.users.save(before, { ...before, user: { ...before.user, ...change } }, {});
    time.now += 9 * 60 * 60_000;
    await digests.tick(time.now);
    await delivery.sweep();
  }
  expect(sent).toEqual(["bulk-digest-1-2026-11-21"]);
});

test("a tick counts the summaries of all zones", async () => {
  const { store, digests } = await oneMorning();
  // 14:05 in London is 09:05 in New York.
  await newUser(store, { id: 1, emailNotifications: true });
  await newUser(store, {
    id: 2,
    emailNotifications: true,
    timeZone: "Europe/London",
    notificationTime: "14:00",
  });
  expect(await digests.tick(Date.parse("2026-11-21T14:05:00Z"))).toEqual({
    due: 2,
    queued: 2,
    finished: true,
  });
});

test("no summary is sent if it is off or the address is not verified", async () => {
  const { store, time, sent, digests, delivery } = await oneMorning();
  await newUser(store, { id: 1, emailNotifications: false });
  await newUser(store, { id: 2, emailNotifications: true, emailVerified: false });
  await digests.tick(time.now);
  await delivery.sweep();
  expect(sent).toEqual([]);
});

test("a summary that was turned off after it was queued is not sent", async () => {
  const { store, time, sent, digests, delivery } = await oneMorning();
  await newUser(store, { id: 1, emailNotifications: true });
  expect(await digests.tick(time.now)).toEqual({ due: 1, queued: 1, finished: true });
  const before = await store.users.account(1);
  if (!before) throw new Error("no account");
  await store.users.save(before, { ...before, user: { ...before.user, emailNotifications: false } }, {});
  expect(await delivery.sweep()).toMatchObject({ suppressed: 1, sent: 0 });
  expect(sent).toEqual([]);
});

test("no summary is sent later for days without a tick", async () => {
  const { store, time, sent, digests, delivery } = await oneMorning();
  await newUser(store, { id: 1, emailNotifications: true });
  await digests.tick(time.now);
  time.now += 3 * 24 * 60 * 60_000 + 60 * 60_000;
  await digests.tick(time.now);
  await delivery.sweep();
  expect(sent.sort()).toEqual(["bulk-digest-1-2026-11-21", "bulk-digest-1-2026-11-24"]);
});

test.each([
  ["sent during the night for its own date", "2026-11-22T05:50:00-05:00", ["bulk-digest-1-2026-11-21"]],
  ["skipped in the morning", "2026-11-22T06:05:00-05:00", []],
])("a summary that was missed before midnight is %s", async (_, next, expected) => {
  const { store, time, sent, digests, delivery } = await oneMorning();
  await newUser(store, { id: 1, emailNotifications: true, notificationTime: "23:58" });
  await digests.tick(Date.parse("2026-11-21T23:57:00-05:00"));
  time.now = Date.parse(next);
  await digests.tick(time.now);
  await delivery.sweep();
  expect(sent).toEqual(expected);
});

test("a job for another day's instant does not affect today's summary", async () => {
  const { store, time, sent, digests, delivery } = await oneMorning();
  await newUser(store, { id: 1, emailNotifications: true });
  await digests.tick(time.now);
  for (const at of [
    "2026-03-08T13:00:00Z",
    "2026-03-08T13:00:00Z",
    "2027-03-14T13:00:00Z",
    "2026-11-21T14:01:00Z",
  ])
    await digests.tick(Date.parse(at));
  time.now += 24 * 60 * 60_000;
  await digests.tick(time.now);
  await delivery.sweep();
  expect(sent.sort()).toEqual(
    ["2026-03-08", "2026-11-21", "2026-11-22", "2027-03-14"].map((day) => `bulk-digest-1-${day}`),
  );
});

test("a preview is mailed to a verified address at most once a minute", async () => {
  const { time, sent, digests, delivery, store } = await oneMorning();
  const ana = await newUser(store, { id: 1 });
  await digests.preview(ana);
  await expect(digests.preview(ana)).rejects.toMatchObject({ reason: "throttled", retryAfter: 60 });
  time.now += 60_000;
  await digests.preview(ana);
  await delivery.sweep();
  expect(sent).toHaveLength(2);
  await expect(digests.preview({ ...ana, emailVerified: false })).rejects.toMatchObject({
    reason: "forbidden",
  });
});

test("a tick that runs out of time continues after its last page", async () => {
  const { store, table, time, parts } = await oneMorning();
  const digestStore = digestsInPagesOf(table, 50);
  const { digests } = parts({ ...store, digests: digestStore });
  const ids = Array.from({ length: 110 }, (_, index) => index + 1);
  await inBulk(table, (bulk) =>
    Promise.all(ids.map((id) => newUser(bulk, { id, emailNotifications: true }))),
  );
  const at = time.now;
  const pages: DuePage[] = [];
  const handOver = async (page: DuePage) => {
    pages.push(page);
    time.now += 60_000;
    return 0;
  };
  expect(await digests.tick(at, handOver)).toMatchObject({ due: 50, finished: false });
  expect(await digests.tick(at, handOver)).toMatchObject({ due: 50, finished: false });
  expect(await digests.tick(at, handOver)).toMatchObject({ due: 10, finished: true });
  const queued = async () => {
    const counts = await Promise.all(pages.map((page) => digests.queuePage(page)));
    return counts.reduce((sum, count) => sum + count, 0);
  };
  expect(await queued()).toBe(110);
  expect(await queued()).toBe(0);
  expect(await digestStore.progress(at)).toEqual({ last: at, cursors: {} });
});
