import { UNKNOWN_DEVICE } from "@coffer/core/access";
import { createAdmin } from "@coffer/core/admin";
import { createHousekeeping } from "@coffer/core/housekeeping";
import { cents } from "@coffer/domain/money";
import { expect, inject, test } from "vitest";
import { category } from "../../test/fixtures.ts";
import { freshTable, idsInARow, newUser, ownBudget, recording, removeCategory } from "../../test/store.ts";

const DAY = 24 * 60 * 60_000;
const NOW = Date.parse("2026-11-21T12:00:00Z");

test("housekeeping deletes what expired, where the table's own expiry is late, and nothing before its time", async () => {
  const { store, table } = await freshTable(inject("engine"));
  const clock = () => NOW;
  const env = { clock, ids: idsInARow(), securityLog: () => undefined };
  const housekeep = createHousekeeping(store, env, createAdmin(store, env));
  const key = (sk: string) => ({ pk: "USER#1", sk });
  await table.put({ ...key("SESSION#old"), expiresAt: NOW / 1000 - 1 });
  await table.put({ ...key("SESSION#good"), expiresAt: NOW / 1000 + 60 });
  await table.put({ ...key("PROFILE"), name: "stays" });
  // An event of the future does not make it so.
  expect(await housekeep(NOW + 365 * DAY)).toEqual({ deleted: 1, users: null });
  expect(await housekeep(NOW)).toEqual({ deleted: 0, users: null });
  expect(await table.get(key("SESSION#old"))).toBeUndefined();
  expect(await table.get(key("SESSION#good"))).toBeDefined();
  expect(await table.get(key("PROFILE"))).toBeDefined();
});

test("active and new users are those of the last thirty days", async () => {
  const { store } = await freshTable(inject("engine"));
  await newUser(store, { id: 1 }, NOW - 31 * DAY);
  await newUser(store, { id: 2, emailNotifications: true }, NOW - 29 * DAY);
  const session = {
    id: "s",
    userId: 1,
    sessionVersion: 1,
    remember: true,
    createdAt: NOW,
    lastSeen: NOW,
    passwordGivenAt: NOW,
    device: UNKNOWN_DEVICE,
  };
  const counts = () => store.admin.userCounts(NOW - 30 * DAY);
  expect(await counts()).toEqual({ total: 2, active: 1, joined: 1, withSummary: 1 });
  await store.sessions.touch(session, NOW);
  expect(await counts()).toEqual({ total: 2, active: 2, joined: 1, withSummary: 1 });
});

test("a snapshot counts again only who was active since, and gives what a live count gives", async () => {
  const { store, client } = await freshTable(inject("engine"));
  for (const id of [1, 2]) {
    await newUser(store, { id }, NOW);
    await store.categories.add(id, category({ id: 1 }), recording());
  }
  const add = (ownerId: number, id: number) =>
    store.transactions.add(
      ownerId,
      {
        id,
        description: "Shop",
        amount: cents(50),
        date: ownBudget(1).today,
        type: "expense",
        categoryId: 1,
        notes: null,
        createdAt: NOW,
      },
      recording(),
    );
  await add(1, 1);
  await add(2, 2);
  const live = () => store.admin.contentCounts(NOW, "live");
  const kept = (at: number) => store.admin.contentCounts(at, { recountBefore: NOW - 30 * DAY });
  expect(await live()).toEqual({ budgets: 0, transactions: 2 });
  expect(await kept(NOW + DAY)).toEqual({ budgets: 0, transactions: 2 });
  // One of them is back and writes; the other's counts are taken from the last time.
  await add(1, 3);
  await store.sessions.touch(
    {
      id: "s",
      userId: 1,
      sessionVersion: 1,
      remember: true,
      createdAt: NOW,
      lastSeen: NOW,
      passwordGivenAt: NOW,
      device: UNKNOWN_DEVICE,
    },
    NOW + 2 * DAY,
  );
  let queries = 0;
  client.middlewareStack.add((next, context) => (args) => {
    if (context.commandName === "QueryCommand") queries += 1;
    return next(args);
  });
  expect(await kept(NOW + 3 * DAY)).toEqual({ budgets: 0, transactions: 3 });
  expect(queries).toBe(16 + 2); // the directory, and one user's contents and categories
  expect(await live()).toEqual({ budgets: 0, transactions: 3 });
  await removeCategory(store, 1, 1, null, NOW);
  expect(await live()).toEqual({ budgets: 0, transactions: 1 });
});
