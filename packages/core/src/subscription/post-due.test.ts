import { createUndo } from "@coffer/core/activity/undo";
import { changeOf, readOne } from "@coffer/core/ledger/ledger";
import { runLimit } from "@coffer/core/pages";
import type { Stores } from "@coffer/core/stores";
import { createPostDue, MOST_A_RUN } from "@coffer/core/subscription/post-due";
import type { Id } from "@coffer/domain/id";
import { cents } from "@coffer/domain/money/money";
import type { Frequency } from "@coffer/domain/subscription/rhythm";
import type { Subscription } from "@coffer/domain/subscription/subscription";
import { addDays, DAY_MS, type Day } from "@coffer/domain/time/day";
import { TIME_ZONES, type TimeZone, today } from "@coffer/domain/time/timezone";
import type { Transaction } from "@coffer/domain/transaction/transaction";
import { beforeEach, describe, expect, inject, test } from "vitest";
import { atLength } from "../../../test/at-length.ts";
import { Crash } from "../../../test/crashing-client.ts";
import { category, day, subscription, transaction, user } from "../../../test/fixtures.ts";
import {
  addThing,
  freshTable,
  idsInARow,
  ownLedger,
  removeCategory,
  removeTransaction,
  restoreCategory,
  write,
} from "../../../test/store.ts";

let fresh: Awaited<ReturnType<typeof freshTable>>;
beforeEach(async () => {
  fresh = await freshTable(inject("engine"));
});

/** The second has a leap day. */
const YEARS = atLength(4, 2);
const zones = new Map<Id, TimeZone>();
/** Above the revisions that `recording` gives: no two runs may get an entry of the same id. */
const ids = idsInARow(8_500_000_000_000_000);

/** The job as a worker runs it, with its own store. */
function worker(store: Stores = fresh.anotherStore(), portion?: number) {
  const timeZone = (id: Id) => zones.get(id) ?? "America/New_York";
  const users = { ...store.users, get: async (id: Id) => user({ id, timeZone: timeZone(id) }) };
  return createPostDue({ ...store, users }, { ids, clock: () => 1, origin: "" }, undefined, portion).postDue;
}

/** A subscription that records its payments automatically, with a new owner in a time zone. */
async function add(
  given: Partial<Subscription> & { nextPaymentDate: Day },
  zone: TimeZone = "Europe/London",
) {
  const ownerId = ids();
  zones.set(ownerId, zone);
  await addThing(fresh.store, ownerId, "category", category({ id: 7 }));
  const rent = { id: ids(), startDate: given.nextPaymentDate, categoryId: 7, autoCreateTransaction: true };
  const stored = subscription({ ...rent, ...given });
  await addThing(fresh.store, ownerId, "subscription", { ...stored, settledThrough: null });
  return { ownerId, subscription: stored };
}

async function recorded(ownerId: Id): Promise<Day[]> {
  const transactions = await fresh.store.transactions.list(ownerId, day("1900-01-01"), day("2999-12-31"));
  return transactions.map(({ date }) => date).sort();
}

const current = async ({ ownerId, subscription }: Awaited<ReturnType<typeof add>>) =>
  (await readOne(fresh.store.ledger, ownerId, "subscription", { id: subscription.id }))?.value;

const noon = (text: string) => Date.parse(`${text}T12:00:00Z`);

