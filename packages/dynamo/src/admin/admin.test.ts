import { UNKNOWN_DEVICE } from "@coffer/core/access";
import { createAdmin } from "@coffer/core/admin/admin";
import type { Counting, UserSearch } from "@coffer/core/admin/admin-store";
import { createHousekeeping } from "@coffer/core/jobs";
import { cents } from "@coffer/domain/money/money";
import { beforeAll, describe, expect, inject, test } from "vitest";
import { category, quiet } from "../../../test/fixtures.ts";
import {
  addThing,
  freshTable,
  idsInARow,
  inBulk,
  newUser,
  ownLedger,
  removeCategory,
} from "../../../test/store.ts";

const DAY = 24 * 60 * 60_000;
const NOW = Date.parse("2026-11-21T12:00:00Z");
const SESSION = {
  ...{ id: "s", userId: 1, sessionVersion: 1, remember: true, device: UNKNOWN_DEVICE },
  ...{ createdAt: NOW, lastSeen: NOW, passwordGivenAt: NOW },
};
const ENV = { ...quiet, clock: () => NOW, ids: idsInARow() };

test("housekeeping deletes what expired", async () => {
  const { store, table } = await freshTable(inject("engine"));
  const housekeep = createHousekeeping(store, ENV, createAdmin(store, ENV));
  const key = (sk: string) => ({ pk: "USER#1", sk });
  await table.put({ ...key("SESSION#old"), expiresAt: NOW / 1000 - 1 });
  await table.put({ ...key("SESSION#good"), expiresAt: NOW / 1000 + 60 });
  await table.put({ ...key("PROFILE"), name: "stays" });
  // An event of the future does not make it so.
  expect(await housekeep(NOW + 365 * DAY)).toEqual({ deleted: 1, users: 0 });
  expect(await housekeep(NOW)).toEqual({ deleted: 0, users: 0 });
  expect(await table.get(key("SESSION#old"))).toBeUndefined();
  expect(await table.get(key("SESSION#good"))).toBeDefined();
  expect(await table.get(key("PROFILE"))).toBeDefined();
});

test("active and new users are those of the last thirty days", async () => {
  const { store } = await freshTable(inject("engine"));
  await newUser(store, { id: 1 }, NOW - 31 * DAY);
  await newUser(store, { id: 2, emailNotifications: true }, NOW - 29 * DAY);
  const nothing = { budgets: 0, transactions: 0, leftOut: 0 };
  const counts = () => store.admin.count({ activeSince: NOW - 30 * DAY, now: NOW, counting: "live" });
  expect(await counts()).toEqual({ total: 2, active: 1, joined: 1, withSummary: 1, ...nothing });
  await store.sessions.touch(SESSION, NOW, NOW);
  expect(await counts()).toEqual({ total: 2, active: 2, joined: 1, withSummary: 1, ...nothing });
});

test("users whom a mail to all would skip are counted once each", async () => {
  const { store } = await freshTable(inject("engine"));
  for (const id of [1, 2, 3, 4]) await newUser(store, { id, email: `user${id}@example.com` }, NOW);
  const { secret } = await store.suppression.bulkMail(1, "secret-1");
  await store.suppression.unsubscribe(1, secret, NOW);
  for (const id of [1, 2]) await store.suppression.suppress(`user${id}@example.com`, "bounce", NOW);
  await store.suppression.bulkMail(3, "secret-3");
  const how = { activeSince: NOW, now: NOW, counting: "live" } as const;
  expect(await store.admin.count(how)).toMatchObject({ total: 4, leftOut: 2 });
});

