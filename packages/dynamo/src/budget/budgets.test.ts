import { createBudgets } from "@coffer/core/budget/budgets";
import { createCategories } from "@coffer/core/category/categories";
import { createTransactions } from "@coffer/core/transaction/transactions";
import type { Category } from "@coffer/domain/category/category";
import { type Cents, cents } from "@coffer/domain/money/money";
import { addMonthsTo, monthOfDay } from "@coffer/domain/time/month";
import { beforeAll, describe, expect, inject, test } from "vitest";
import { category, day } from "../../../test/fixtures.ts";
import { refusal } from "../../../test/refusal.ts";
import { freshTable, idsInARow, ownBudget } from "../../../test/store.ts";

let core: ReturnType<typeof coreOver>;
let now = Date.parse("2026-11-21T12:00:00Z");
const coreOver = ({ store }: Awaited<ReturnType<typeof freshTable>>) => {
  const env = { ids: idsInARow(), clock: () => ++now };
  return {
    categories: createCategories(store, env),
    budgets: createBudgets(store, env),
    transactions: createTransactions(store, env),
  };
};
beforeAll(async () => {
  core = coreOver(await freshTable(inject("engine")));
});

const NOVEMBER = monthOfDay(day("2026-11-01"));
let owners = 3_000;
type Budget = ReturnType<typeof ownBudget>;
async function newBudget() {
  const budget = ownBudget(++owners);
  const { id: _, ...draft } = category({ id: 1 });
  return {
    budget,
    food: await core.categories.add(budget, draft),
    home: await core.categories.add(budget, draft),
  };
}
const spend = (budget: Budget, { id: categoryId }: Category, amount: Cents, date = "2026-11-05") =>
  core.transactions.add(budget, {
    description: "Lunch",
    amount,
    date: day(date),
    type: "expense",
    categoryId,
    notes: null,
  });
const actuals = async (budget: Budget) =>
  (await core.budgets.list(budget, NOVEMBER)).map(({ actual }) => actual);

describe("a month's budgets", () => {
  test("hold what is planned beside the sum of the month's transactions, planned or not", async () => {
    const { budget, food, home } = await newBudget();
    await spend(budget, food, cents(10_01));
    await spend(budget, food, cents(20_02), "2026-11-30");
    await spend(budget, food, cents(40_00), "2026-12-01");
    await spend(budget, home, cents(5_00));
    const saved = await core.budgets.save(budget, {
      categoryId: food.id,
      month: NOVEMBER,
      projected: cents(500_00),
    });
    expect(saved).toEqual({
      id: `2026-11-${food.id}`,
      categoryId: food.id,
      month: NOVEMBER,
      projected: 500_00,
      actual: 30_03,
      carried: 0,
      available: 469_97,
    });
    const unplanned = {
      id: `2026-11-${home.id}`,
      categoryId: home.id,
      month: NOVEMBER,
      projected: 0,
      actual: 5_00,
      carried: 0,
      available: -5_00,
    };
    expect(await core.budgets.list(budget, NOVEMBER)).toEqual([saved, unplanned]);
    expect(await core.budgets.list(budget, NOVEMBER, home.id)).toEqual([unplanned]);
  });

  test("stand side by side in a history, empty months included", async () => {
    const { budget, food } = await newBudget();
    await spend(budget, food, cents(1), "2026-09-30");
    await core.budgets.save(budget, { categoryId: food.id, month: NOVEMBER, projected: cents(2) });
    const history = await core.budgets.history(budget, NOVEMBER, 3);
    expect(
      history.map(({ month, budgets }) => [month, budgets.map((one) => one.projected + one.actual)]),
    ).toEqual([
      ["2026-09", [1]],
      ["2026-10", []],
      ["2026-11", [2]],
    ]);
  });
});

describe("a plan", () => {
  test("is one for a category and month: planning again replaces it", async () => {
    const { budget, food } = await newBudget();
    for (const projected of [cents(1), cents(2), cents(0)]) {
      await core.budgets.save(budget, { categoryId: food.id, month: NOVEMBER, projected });
    }
    expect(await core.budgets.list(budget, NOVEMBER)).toMatchObject([{ projected: 0, actual: 0 }]);
  });

  test("needs a category of its budget", async () => {
    const { budget } = await newBudget();
    const { food: foreign } = await newBudget();
    const plan = { categoryId: foreign.id, month: NOVEMBER, projected: cents(1) };
    await expect(core.budgets.save(budget, plan)).rejects.toEqual(refusal("invalid", "Category is required"));
    expect(await core.budgets.list(budget, NOVEMBER)).toEqual([]);
  });

  test("changes by its id, and so does a budget with transactions alone", async () => {
    const { budget, food, home } = await newBudget();
    await core.budgets.save(budget, { categoryId: food.id, month: NOVEMBER, projected: cents(1) });
    await spend(budget, home, cents(3));
    for (const [{ id }, actual] of [
      [food, 0],
      [home, 3],
    ] as const) {
      const changed = await core.budgets.update(budget, `2026-11-${id}`, cents(9));
      const rest = { carried: 0, available: 9 - actual };
      expect(changed).toEqual({
        ...{ id: `2026-11-${id}`, categoryId: id, month: NOVEMBER, projected: 9, actual },
        ...rest,
      });
      expect(await core.budgets.list(budget, NOVEMBER, id)).toEqual([changed]);
    }
  });

  test("is not found for every id that the month does not show", async () => {
    const { budget, food } = await newBudget();
    const { budget: stranger } = await newBudget();
    await core.budgets.save(budget, { categoryId: food.id, month: NOVEMBER, projected: cents(1) });
    const notFound = refusal("notFound", "Budget not found");
    for (const id of ["", "7", "2026-11-", "2026-13-1", "2026-11-0", "2026-11-9999", `2026-12-${food.id}`]) {
      await expect(core.budgets.update(budget, id, cents(9))).rejects.toEqual(notFound);
    }
    await expect(core.budgets.update(stranger, `2026-11-${food.id}`, cents(9))).rejects.toEqual(notFound);
  });
});

describe("resetting a month's actuals", () => {
  test("counts only what is created later, and never below zero", async () => {
    const { budget, food } = await newBudget();
    const before = await spend(budget, food, cents(100));
    await spend(budget, food, cents(7), "2026-12-01");
    await core.budgets.save(budget, { categoryId: food.id, month: NOVEMBER, projected: cents(50) });
    expect(await core.budgets.resetMonth(budget, NOVEMBER)).toMatchObject([{ projected: 50, actual: 0 }]);
    await spend(budget, food, cents(3));
    expect(await actuals(budget)).toEqual([3]);
    await core.transactions.update(budget, before.id, { ...before, amount: cents(1) });
    expect(await actuals(budget)).toEqual([3]);
    await core.transactions.remove(budget, before.id);
    expect(await actuals(budget)).toEqual([3]);
    expect(await core.budgets.list(budget, addMonthsTo(NOVEMBER, 1))).toMatchObject([{ actual: 7 }]);
  });
});