describe("the daily job", () => {
  test("records a due payment on its day in the owner's time zone", async () => {
    const tokyo = await add({ nextPaymentDate: day("2026-03-10") }, "Asia/Tokyo");
    const honolulu = await add({ nextPaymentDate: day("2026-03-10") }, "Pacific/Honolulu");
    await worker()(Date.parse("2026-03-09T14:59:59Z"));
    expect(await recorded(tokyo.ownerId)).toEqual([]);
    await worker()(Date.parse("2026-03-09T15:00:00Z"));
    expect(await recorded(tokyo.ownerId)).toEqual(["2026-03-10"]);
    await worker()(Date.parse("2026-03-10T09:59:59Z"));
    expect(await recorded(honolulu.ownerId)).toEqual([]);
    await worker()(Date.parse("2026-03-10T10:00:00Z"));
    expect(await recorded(honolulu.ownerId)).toEqual(["2026-03-10"]);
  });

  test("reports what it did", async () => {
    await add({ nextPaymentDate: day("2026-04-01") });
    await add({ nextPaymentDate: day("2026-04-01"), endDate: day("2026-04-30") });
    expect(await worker()(noon("2026-04-02"))).toEqual({ posted: 2, found: 0, ended: 1 });
    expect(await worker()(noon("2026-04-02"))).toEqual({ posted: 0, found: 0, ended: 0 });
  });

  test("keeps the anchor day through short months and leap years", async () => {
    const monthly = await add({ nextPaymentDate: day("2028-01-31") });
    const leap = await add({ nextPaymentDate: day("2024-02-29"), frequency: "annually" });
    await worker()(noon("2028-04-30"));
    expect(await recorded(monthly.ownerId)).toEqual(["2028-01-31", "2028-02-29", "2028-03-31", "2028-04-30"]);
    expect(await recorded(leap.ownerId)).toEqual([
      "2024-02-29",
      "2025-02-28",
      "2026-02-28",
      "2027-02-28",
      "2028-02-29",
    ]);
  });

  test("catches up more missed days than one run takes, up to the end of the subscription", async () => {
    const added = await add({
      nextPaymentDate: day("2025-01-01"),
      frequency: "daily",
      endDate: day("2026-06-30"),
    });
    expect(await worker()(noon("2028-05-01"))).toEqual({ posted: MOST_A_RUN, found: 0, ended: 0 });
    while ((await worker()(noon("2028-05-01"))).posted > 0);
    const days = await recorded(added.ownerId);
    expect(days).toEqual(everyDay(day("2025-01-01"), day("2026-06-30")));
    expect(await current(added)).toMatchObject({ active: false });
  });

  test("deactivates a subscription past its end", async () => {
    const added = await add({
      nextPaymentDate: day("2028-05-10"),
      autoCreateTransaction: false,
      endDate: day("2028-05-20"),
    });
    await worker()(noon("2028-05-20"));
    expect(await current(added)).toMatchObject({ active: true });
    await worker()(noon("2028-05-21"));
    expect(await current(added)).toMatchObject({ active: false, nextPaymentDate: "2028-05-10" });
    expect(await recorded(added.ownerId)).toEqual([]);
  });

  test("never records a deleted transaction again", async () => {
    const added = await add({ nextPaymentDate: day("2028-06-01") });
    await worker()(noon("2028-06-01"));
    const [transaction] = await fresh.store.transactions.list(
      added.ownerId,
      day("2028-06-01"),
      day("2028-06-01"),
    );
    await removeTransaction(fresh.store, added.ownerId, transaction?.id ?? 0);
    await worker()(noon("2028-06-02"));
    expect(await recorded(added.ownerId)).toEqual([]);
  });

  test("catches up once a deleted category has a successor", async () => {
    const added = await add({ nextPaymentDate: day("2028-07-01"), frequency: "weekly" });
    const { ownerId } = added;
    await removeCategory(fresh.store, ownerId, 7, null, noon("2028-06-30"));
    await fresh.store.categories.cleanUp(ownerId, noon("2028-06-30") + 1);
    expect(await worker()(noon("2028-07-08"))).toEqual({ posted: 0, found: 0, ended: 0 });
    await addThing(fresh.store, ownerId, "category", category({ id: 8 }));
    const kept = await readOne(fresh.store.ledger, ownerId, "subscription", { id: added.subscription.id });
    if (!kept) throw new Error("the subscription is gone");
    await write(fresh.store, ownerId, [changeOf("subscription", kept, { ...kept.value, categoryId: 8 })]);
    await worker()(noon("2028-07-08"));
    expect(await recorded(ownerId)).toEqual(["2028-07-01", "2028-07-08"]);
  });
});

test("a subscription whose category is restored catches up", async () => {
  const added = await add({ nextPaymentDate: day("2028-07-01"), frequency: "weekly" });
  const { ownerId } = added;
  await removeCategory(fresh.store, ownerId, 7, null, noon("2028-06-30"));
  expect(await worker()(noon("2028-07-08"))).toEqual({ posted: 0, found: 0, ended: 0 });
  await restoreCategory(fresh.store, ownerId, 7);
  expect(await worker()(noon("2028-07-09"))).toEqual({ posted: 2, found: 0, ended: 0 });
  expect(await recorded(ownerId)).toEqual(["2028-07-01", "2028-07-08"]);
});

