import { UNKNOWN_DEVICE } from "@coffer/core/access";
import { createActivity } from "@coffer/core/activity/activity";
import { createBudgets } from "@coffer/core/budget/budgets";
import { createTransactionNotices } from "@coffer/core/budget/transaction-notices";
import { createCategories } from "@coffer/core/category/categories";
import { createGoals } from "@coffer/core/goal/goals";
import { createTransactions } from "@coffer/core/transaction/transactions";
import type { Id } from "@coffer/domain/id";
import { cents, ZERO } from "@coffer/domain/money/money";
import { monthOfDay } from "@coffer/domain/time/month";
import { beforeAll, describe, expect, inject, test } from "vitest";
import { category, day, goalDraft, quiet } from "../../test/fixtures.ts";
import { meteredClient } from "../../test/metered-client.ts";
import { freshTable, idsInARow, newUser, ownLedger } from "../../test/store.ts";
import { listAll } from "../../test/transactions.ts";
import { createStore } from "./stores.ts";
import { creationOf } from "./transaction/transactions.ts";

// The consumption of calls beyond the session's one read (docs/promises.md P12), and at most three round trips in a row.

const NOVEMBER = monthOfDay(day("2026-11-01"));
const ledger = ownLedger(1);
const { client, measure } = meteredClient(inject("engine"));
let core: ReturnType<typeof coreOver>;
let now = Date.parse("2026-11-21T12:00:00Z");
const ids = idsInARow(7_000_000_000_000_000);
const coreOver = (store: ReturnType<typeof createStore>) => {
  const afterwards = (_: string, work: () => Promise<void>) => work();
  const env = { ids, clock: () => ++now, ...quiet, afterwards };
  return {
    activity: createActivity(store),
    categories: createCategories(store, env),
    budgets: createBudgets(store, env),
    goals: createGoals(store, env),
    // As on Lambda, an answer waits for the consequences of its change.
    transactions: createTransactions(store, env, createTransactionNotices(store, env)),
  };
};
const shopping = (categoryId: Id, date = "2026-11-05") => ({
  description: "Weekly shopping",
  amount: cents(123_45),
  date: day(date),
  type: "expense" as const,
  categoryId,
  notes: null,
});

let food: Id;
beforeAll(async () => {
  const { name, table, store } = await freshTable(inject("engine"));
  await newUser(store, { id: ledger.ownerId });
  core = coreOver(createStore(client, name));
  const { id: _, ...draft } = category({ id: 1 });
  for (let index = 0; index < 12; index++) {
    food = (await core.categories.add(ledger, draft)).id;
    await core.budgets.save(ledger, { categoryId: food, month: NOVEMBER, projected: cents(500_00) });
  }
  // Some years of data, of which a month's view must read only the month.
  for (let month = 0; month < 40; month++) {
    const date = new Date(Date.UTC(2026, 10 - month, 5)).toISOString().slice(0, 10);
    const transactions = Array.from({ length: 50 }, () => ({
      ...shopping(food, date),
      id: ids(),
      createdAt: ++now,
    }));
    await table.transact(transactions.map((transaction) => creationOf(ledger.ownerId, transaction)));
  }
});

describe("a month of 50 transactions and 12 plans in an account of 2,000", () => {
  test("is read for at most six units, in two round trips", async () => {
    const month = { startDate: "2026-11-01", endDate: "2026-11-30" };
    for (const read of [
      () => listAll(core.transactions, ledger, month),
      () => core.budgets.list(ledger, NOVEMBER),
    ]) {
      const used = await measure(read);
      expect(used.reads).toBeLessThanOrEqual(6);
      expect(used.trips).toBeLessThanOrEqual(2);
      expect(used.writes).toBe(0);
    }
    expect((await measure(() => core.categories.list(ledger))).reads).toBeLessThanOrEqual(1);
  });
});

test("asking whether anybody has changed a shared budget since is read for one unit", async () => {
  const [newest] = (await core.activity.list(ledger, { limit: 1 })).rows;
  const used = await measure(() => core.activity.list(ledger, { after: newest?.entry.id, limit: 100 }));
  expect(used).toMatchObject({ writes: 0, trips: 1 });
  // DynamoDB Local counts nothing if nothing is found.
  expect(used.reads).toBeLessThanOrEqual(1);
});

