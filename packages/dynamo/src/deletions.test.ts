import { createBudgets } from "@coffer/core/budgets";
import { createCategories } from "@coffer/core/categories";
import { createTransactions } from "@coffer/core/transactions";
import type { Category } from "@coffer/domain/category";
import { cents } from "@coffer/domain/money";
import { addMonthsTo, monthOf, monthOfDay } from "@coffer/domain/month";
import { beforeAll, describe, expect, inject, test } from "vitest";
import { Crash, crashingClient, interruptedClient } from "../../test/crashing-client.ts";
import { category, day } from "../../test/fixtures.ts";
import { freshTable, idsInARow, ownBudget } from "../../test/store.ts";
import { budgetPartition } from "./keys.ts";
import { planItem } from "./months.ts";
import { createStore } from "./store.ts";
import { creationOf } from "./transactions.ts";

const MONTH = monthOfDay(day("2026-11-01"));
const endpoint = inject("engine");
let fresh: Awaited<ReturnType<typeof freshTable>>;
let now = Date.parse("2026-11-21T12:00:00Z");
const ids = idsInARow();
const coreOver = (store: ReturnType<typeof createStore>) => {
  const env = { ids, clock: () => ++now };
  return {
    categories: createCategories(store, env),
    budgets: createBudgets(store, env),
    transactions: createTransactions(store, env),
  };
};
let core: ReturnType<typeof coreOver>;
beforeAll(async () => {
  fresh = await freshTable(endpoint);
  core = coreOver(fresh.store);
});
/** The same product in a process that is killed after so many writes. */
const dying = (writes: number) =>
  coreOver(
    createStore(crashingClient(endpoint, { at: writes + 1, of: "writes", when: "before" }), fresh.name),
  );

let owners = 1_000;
const newBudget = () => ownBudget(++owners);
type Budget = ReturnType<typeof newBudget>;

async function addCategory(budget: Budget, type: Category["type"] = "expense"): Promise<Category> {
  const { id: _, ...draft } = category({ id: 1, type });
  return core.categories.add(budget, draft);
}

/** Fills a category with transactions of one cent, one a day from 1 January 2026, and with plans of a dollar for ten months. */
async function fill({ ownerId }: Budget, { id: categoryId }: Category, size: number) {
  const writes = Array.from({ length: size }, (_, index) => {
    const date = day(new Date(Date.UTC(2026, 0, 1 + (index % 300))).toISOString().slice(0, 10));
    const transaction = {
      id: ids(),
      description: "One",
      amount: cents(1),
      date,
      type: "expense",
      categoryId,
    } as const;
    return creationOf(ownerId, { ...transaction, notes: null, createdAt: ++now });
  });
  const first = monthOf(2026, 1) ?? MONTH;
  const plans = Array.from({ length: size === 0 ? 0 : 10 }, (_, index) => ({
    Put: {
      Item: planItem(ownerId, { categoryId, month: addMonthsTo(first, index), projected: cents(100) }, ++now),
    },
  }));
  const all = [...writes, ...plans];
  for (let from = 0; from < all.length; from += 100) await fresh.table.transact(all.slice(from, from + 100));
}

/** What a person sees of a year: the categories and, for each, how much was spent, how often, and what was planned. */
async function view(budget: Budget) {
  const categories = await core.categories.list(budget);
  const listed = await core.transactions.list(budget, { startDate: "2026-01-01", endDate: "2026-12-31" });
  const months = await core.budgets.history(budget, addMonthsTo(MONTH, 1), 12);
  const budgets = months.flatMap((month) => month.budgets);
  const total = (values: number[]) => values.reduce((sum, value) => sum + value, 0);
  const named = new Set(
    [
      ...categories,
      ...listed.map((one) => ({ id: one.categoryId })),
      ...budgets.map((one) => ({ id: one.categoryId })),
    ].map(({ id }) => id),
  );
  return Object.fromEntries(
    [...named].map((id) => {
      const own = budgets.filter(({ categoryId }) => categoryId === id);
      return [
        id,
        {
          there: categories.some((one) => one.id === id),
          listed: listed.filter(({ categoryId }) => categoryId === id).length,
          actual: total(own.map(({ actual }) => actual)),
          projected: total(own.map(({ projected }) => projected)),
        },
      ];
    }),
  );
}

/** Every item of the budget that names the category. */
async function left({ ownerId }: Budget, { id }: Category) {
  const items = await fresh.table.query({
    KeyConditionExpression: "pk = :pk",
    ExpressionAttributeValues: { ":pk": budgetPartition(ownerId) },
    ConsistentRead: true,
  });
  return items.filter((item) => item.categoryId === id);
}

async function killed(work: Promise<unknown>): Promise<boolean> {
  try {
    await work;
    return false;
  } catch (error) {
    if (error instanceof Crash) return true;
    throw error;
  }
}