describe("exactly one transaction for each due date", () => {
  test("wherever a run is killed", async () => {
    const [from, end, last] = [day("2028-12-30"), day("2029-01-08"), day("2029-01-12")];
    const at = Date.parse(`${last}T00:00:00Z`);
    let killed = true;
    for (let requests = 0; killed; requests++) {
      killed = false;
      const daily = await add({ nextPaymentDate: from, frequency: "daily" }, "Asia/Tokyo");
      const ended = await add({ nextPaymentDate: from, frequency: "weekly", endDate: end });
      // A kill before the next request leaves the same.
      await worker(
        fresh.crashingStore({ at: requests, when: "after" }),
        10,
      )(at).catch(() => {
        killed = true;
      });
      await worker()(at);
      expect(await recorded(daily.ownerId)).toEqual(everyDay(from, last));
      expect(await recorded(ended.ownerId)).toEqual(["2028-12-30", "2029-01-06"]);
      expect(await current(ended)).toMatchObject({ active: false });
    }
  });

  test(`through ${YEARS} years of four workers, missed days, repeated events and deaths`, async () => {
    const random = seeded(20_291_121);
    const start = "2031-01-01";
    const frequencies: Frequency[] = ["monthly", "weekly", "quarterly", "monthly", "annually"];
    const anchors = ["2031-01-29", "2031-01-30", "2031-01-31", "2032-02-29", "2031-12-31"];
    const added = await Promise.all(
      TIME_ZONES.flatMap((zone, n) =>
        [n, n + 1].map((turn) => {
          const frequency = frequencies[turn % frequencies.length] ?? "monthly";
          return add({ nextPaymentDate: day(anchors[n % anchors.length] ?? start), frequency }, zone);
        }),
      ),
    );
    added.push(await add({ nextPaymentDate: day("2032-02-20"), frequency: "daily" }, "Australia/Sydney"));
    let at = noon(start);
    for (let event = 0; at < noon(`${2031 + YEARS}-01-05`); event++) {
      const deliveries = 1 + Math.floor(random() * 3);
      for (let delivery = 0; delivery < deliveries; delivery++) {
        // Every third event reaches all of them at once.
        const workers = Array.from({ length: event % 3 === 0 ? 4 : 1 }, () => {
          if (random() > 0.3) return worker();
          const when = random() < 0.5 ? "before" : "after";
          return worker(fresh.crashingStore({ at: 1 + Math.floor(random() * 30), when }));
        });
        await Promise.all(workers.map((run) => run(at).catch(onlyDeaths)));
      }
      at += (1 + Math.floor(random() ** 3 * 240)) * DAY_MS + random() * 3_600_000;
    }
    while ((await worker()(at)).posted > 0);
    for (const { ownerId, subscription } of added) {
      const zone = zones.get(ownerId) ?? "Europe/London";
      expect(await recorded(ownerId)).toEqual(dueOneByOne(subscription, today(at, zone)));
    }
  }, 120_000);
});

