import { isDeepStrictEqual } from "node:util";
import { cents } from "@coffer/domain/money/money";
import { monthOfDay } from "@coffer/domain/time/month";
import { beforeAll, describe, expect, inject, test } from "vitest";
import { Crash } from "../../../test/crashing-client.ts";
import { category, day, goalDraft, quiet, subscriptionDraft } from "../../../test/fixtures.ts";
import { refusal } from "../../../test/refusal.ts";
import { freshTable, idsInARow, itemsOfLedger, ownLedger } from "../../../test/store.ts";
import { listAll } from "../../../test/transactions.ts";
import { createBudgets } from "../budget/budgets.ts";
import { createCategories } from "../category/categories.ts";
import { createGoals } from "../goal/goals.ts";
import type { Stores } from "../stores.ts";
import { createSubscriptions } from "../subscription/subscriptions.ts";
import { createTransactions } from "../transaction/transactions.ts";
import { createActivity } from "./activity.ts";
import { createUndo } from "./undo.ts";

const NOVEMBER = monthOfDay(day("2026-11-01"));
const endpoint = inject("engine");
let fresh: Awaited<ReturnType<typeof freshTable>>;
let now = Date.parse("2026-11-21T12:00:00Z");
const ids = idsInARow(1_000);
const coreOver = (store: Stores) => {
  const env = { ids, clock: () => ++now, ...quiet };
  return {
    activity: createActivity(store),
    undo: createUndo(store, env),
    transactions: createTransactions(store, env),
    categories: createCategories(store, env),
    budgets: createBudgets(store, env),
    goals: createGoals(store, env),
    subscriptions: createSubscriptions(store, env),
  };
};
type Core = ReturnType<typeof coreOver>;
let core: Core;
beforeAll(async () => {
  fresh = await freshTable(endpoint);
  core = coreOver(fresh.store);
});

let owners = 50_000;
type Budget = ReturnType<typeof ownLedger>;

const { id: _, ...CATEGORY } = category({ id: 1 });
const GOAL = goalDraft();

const lunch = (categoryId: number) => ({
  description: "Lunch",
  amount: cents(12_50),
  date: day("2026-11-05"),
  type: "expense" as const,
  categoryId,
  notes: null,
});

const both = async (ledger: Budget, categoryId: number) => [
  await core.transactions.add(ledger, lunch(categoryId)),
  await core.transactions.add(ledger, { ...lunch(categoryId), date: day("2026-10-05") }),
];

/** Changes of several items; each gets a ledger and a category with one transaction. */
const CHANGES: [string, (ledger: Budget, food: number) => Promise<unknown>][] = [
  ["a transaction that was recorded", (ledger, food) => core.transactions.add(ledger, lunch(food))],
  [
    "transactions that were deleted together",
    async (ledger, food) => {
      const others = await both(ledger, food);
      await core.transactions.removeTogether(ledger, others);
    },
  ],
  [
    "transactions of two categories that were moved together",
    async (ledger, food) => {
      const { id } = await core.categories.add(ledger, CATEGORY);
      const { id: target } = await core.categories.add(ledger, CATEGORY);
      await core.transactions.changeTogether(
        ledger,
        [...(await both(ledger, food)), await core.transactions.add(ledger, lunch(id))],
        { categoryId: target },
      );
    },
  ],
  ["a category that was deleted", (ledger, food) => core.categories.remove(ledger, food)],
  [
    "a category that was moved to another",
    async (ledger, food) => {
      const { id } = await core.categories.add(ledger, CATEGORY);
      await core.categories.remove(ledger, food, id);
    },
  ],
  [
    "a category whose type was changed",
    async (ledger) => {
      const { id } = await core.categories.add(ledger, CATEGORY);
      await core.categories.update(ledger, id, { ...CATEGORY, type: "income" });
    },
  ],
  [
    "a month that was planned",
    async (ledger, food) => {
      const { id } = await core.categories.add(ledger, CATEGORY);
      const plans = [food, id].map((categoryId) => ({ categoryId, projected: cents(80_00) }));
      await core.budgets.planMonth(ledger, NOVEMBER, plans);
    },
  ],
  ["a month that was reset", (ledger) => core.budgets.resetMonth(ledger, NOVEMBER)],
  [
    "a goal that was deleted with its milestones",
    async (ledger) => {
      const { id } = await core.goals.add(ledger, GOAL);
      const milestone = { name: "Half", amount: cents(500_00), description: null };
      await core.goals.addMilestone(ledger, id, milestone);
      await core.goals.remove(ledger, id);
    },
  ],
  [
    "a payment that was made",
    async (ledger, food) => {
      const draft = subscriptionDraft({ startDate: day("2026-11-30"), categoryId: food });
      const { id, nextPaymentDate } = await core.subscriptions.add(ledger, draft);
      await core.subscriptions.pay(ledger, id, nextPaymentDate);
    },
  ],
];

const transactions = (ledger: Budget) => listAll(core.transactions, ledger, { startDate: "2026-01-01" });