const SIZES = [0, 1, 98, 99, 100, 101, 1_000, ...(process.env.COFFER_SOAK ? [10_000] : [])];

describe.each(SIZES)("a category with %i transactions, its deletion killed at every step", (size) => {
  test.each(["deleted with all it has", "moved to another"])(
    "is never seen half %s",
    async (way) => {
      const budget = newBudget();
      const [gone, kept] = [await addCategory(budget), await addCategory(budget)];
      await fill(budget, gone, size);
      await fill(budget, kept, 3);
      const moveTo = way === "moved to another" ? kept.id : undefined;
      const own = { there: true, listed: size, actual: size, projected: size === 0 ? 0 : 1_000 };
      const others = { there: true, listed: 3, actual: 3, projected: 1_000 };
      const both = { there: true, listed: size + 3, actual: size + 3, projected: own.projected + 1_000 };

      expect(await killed(dying(0).categories.remove(budget, gone.id, moveTo))).toBe(true);
      expect(await view(budget)).toEqual({ [gone.id]: own, [kept.id]: others });

      const after = { [kept.id]: moveTo ? both : others };
      let again = await killed(dying(1).categories.remove(budget, gone.id, moveTo));
      for (let steps = 0; again; steps++) {
        // Every tenth time of ten thousand's, every time of the others'.
        if (steps % Math.max(1, size / 1_000) === 0) expect(await view(budget)).toEqual(after);
        expect(steps).toBeLessThan(size + 30);
        again = await killed(dying(1).categories.finishDeletions());
      }
      expect(await view(budget)).toEqual(after);
      expect(await left(budget, gone)).toEqual([]);
      expect(await fresh.store.categories.unfinishedDeletions()).not.toContain(budget.ownerId);
    },
    600_000,
  );
});

describe("while a category's deletion is unfinished", () => {
  /** A budget whose category `gone`, with 120 transactions, was just deleted; nothing has been cleared away yet. */
  async function deleted(moved: boolean) {
    const budget = newBudget();
    const [gone, kept] = [await addCategory(budget), await addCategory(budget)];
    await fill(budget, gone, 120);
    const [transaction] = await core.transactions.list(budget, { startDate: "2026-01-01" });
    if (!transaction) throw new Error("there are 120");
    expect(await killed(dying(1).categories.remove(budget, gone.id, moved ? kept.id : undefined))).toBe(true);
    return { budget, gone, kept, transaction };
  }

  test("none of its transactions can be changed or deleted", async () => {
    const { budget, kept, transaction } = await deleted(false);
    const notFound = expect.objectContaining({ reason: "notFound", message: "Transaction not found" });
    const draft = { ...transaction, categoryId: kept.id };
    await expect(core.transactions.update(budget, transaction.id, draft)).rejects.toEqual(notFound);
    await expect(core.transactions.remove(budget, transaction.id)).rejects.toEqual(notFound);
    await core.categories.finishDeletions();
    expect(await view(budget)).toEqual({ [kept.id]: { there: true, listed: 0, actual: 0, projected: 0 } });
  });

  test("moved ones can, and stay as they were changed", async () => {
    const { budget, kept, transaction } = await deleted(true);
    const other = await addCategory(budget);
    await core.transactions.update(budget, transaction.id, { ...transaction, categoryId: other.id });
    await core.categories.finishDeletions();
    expect(await view(budget)).toMatchObject({ [kept.id]: { listed: 119 }, [other.id]: { listed: 1 } });
  });

  test("nothing can be added, planned or moved to it, and it is not there to change or delete", async () => {
    const { budget, gone, transaction } = await deleted(false);
    const required = expect.objectContaining({ reason: "invalid", message: "Category is required" });
    const notFound = expect.objectContaining({ reason: "notFound", message: "Category not found" });
    await expect(core.transactions.add(budget, transaction)).rejects.toEqual(required);
    const plan = { categoryId: gone.id, month: MONTH, projected: cents(1) };
    await expect(core.budgets.save(budget, plan)).rejects.toEqual(required);
    await expect(core.budgets.update(budget, `${MONTH}-${gone.id}`, cents(1))).rejects.toMatchObject({
      reason: "notFound",
    });
    await expect(core.categories.update(budget, gone.id, gone)).rejects.toEqual(notFound);
    await expect(core.categories.usage(budget, gone.id)).rejects.toEqual(notFound);
    await expect(core.categories.remove(budget, gone.id)).rejects.toEqual(notFound);
  });

  test("a plan saved since then replaces what is still to be moved", async () => {
    const { budget, kept } = await deleted(true);
    const month = monthOf(2026, 2) ?? MONTH;
    const planned = async () => (await core.budgets.list(budget, month, kept.id))[0]?.projected;
    expect(await planned()).toBe(100);
    await core.budgets.update(budget, `${month}-${kept.id}`, cents(7));
    expect(await planned()).toBe(7);
    await core.categories.finishDeletions();
    expect(await planned()).toBe(7);
  });

  test("what is moved to counts all it has got, keeps its type, and may be deleted or moved on itself", async () => {
    const { budget, gone, kept } = await deleted(true);
    const last = await addCategory(budget);
    expect(await core.categories.usage(budget, kept.id)).toMatchObject({ transactions: 120, budgets: 10 });
    await expect(core.categories.update(budget, kept.id, { ...kept, type: "income" })).rejects.toMatchObject({
      reason: "conflict",
    });
    expect(await killed(dying(3).categories.remove(budget, kept.id, last.id))).toBe(true);
    const all = { [last.id]: { there: true, listed: 120, actual: 120, projected: 1_000 } };
    expect(await view(budget)).toEqual(all);
    await core.categories.finishDeletions();
    expect(await view(budget)).toEqual(all);
    expect([...(await left(budget, gone)), ...(await left(budget, kept))]).toEqual([]);
  });

  test("two moves at once are followed one after the other, whatever their clocks said", async () => {
    const budget = newBudget();
    const [first, second, last] = [
      await addCategory(budget),
      await addCategory(budget),
      await addCategory(budget),
    ];
    await fill(budget, first, 20);
    const clockAhead = createCategories(
      createStore(crashingClient(endpoint, { at: 2, of: "writes", when: "before" }), fresh.name),
      {
        ids,
        clock: () => now + 60_000,
      },
    );
    expect(await killed(clockAhead.remove(budget, first.id, second.id))).toBe(true);
    expect(await killed(dying(1).categories.remove(budget, second.id, last.id))).toBe(true);
    const all = { [last.id]: { there: true, listed: 20, actual: 20, projected: 1_000 } };
    expect(await view(budget)).toEqual(all);
    await core.categories.finishDeletions();
    expect(await view(budget)).toEqual(all);
    expect([...(await left(budget, first)), ...(await left(budget, second))]).toEqual([]);
  });

  test("several workers at once finish it once", async () => {
    const { budget, kept } = await deleted(true);
    await Promise.all([1, 2, 3, 4].map(() => fresh.store.categories.finishDeletions(budget.ownerId, now)));
    expect(await view(budget)).toEqual({
      [kept.id]: { there: true, listed: 120, actual: 120, projected: 1_000 },
    });
  });

  test("goals and subscriptions lose it, or follow to the other category", async () => {
    for (const moved of [false, true]) {
      const { budget, gone, kept } = await deleted(moved);
      const pk = budgetPartition(budget.ownerId);
      for (const sk of ["GOAL#1", "SUBSCRIPTION#1"]) {
        await fresh.table.put({ pk, sk, categoryId: gone.id });
      }
      await core.categories.finishDeletions();
      const items = await fresh.table.getMany([
        { pk, sk: "GOAL#1" },
        { pk, sk: "SUBSCRIPTION#1" },
      ]);
      expect(items.map((item) => item?.categoryId)).toEqual(moved ? [kept.id, kept.id] : [null, null]);
    }
  });
});