describe("a payment that somebody has entered", () => {
  const NETFLIX = { name: "Netflix", amount: cents(9_99), nextPaymentDate: day("2026-11-27") };
  const TYPED = { description: "NETFLIX.COM 4711", amount: cents(9_99), date: day("2026-11-25") };

  async function enter(ownerId: Id, given: Partial<Transaction> = {}) {
    const entered = transaction({ id: ids(), categoryId: 7, ...TYPED, ...given });
    await addThing(fresh.store, ownerId, "transaction", entered);
    return entered.id;
  }
  const paymentsOf = async ({ ownerId, subscription }: Awaited<ReturnType<typeof add>>) =>
    (await fresh.store.transactions.list(ownerId, day("1900-01-01"), day("2999-12-31"))).map((one) => ({
      id: one.id,
      date: one.date,
      isPayment: one.subscriptionId === subscription.id,
    }));
  const undoLast = async (ownerId: Id) => {
    const {
      entries: [entry],
    } = await fresh.store.activity.list(ownerId, { limit: 1 }, { kind: "subscription", hidden: [] });
    await createUndo(fresh.store, { ids, clock: () => 2 })(ownLedger(ownerId), entry?.id ?? "");
  };

  test.each<[string, Partial<Transaction>, boolean]>([
    ["of its name and amount", {}, true],
    ["of a price within a tenth", { amount: cents(10_49) }, true],
    ["beyond a tenth", { amount: cents(11_49) }, false],
    ["a week before", { date: day("2026-11-20") }, true],
    ["more than a week before", { date: day("2026-11-19") }, false],
    ["on a later day than the job's", { date: day("2026-11-29") }, true],
    ["of another name", { description: "Disney" }, false],
    ["that is a refund", { refund: true }, false],
    ["that is another's payment", { subscriptionId: 99 }, false],
    ["that is a line of a split purchase", { paymentId: 98 }, false],
  ])("one %s is tied or recorded once: %#", async (_, given, isTied) => {
    const added = await add(NETFLIX);
    const id = await enter(added.ownerId, given);
    const run = await worker()(noon("2026-11-28"));
    expect(run).toEqual({ posted: isTied ? 0 : 1, found: isTied ? 1 : 0, ended: 0 });
    const payments = (await paymentsOf(added)).filter(({ isPayment }) => isPayment);
    expect(payments).toHaveLength(1);
    expect(payments[0]?.id === id).toBe(isTied);
    expect(await current(added)).toMatchObject({
      nextPaymentDate: "2026-12-27",
      settledThrough: "2026-11-27",
    });
    expect(await worker()(noon("2026-11-28"))).toEqual({ posted: 0, found: 0, ended: 0 });
  });

  test("is recognized by the name that a rule gives it", async () => {
    for (const rule of [
      { contains: "nflx", rename: "Netflix" },
      { contains: "nflx", categoryId: 7 },
    ]) {
      const added = await add(NETFLIX);
      await fresh.store.rules.replace(added.ownerId, [{ id: ids(), ...rule }]);
      await enter(added.ownerId, { description: "NFLX 4711" });
      expect(await worker()(noon("2026-11-28"))).toMatchObject({ posted: 0, found: 1 });
    }
  });

  test("pays the nearest of several due dates, which are recorded around it", async () => {
    const added = await add({ ...NETFLIX, nextPaymentDate: day("2026-09-27") });
    const id = await enter(added.ownerId, { date: day("2026-10-25") });
    await worker()(noon("2026-11-28"));
    const payments = await paymentsOf(added);
    expect(payments.map(({ date }) => date).sort()).toEqual(["2026-09-27", "2026-10-25", "2026-11-27"]);
    expect(payments.every(({ isPayment }) => isPayment)).toBe(true);
    expect(payments.find(({ date }) => date === "2026-10-25")?.id).toBe(id);
  });

  test("pays one due date only: two equal ones pay two weeks", async () => {
    const added = await add({ ...NETFLIX, frequency: "weekly", nextPaymentDate: day("2026-11-20") });
    await enter(added.ownerId, { date: day("2026-11-20") });
    await enter(added.ownerId, { date: day("2026-11-20") });
    await worker()(noon("2026-11-28"));
    const payments = await paymentsOf(added);
    expect(payments.map(({ date }) => date).sort()).toEqual(["2026-11-20", "2026-11-20", "2026-11-27"]);
    expect(payments.filter(({ isPayment }) => isPayment)).toHaveLength(2);
  });

  test("is reported in one notice", async () => {
    const added = await add(NETFLIX);
    const { ownerId } = added;
    const id = await enter(ownerId);
    await worker()(noon("2026-11-28"));
    await worker()(noon("2026-11-28"));
    expect(await fresh.store.notifications.list(ownerId)).toMatchObject([
      {
        kind: "payment-found",
        text: "Netflix, due Nov 27, 2026, was not recorded again: “NETFLIX.COM 4711” of Nov 25, 2026, $9.99, is its payment. If it is something else, undo this in the activity.",
      },
    ]);
    // Other edits of the transaction stay.
    const tied = await readOne(fresh.store.ledger, ownerId, "transaction", { id });
    if (!tied) throw new Error("the transaction is gone");
    await write(fresh.store, ownerId, [changeOf("transaction", tied, { ...tied.value, notes: "Ours" })]);
    await undoLast(ownerId);
    expect(await paymentsOf(added)).toEqual([{ id, date: "2026-11-25", isPayment: false }]);
    expect(await worker()(noon("2026-11-29"))).toMatchObject({ posted: 1, found: 0 });
    const payments = await paymentsOf(added);
    expect(payments.filter(({ isPayment }) => isPayment)).toMatchObject([{ date: "2026-11-27" }]);
    expect((await readOne(fresh.store.ledger, ownerId, "transaction", { id }))?.value.notes).toBe("Ours");
  });

  test("is not restored by an undo after it was deleted", async () => {
    const added = await add(NETFLIX);
    const id = await enter(added.ownerId);
    await worker()(noon("2026-11-28"));
    await removeTransaction(fresh.store, added.ownerId, id);
    await undoLast(added.ownerId);
    expect(await paymentsOf(added)).toEqual([]);
    expect(await current(added)).toMatchObject({ nextPaymentDate: "2026-11-27" });
  });

  test("is tied once, with one notice, wherever a run is killed", async () => {
    let killed = true;
    for (let requests = 0; killed; requests++) {
      killed = false;
      const added = await add(NETFLIX);
      const id = await enter(added.ownerId);
      const crashing = fresh.crashingStore({ at: requests, when: "after" });
      await worker(
        crashing,
        10,
      )(noon("2026-11-28")).catch(() => {
        killed = true;
      });
      await worker()(noon("2026-11-28"));
      expect(await paymentsOf(added)).toEqual([{ id, date: "2026-11-25", isPayment: true }]);
      expect(await fresh.store.notifications.list(added.ownerId)).toHaveLength(1);
    }
  });
});