/** Everything that users see of a budget. */
async function view(ledger: Budget) {
  const goals = await core.goals.list(ledger);
  return {
    transactions: await transactions(ledger),
    categories: await core.categories.list(ledger),
    budgets: await core.budgets.list(ledger, NOVEMBER),
    subscriptions: await core.subscriptions.list(ledger),
    goals,
    milestones: await Promise.all(goals.map(({ id }) => core.goals.milestones(ledger, id))),
  };
}

async function newestEntry(ledger: Budget) {
  const [newest] = (await core.activity.list(ledger, { limit: 1 })).rows;
  if (!newest) throw new Error("nothing happened");
  return newest.entry;
}

/** Everything that is stored of a budget. */
const items = ({ ownerId }: Budget) => itemsOfLedger(fresh.table, ownerId);

/** The core in a process that is killed after that many requests. A kill before the next request has the same effect. */
const killedAfter = (requests: number) => coreOver(fresh.crashingStore({ at: requests, when: "after" }));

const crashes = (work: Promise<unknown>) =>
  work.then(
    () => false,
    (error) => {
      if (error instanceof Crash) return true;
      throw error;
    },
  );

describe("an undo that is killed at any request", () => {
  test.each(CHANGES)("brings back %s as a whole or not at all", async (_what, change) => {
    const ledger = ownLedger(++owners);
    const food = await core.categories.add(ledger, CATEGORY);
    await core.transactions.add(ledger, lunch(food.id));
    await change(ledger, food.id);
    const changed = await view(ledger);

    // The two expected states: undone, and redone.
    await core.undo(ledger, (await newestEntry(ledger)).id);
    const undone = await view(ledger);
    expect(undone).not.toEqual(changed);
    await core.undo(ledger, (await newestEntry(ledger)).id);
    expect(await view(ledger)).toEqual(changed);

    let [left, other] = [changed, undone];
    let [entry, before] = [await newestEntry(ledger), await items(ledger)];
    let died = true;
    for (let requests = 0; died; requests++) {
      died = await crashes(killedAfter(requests).undo(ledger, entry.id));
      const after = await items(ledger);
      if (isDeepStrictEqual(after, before)) continue;
      before = after;
      const newest = await newestEntry(ledger);
      const isDone = newest.id !== entry.id;
      expect(await view(ledger)).toEqual(isDone ? other : left);
      if (isDone) [left, other, entry] = [other, left, newest];
    }
  });
});

describe("a deletion of transactions that is killed at any request", () => {
  test("deletes all of them with one entry or none", async () => {
    const ledger = ownLedger(++owners);
    const food = await core.categories.add(ledger, CATEGORY);
    let died = true;
    for (let requests = 0; died; requests++) {
      const lunches = await both(ledger, food.id);
      const ids = lunches.map(({ id }) => id);
      const key = { key: `delete-after-${requests}`, request: "same" };
      died = await crashes(killedAfter(requests).transactions.removeTogether({ ...ledger, key }, lunches));
      const left = await transactions(ledger);
      expect([0, 2]).toContain(left.length);
      expect((await newestEntry(ledger)).action).toBe(left.length === 0 ? "deleted" : "created");
      const answer = { changed: ids, left: [] };
      expect(await core.transactions.removeTogether({ ...ledger, key }, lunches)).toEqual(answer);
      expect(await core.transactions.removeTogether({ ...ledger, key }, lunches)).toEqual(answer);
      expect(await newestEntry(ledger)).toMatchObject({ action: "deleted", before: { others: [{}] } });
      expect(await transactions(ledger)).toEqual([]);
    }
  });
});

test("the deletion of a subscription cannot be undone while its category is of the other type", async () => {
  const ledger = ownLedger(++owners);
  const { id } = await core.categories.add(ledger, { ...CATEGORY, type: "expense" });
  const draft = subscriptionDraft({ categoryId: id, type: "expense" });
  await core.subscriptions.remove(ledger, (await core.subscriptions.add(ledger, draft)).id);
  const deletion = await newestEntry(ledger);
  await core.categories.update(ledger, id, { ...CATEGORY, type: "income" });
  await expect(core.undo(ledger, deletion.id)).rejects.toEqual(
    refusal("conflict", "Its category is of the other type now. Change that first."),
  );
  await core.categories.update(ledger, id, { ...CATEGORY, type: "expense" });
  await core.undo(ledger, deletion.id);
  expect(await core.subscriptions.list(ledger)).toHaveLength(1);
});

describe("the contributions to a goal", () => {
  test("return with a restored goal", async () => {
    const ledger = ownLedger(++owners);
    const { id } = await core.goals.add(ledger, { ...GOAL, currentAmount: cents(5_00) });
    await core.goals.contribute(ledger, id, cents(3_00));
    await core.undo(ledger, (await newestEntry(ledger)).id);
    await core.goals.remove(ledger, id);
    await core.undo(ledger, (await newestEntry(ledger)).id);
    expect(await core.goals.contributions(ledger, id)).toMatchObject([
      { amount: -3_00, balance: 5_00 },
      { amount: 3_00, balance: 8_00 },
      { amount: 5_00, balance: 5_00 },
    ]);
  });
});