test("a snapshot recounts only users who were active since", async () => {
  const { store, client } = await freshTable(inject("engine"));
  for (const id of [1, 2]) {
    await newUser(store, { id }, NOW);
    await addThing(store, id, "category", category({ id: 1 }));
  }
  const add = (ownerId: number, id: number) =>
    addThing(store, ownerId, "transaction", {
      id,
      description: "Shop",
      amount: cents(50),
      date: ownLedger(1).today,
      type: "expense",
      categoryId: 1,
      notes: null,
      createdAt: NOW,
    });
  await add(1, 1);
  await add(2, 2);
  const count = async (now: number, counting: Counting) => {
    const { budgets, transactions } = await store.admin.count({ activeSince: NOW, now, counting });
    return { budgets, transactions };
  };
  const live = () => count(NOW, "live");
  const stored = (at: number) => count(at, { recountBefore: NOW - 30 * DAY });
  expect(await live()).toEqual({ budgets: 0, transactions: 2 });
  expect(await stored(NOW + DAY)).toEqual({ budgets: 0, transactions: 2 });
  // One of them is back and writes; the other's counts are taken from the last time.
  await add(1, 3);
  await store.sessions.touch(SESSION, NOW + 2 * DAY, NOW + 180 * DAY);
  let queries = 0;
  client.middlewareStack.add((next, context) => (args) => {
    if (context.commandName === "QueryCommand") queries += 1;
    return next(args);
  });
  expect(await stored(NOW + 3 * DAY)).toEqual({ budgets: 0, transactions: 3 });
  expect(queries).toBe(16 + 2); // the directory, and one user's contents and categories
  expect(await live()).toEqual({ budgets: 0, transactions: 3 });
  await removeCategory(store, 1, 1, null, NOW);
  expect(await live()).toEqual({ budgets: 0, transactions: 1 });
});

describe("users", () => {
  let admin: ReturnType<typeof createAdmin>;
  let store: Awaited<ReturnType<typeof freshTable>>["store"];
  beforeAll(async () => {
    const fresh = await freshTable(inject("engine"));
    store = fresh.store;
    admin = createAdmin(store, ENV);
    await inBulk(fresh.table, async (bulk) => {
      for (let id = 1; id <= 120; id++)
        await newUser(bulk, {
          id,
          firstName: id % 2 ? "Ángel" : "Bo",
          lastName: `Núñez ${id}`,
          email: `p${id}@x.co`,
        });
    });
  });

  /** All pages of a search. */
  async function pages(search: UserSearch): Promise<number[][]> {
    const found: number[][] = [];
    let cursor: string | null | undefined;
    while (cursor !== null) {
      const page = await admin.users({ ...search, cursor });
      found.push(page.users.map(({ id }) => id));
      cursor = page.cursor;
    }
    return found;
  }

  test("come fifty at a time, the newest first", async () => {
    const found = await pages({});
    expect(found.map((page) => page.length)).toEqual([50, 50, 20]);
    expect(found.flat()).toEqual(Array.from({ length: 120 }, (_, index) => 120 - index));
  });

  test("come newest first if all are in one partition of the directory", async () => {
    const apart = await freshTable(inject("engine"));
    const ids = Array.from({ length: 60 }, (_, index) => 16 * (60 - index));
    await inBulk(apart.table, (bulk) => Promise.all(ids.map((id) => newUser(bulk, { id }))));
    expect((await apart.store.admin.users({}, 50))?.users.map(({ id }) => id)).toEqual(ids.slice(0, 50));
  });

  test.each([
    ["ANGEL nunez 7", [7, 71, 73, 75, 77, 79]],
    ["  nunez  12 ", [12, 120]],
    ["P99@X.co", [99]],
    ["nobody", []],
    // A hash separates the parts of a key.
    ["p99@x.co#", []],
    ["😀", []],
  ])("are found by the beginning of address, name or surname: %s", async (search, ids) => {
    expect((await pages({ search })).flat()).toEqual(ids);
  });

  test("are found once, however many of their names fit", async () => {
    const found = await pages({ search: "nunez" });
    expect(found.map((page) => page.length)).toEqual([50, 50, 20]);
    expect(new Set(found.flat()).size).toBe(120);
    await newUser(store, { id: 201, firstName: "Quinn", lastName: "Quinn", email: "quinn@x.co" });
    expect(await pages({ search: "q" })).toEqual([[201]]);
  });

  test("are found by their new name at once", async () => {
    const before = await store.users.account(2);
    if (!before) throw new Error("2 is gone");
    const user = { ...before.user, firstName: "Zoë" };
    expect(await store.users.save(before, { ...before, user }, {})).toBe("saved");
    expect(await pages({ search: "zoe" })).toEqual([[2]]);
    expect((await pages({ search: "bo nunez 2" })).flat()).not.toContain(2);
  });

  test.each([
    { cursor: "x" },
    { cursor: "0" },
    { search: "ana", cursor: "1" },
    { search: "ana", cursor: Buffer.from("ana\u{10FFFF}z").toString("base64url") },
  ])("are refused for the cursor of another search: %o", async (search) => {
    await expect(admin.users(search)).rejects.toMatchObject({ reason: "invalid" });
  });

  test("are listed as administrators once somebody made them so", async () => {
    expect(await store.admin.administrators()).toEqual([]);
    await newUser(store, { id: 202, isAdmin: true });
    await newUser(store, { id: 203, isAdmin: true });
    expect((await store.admin.administrators()).sort()).toEqual([202, 203]);
  });

  test("are counted up to a number", async () => {
    expect(await store.admin.countPeople(123)).toBe(123);
    expect(await store.admin.countPeople(122)).toBeUndefined();
  });
});