function onlyDeaths(error: unknown) {
  const errors = error instanceof AggregateError ? error.errors : [error];
  if (errors.some((one) => !(one instanceof Crash))) throw error;
}

function everyDay(from: Day, to: Day): Day[] {
  const days: Day[] = [];
  for (let at = from; at <= to; at = addDays(at, 1)) days.push(at);
  return days;
}

/** The due dates as a person would find them on a calendar, independent of the product's rule. */
function dueOneByOne({ startDate, frequency }: Subscription, to: Day): Day[] {
  const [, , anchor = 0] = startDate.split("-").map(Number);
  const every = { monthly: 1, quarterly: 3, annually: 12 };
  return everyDay(startDate, to).filter((at, n) => {
    if (frequency === "daily") return true;
    if (frequency === "weekly") return n % 7 === 0;
    const [year = 0, month = 0, date = 0] = at.split("-").map(Number);
    const [startYear = 0, startMonth = 0] = startDate.split("-").map(Number);
    const months = frequency in every ? every[frequency as keyof typeof every] : 1;
    if (((year - startYear) * 12 + month - startMonth) % months !== 0) return false;
    const isLastOfMonth = addDays(at, 1).slice(0, 7) !== at.slice(0, 7);
    return date === anchor || (isLastOfMonth && anchor > date);
  });
}

/** Numbers from 0 up to 1 that are the same in every run (mulberry32). */
function seeded(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

describe("one owner's backlog", () => {
  test("delays nobody else", async () => {
    const backlog = await add({ nextPaymentDate: day("1900-01-01"), frequency: "daily" });
    for (let more = 0; more < 15; more++) {
      const another = { ...backlog.subscription, id: ids(), settledThrough: null };
      await addThing(fresh.store, backlog.ownerId, "subscription", another);
    }
    const neighbour = await add({ nextPaymentDate: day("2026-11-21") });
    expect(await worker()(noon("2026-11-21"))).toMatchObject({ ended: 0 });
    expect(await recorded(neighbour.ownerId)).toEqual(["2026-11-21"]);
    const first = await recorded(backlog.ownerId);
    // Eight workers may each be in a portion when the most is reached.
    expect(first.length).toBeGreaterThanOrEqual(MOST_A_RUN);
    expect(first.length).toBeLessThanOrEqual(MOST_A_RUN + 8 * 50);
    await worker()(noon("2026-11-21"));
    expect((await recorded(backlog.ownerId)).length).toBeGreaterThan(first.length);
  });

  test("is left to the next run when the process closes", async () => {
    const backlog = await add({ nextPaymentDate: day("1900-01-01"), frequency: "daily" });
    const closing = new AbortController();
    closing.abort();
    await worker()(
      noon("2026-11-21"),
      runLimit(() => 0, closing.signal),
    );
    expect(await recorded(backlog.ownerId)).toEqual([]);
    const time = { now: 0 };
    const limit = runLimit(() => time.now++, undefined, 3);
    await worker(undefined, 1)(noon("2026-11-21"), limit);
    expect((await recorded(backlog.ownerId)).length).toBeLessThan(5);
  });
});