test("noting that somebody is active consumes one unit, beside the session's own", async () => {
  const { name } = await freshTable(inject("engine"));
  const { users, sessions } = createStore(client, name);
  await newUser({ users }, { id: 4, emailNotifications: true });
  const before = await users.account(4);
  if (!before) throw new Error("nobody was stored");
  const takeBacks = [{ email: "before@example.com", hash: "h".repeat(43), until: now }];
  await users.save(before, { ...before, takeBacks }, {});
  const times = { createdAt: 0, lastSeen: 0, passwordGivenAt: 0 };
  const session = {
    id: "s".repeat(32),
    userId: 4,
    sessionVersion: 1,
    remember: true,
    ...times,
    device: UNKNOWN_DEVICE,
  };
  await sessions.add(session, now + 60_000, 10);
  const used = await measure(() => sessions.touch(session, now, now));
  expect(used.writes).toBe(2);
});

describe("a write", () => {
  test("that records a transaction consumes at most ten units with its entry, its key and the month's sums", async () => {
    const idempotency = { key: "key-00002", request: "same" };
    for (const key of [undefined, idempotency]) {
      const used = await measure(() => core.transactions.add({ ...ledger, key }, shopping(food)));
      expect(used.writes).toBeLessThanOrEqual(10);
    }
  });

  test("consumes at most eleven units, of which the entry takes three", async () => {
    const { id } = await core.transactions.add(ledger, shopping(food));
    const { id: _, ...draft } = category({ id: 1 });
    for (const write of [
      () => core.transactions.update(ledger, id, shopping(food, "2026-11-05")),
      () => core.transactions.remove(ledger, id),
      () => core.categories.add(ledger, draft),
      () => core.categories.update(ledger, food, draft),
      () => core.budgets.save(ledger, { categoryId: food, month: NOVEMBER, projected: cents(1) }),
      () => core.budgets.update(ledger, `2026-11-${food}`, cents(2)),
      () => core.budgets.resetMonth(ledger, NOVEMBER),
    ]) {
      const used = await measure(write);
      expect(used.writes, String(write)).toBeLessThanOrEqual(11);
    }
  });

  test("that moves a transaction to another date consumes at most fourteen units", async () => {
    const { id } = await core.transactions.add(ledger, shopping(food));
    const used = await measure(() => core.transactions.update(ledger, id, shopping(food, "2026-10-05")));
    expect(used.writes).toBeLessThanOrEqual(14);
  });

  test("that moves or deletes ten transactions together consumes less than ten writes would", async () => {
    const { id: _, ...draft } = category({ id: 1 });
    const { id: target } = await core.categories.add(ledger, draft);
    const some: { id: Id }[] = [];
    for (let n = 0; n < 10; n++) some.push(await core.transactions.add(ledger, shopping(food)));
    const moved = await measure(() => core.transactions.changeTogether(ledger, some, { categoryId: target }));
    const deleted = await measure(() => core.transactions.removeTogether(ledger, some));
    expect(moved.writes).toBeLessThanOrEqual(60);
    expect(deleted.writes).toBeLessThanOrEqual(50);
    expect(deleted.trips).toBeLessThanOrEqual(5);
  });

  test("that moves plan between two categories consumes at most seventeen units", async () => {
    const [{ categoryId: from, projected } = { categoryId: food, projected: ZERO }] = await core.budgets.list(
      ledger,
      NOVEMBER,
    );
    const { id: _, ...draft } = category({ id: 1 });
    const { id: to } = await core.categories.add(ledger, draft);
    const plans = [
      { categoryId: from, expected: projected, projected: cents(projected - 1) },
      { categoryId: to, expected: ZERO, projected: cents(1) },
    ];
    const used = await measure(() => core.budgets.rebalance(ledger, NOVEMBER, plans));
    expect(used.writes).toBeLessThanOrEqual(17);
  });

  test("that adds a transaction is two round trips in a row", async () => {
    const idempotency = { key: "key-00001", request: "same" };
    const { id: _, ...unplanned } = category({ id: 1 });
    const { id: rest } = await core.categories.add(ledger, unplanned);
    const bike = { ...goalDraft({ categoryId: rest }), name: "Bike" };
    const paid = { paidBy: 1, shares: [{ userId: 1, percent: 100 }] };
    for (const [given, draft] of [
      [ledger, shopping(rest)],
      [{ ...ledger, key: idempotency }, shopping(rest)],
      [ledger, { ...shopping(rest), ...paid }],
    ] as const) {
      // Whoever has changed a plan sees the month next, which sums it up.
      await core.budgets.list(ledger, NOVEMBER);
      expect((await measure(() => core.transactions.add(given, draft))).inARow).toBe(2);
      await core.goals.add(ledger, bike);
    }
  });
});
