import { createBudgets } from "@coffer/core/budget/budgets";
import { createCategories } from "@coffer/core/category/categories";
import { createTransactions } from "@coffer/core/transaction/transactions";
import type { Category } from "@coffer/domain/category/category";
import { type Cents, cents } from "@coffer/domain/money/money";
import { addMonthsTo, monthOfDay } from "@coffer/domain/time/month";
import { beforeAll, describe, expect, inject, test } from "vitest";
import { category, day } from "../../../test/fixtures.ts";
import { refusal } from "../../../test/refusal.ts";
import { freshTable, idsInARow, ownLedger } from "../../../test/store.ts";

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
type Budget = ReturnType<typeof ownLedger>;
async function newLedger() {
  const ledger = ownLedger(++owners);
  const { id: _, ...draft } = category({ id: 1 });
  return {
    ledger,
    food: await core.categories.add(ledger, draft),
    home: await core.categories.add(ledger, draft),
  };
}
const spend = (ledger: Budget, { id: categoryId }: Category, amount: Cents, date = "2026-11-05") =>
  core.transactions.add(ledger, {
    description: "Lunch",
    amount,
    date: day(date),
    type: "expense",
    categoryId,
    notes: null,
  });
const actuals = async (ledger: Budget) =>
  (await core.budgets.list(ledger, NOVEMBER)).map(({ actual }) => actual);

describe("a month's budgets", () => {
  test("have the plans and the sums of the month's transactions, planned or not", async () => {
    const { ledger, food, home } = await newLedger();
    await spend(ledger, food, cents(10_01));
    await spend(ledger, food, cents(20_02), "2026-11-30");
    await spend(ledger, food, cents(40_00), "2026-12-01");
    await spend(ledger, home, cents(5_00));
    const saved = await core.budgets.save(ledger, {
      categoryId: food.id,
      month: NOVEMBER,
      projected: cents(500_00),
    });
    expect(saved).toMatchObject({
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
    expect(await core.budgets.list(ledger, NOVEMBER)).toMatchObject([saved, unplanned]);
    expect(await core.budgets.list(ledger, NOVEMBER, home.id)).toMatchObject([unplanned]);
  });

  test("are listed in a history, empty months included", async () => {
    const { ledger, food } = await newLedger();
    await spend(ledger, food, cents(1), "2026-09-30");
    await core.budgets.save(ledger, { categoryId: food.id, month: NOVEMBER, projected: cents(2) });
    const history = await core.budgets.history(ledger, NOVEMBER, 3);
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
    const { ledger, food } = await newLedger();
    for (const projected of [cents(1), cents(2), cents(0)]) {
      await core.budgets.save(ledger, { categoryId: food.id, month: NOVEMBER, projected });
    }
    expect(await core.budgets.list(ledger, NOVEMBER)).toMatchObject([{ projected: 0, actual: 0 }]);
  });

  test("needs a category of its budget", async () => {
    const { ledger } = await newLedger();
    const { food: foreign } = await newLedger();
    const plan = { categoryId: foreign.id, month: NOVEMBER, projected: cents(1) };
    await expect(core.budgets.save(ledger, plan)).rejects.toEqual(refusal("invalid", "Category is required"));
    expect(await core.budgets.list(ledger, NOVEMBER)).toEqual([]);
  });

  test("changes by its id", async () => {
    const { ledger, food, home } = await newLedger();
    await core.budgets.save(ledger, { categoryId: food.id, month: NOVEMBER, projected: cents(1) });
    await spend(ledger, home, cents(3));
    for (const [{ id }, actual] of [
      [food, 0],
      [home, 3],
    ] as const) {
      const changed = await core.budgets.update(ledger, `2026-11-${id}`, cents(9));
      const rest = { carried: 0, available: 9 - actual };
      expect(changed).toMatchObject({
        id: `2026-11-${id}`,
        categoryId: id,
        month: NOVEMBER,
        projected: 9,
        actual,
        ...rest,
      });
      expect(await core.budgets.list(ledger, NOVEMBER, id)).toEqual([changed]);
    }
  });

  test("is not found for every id that the month does not show", async () => {
    const { ledger, food } = await newLedger();
    const { ledger: stranger } = await newLedger();
    await core.budgets.save(ledger, { categoryId: food.id, month: NOVEMBER, projected: cents(1) });
    const notFound = refusal("notFound", "Budget not found");
    for (const id of ["", "7", "2026-11-", "2026-13-1", "2026-11-0", "2026-11-9999", `2026-12-${food.id}`]) {
      await expect(core.budgets.update(ledger, id, cents(9))).rejects.toEqual(notFound);
    }
    await expect(core.budgets.update(stranger, `2026-11-${food.id}`, cents(9))).rejects.toEqual(notFound);
  });
});

describe("resetting a month's actuals", () => {
  test("counts only what is created later", async () => {
    const { ledger, food } = await newLedger();
    const before = await spend(ledger, food, cents(100));
    await spend(ledger, food, cents(7), "2026-12-01");
    await core.budgets.save(ledger, { categoryId: food.id, month: NOVEMBER, projected: cents(50) });
    expect(await core.budgets.resetMonth(ledger, NOVEMBER)).toMatchObject([{ projected: 50, actual: 0 }]);
    await spend(ledger, food, cents(3));
    expect(await actuals(ledger)).toEqual([3]);
    await core.transactions.update(ledger, before.id, { ...before, amount: cents(1) });
    expect(await actuals(ledger)).toEqual([3]);
    await core.transactions.remove(ledger, before.id);
    expect(await actuals(ledger)).toEqual([3]);
    expect(await core.budgets.list(ledger, addMonthsTo(NOVEMBER, 1))).toMatchObject([{ actual: 7 }]);
  });
});