test("a deletion that races with additions leaves none of them behind", async () => {
  const budget = newBudget();
  const gone = await addCategory(budget);
  const draft = {
    description: "One",
    amount: cents(1),
    date: day("2026-11-05"),
    type: "expense",
    categoryId: gone.id,
    notes: null,
  } as const;
  const additions = Array.from({ length: 60 }, () => core.transactions.add(budget, draft));
  const removal = core.categories.remove(budget, gone.id);
  const outcomes = await Promise.allSettled(additions);
  await removal;
  for (const outcome of outcomes) {
    if (outcome.status === "rejected")
      expect(outcome.reason).toMatchObject({ message: "Category is required" });
  }
  expect(await view(budget)).toEqual({});
  expect(await left(budget, gone)).toEqual([]);
});

test("a reader between whose pages a category is deleted sees nothing of it", {
  timeout: 60_000,
}, async () => {
  const budget = newBudget();
  const gone = await addCategory(budget);
  const notes = "n".repeat(1_500); // 1,000 of them are more than the megabyte of a page
  const writes = Array.from({ length: 1_000 }, () => {
    const transaction = {
      id: ids(),
      description: "One",
      amount: cents(1),
      type: "expense",
      categoryId: gone.id,
    } as const;
    return creationOf(budget.ownerId, { ...transaction, date: day("2026-11-05"), notes, createdAt: ++now });
  });
  for (let from = 0; from < writes.length; from += 100)
    await fresh.table.transact(writes.slice(from, from + 100));
  let queries = 0;
  const client = interruptedClient(endpoint, async () => {
    queries++;
    if (queries === 2) await core.categories.remove(budget, gone.id);
  });
  const reader = coreOver(createStore(client, fresh.name));
  expect(await reader.transactions.list(budget, {})).toEqual([]);
  expect(queries).toBeGreaterThan(2);
});