test("the statistics of a large installation are those of the last day", async () => {
  const { store, client } = await freshTable(inject("engine"));
  await newUser(store, { id: 1 }, NOW);
  const time = { now: NOW };
  const admin = createAdmin(store, { ...ENV, clock: () => time.now });
  expect(await admin.stats()).toMatchObject({ total: 1, countedAt: NOW });
  // One of many people, or of many transactions, is large.
  for (const large of [{ total: 100_000 }, { transactions: 1_000_000 }]) {
    const counts = { total: 1, active: 1, joined: 0, withSummary: 0, budgets: 0, transactions: 0 };
    const last = { ...counts, ...large, countedAt: NOW - DAY / 2 };
    await store.admin.saveStatisticsSnapshot(last);
    expect(await admin.stats()).toEqual(last);
    expect(await admin.takeStatisticsSnapshot()).toBeNull();
  }
  time.now += DAY;
  expect(await admin.takeStatisticsSnapshot()).toMatchObject({ total: 1, countedAt: time.now });
  let reads = 0;
  client.middlewareStack.add((next) => (args) => {
    reads += 1;
    return next(args);
  });
  await store.admin.countPeople(500);
  expect(reads).toBe(16);
});

test("failed mail comes fifty at a time, the newest first", async () => {
  const { store, table } = await freshTable(inject("engine"));
  const admin = createAdmin(store, ENV);
  const jobs = Array.from({ length: 60 }, (_, index) => {
    const mail = { kind: "reset-password", to: `p${index + 1}@x.co` } as const;
    return { id: String(index + 1), mail, createdAt: index + 1, userId: null };
  });
  await inBulk(table, ({ outbox }) => Promise.all(jobs.map((job) => outbox.add(job))));
  await inBulk(table, async ({ outbox }) => {
    for (const job of jobs)
      await outbox.giveUp(
        { job, attempt: 0, waits: 0, isAdmitted: false },
        { subject: "Reset", reason: "no such mailbox" },
        NOW + job.createdAt,
      );
  });
  const first = await admin.failedMail();
  const second = await admin.failedMail(first.cursor ?? undefined);
  expect(first.mails).toHaveLength(50);
  expect([...first.mails, ...second.mails].map(({ id }) => Number(id))).toEqual(
    Array.from({ length: 60 }, (_, index) => 60 - index),
  );
  expect(second.cursor).toBeNull();
  await expect(admin.failedMail("x")).rejects.toMatchObject({ reason: "invalid" });
});

test("a count that runs out of time continues in the next run", async () => {
  const { store } = await freshTable(inject("engine"));
  for (let id = 1; id <= 40; id++) await newUser(store, { id }, NOW - DAY);
  const time = { now: NOW };
  const { takeStatisticsSnapshot } = createAdmin(store, {
    clock: () => time.now,
    ids: idsInARow(),
    securityLog: () => undefined,
  });
  const alwaysOver = { isOver: () => true };
  let runs = 1;
  while (!(await takeStatisticsSnapshot(alwaysOver))) runs += 1;
  expect(runs).toBe(16);
  expect(await store.admin.statisticsSnapshot()).toMatchObject({ total: 40, joined: 40, countedAt: NOW });
  expect(await store.admin.census()).toBeUndefined();
});

test("an appointment that a request to delete the account overtakes is seen by it", async () => {
  const { store } = await freshTable(inject("engine"));
  await newUser(store, { id: 1, isAdmin: true });
  await newUser(store, { id: 2 });
  const before = await store.users.account(2);
  if (!before) throw new Error("2 is gone");
  const leaves = () => store.users.save(before, { ...before, goesAt: NOW }, {});
  expect(await store.admin.setAdmin(1, 2, true, undefined)).toMatchObject({ isAdmin: true });
  expect(await leaves()).toBe("changed");
});
