import { createCategories } from "@coffer/core/category/categories";
import { changeOf } from "@coffer/core/ledger/ledger";
import { countedLedger, createQuota, ROWS_AHEAD, ROWS_IN_ALL } from "@coffer/core/quota";
import { ROWS_A_DAY } from "@coffer/domain/ceilings";
import type { Id } from "@coffer/domain/id";
import { cents } from "@coffer/domain/money/money";
import { DAY_MS } from "@coffer/domain/time/day";
import { describe, expect, inject, test } from "vitest";
import { month } from "../../test/fixtures.ts";
import { addThing, freshTable, idsInARow, ownLedger, recording } from "../../test/store.ts";

const DAY = 20_000;

/** A budget with a number of rows, as they were counted. */
async function budgetOf(total: number) {
  const { store } = await freshTable(inject("engine"));
  let now = DAY * DAY_MS;
  const { takeRow, takeRows } = createQuota(store, { clock: () => now });
  expect(await store.quota.begin(1, undefined, { total, day: DAY, today: 0 })).toBe(true);
  return {
    store,
    take: (rows: number) => takeRows(1, rows),
    takeOne: () => takeRow(1),
    pass: () => (now += DAY_MS),
  };
}

test("a budget takes rows up to its ceiling", async () => {
  const { take } = await budgetOf(ROWS_IN_ALL - 2);
  const tries = await Promise.allSettled([take(1), take(1), take(1)]);
  expect(tries.filter(({ status }) => status === "fulfilled")).toHaveLength(2);
  const full = {
    reason: "tooLarge",
    message: expect.stringMatching(/^A budget holds at most 250,000 rows\./),
  };
  await expect(take(1)).rejects.toMatchObject(full);
});

test("a full budget has room again on the day after rows were deleted", async () => {
  const { store, take, pass } = await budgetOf(ROWS_IN_ALL);
  await addThing(store, 1, "category", {
    id: 5,
    name: "Food",
    description: null,
    type: "expense",
    icon: "home",
    color: "blue",
  });
  await expect(take(1)).rejects.toMatchObject({ reason: "tooLarge" });
  pass();
  await take(1);
  expect(await store.quota.read(1)).toMatchObject({ total: 2, today: 1 });
});

test("a budget takes a limited number of rows a day", async () => {
  const { take, pass } = await budgetOf(0);
  await take(ROWS_A_DAY);
  const wait = {
    reason: "tooLarge",
    message: expect.stringMatching(/^A budget takes at most 25,000 new rows/),
  };
  await expect(take(1)).rejects.toMatchObject(wait);
  pass();
  await take(1);
});

test("single rows are counted ahead, up to the last one that has room", async () => {
  const { store, takeOne, pass } = await budgetOf(ROWS_IN_ALL - ROWS_AHEAD - 2);
  for (let n = 0; n < ROWS_AHEAD; n++) await takeOne();
  expect(await store.quota.read(1)).toMatchObject({ total: ROWS_IN_ALL - 2, today: ROWS_AHEAD });
  const tries = await Promise.allSettled([takeOne(), takeOne(), takeOne()]);
  expect(tries.filter(({ status }) => status === "fulfilled")).toHaveLength(2);
  // Rows that were counted ahead and never came are subtracted again.
  pass();
  await takeOne();
  expect(await store.quota.read(1)).toMatchObject({ today: ROWS_AHEAD, total: ROWS_AHEAD });
});

describe("what is written to a ledger", () => {
  async function countedBudget() {
    const { store, take } = await budgetOf(0);
    const quota = createQuota(store, { clock: () => DAY * DAY_MS });
    const ledger = countedLedger(store.ledger, quota);
    const env = { ids: idsInARow(7_000_000_000_000_000), clock: () => DAY * DAY_MS };
    return { store, take, quota, ledger, categories: createCategories({ ...store, ledger }, env) };
  }
  const FOOD = { name: "Food", description: null, type: "expense", icon: "home", color: "blue" } as const;
  const counted = async ({ store }: Awaited<ReturnType<typeof countedBudget>>) =>
    (await store.quota.read(1))?.today;

  test("is counted by its things: a category with its plan as two", async () => {
    const budget = await countedBudget();
    const plan = { month: month("2026-11"), projected: cents(100_00) };
    await budget.categories.add(ownLedger(1), FOOD, { plan });
    expect(await counted(budget)).toBe(2);
  });

  test("gives back the rows of retries, which write nothing", async () => {
    const budget = await countedBudget();
    const key = { key: "creation-1", request: "one" };
    const plan = { month: month("2026-11"), projected: cents(100_00) };
    for (let sent = 0; sent < 10; sent++)
      await budget.categories.add({ ...ownLedger(1), key }, FOOD, { plan });
    expect(await counted(budget)).toBe(4);
  });

  test("is refused once the day is full, but for what the daily job records", async () => {
    const budget = await countedBudget();
    await budget.take(ROWS_A_DAY);
    const category = { ...FOOD, id: 5 };
    const commit = (by: Id | null) =>
      budget.ledger.commit({
        ownerId: 1,
        changes: [changeOf("category", null, category)],
        entry: { ...recording().entry, by },
      });
    await expect(commit(1)).rejects.toMatchObject({ reason: "tooLarge" });
    expect(await commit(null)).toMatchObject({ by: null });
  });

  test("is refused once too much was written today, but for deletions in any number", async () => {
    const budget = await countedBudget();
    const category = await budget.categories.add(ownLedger(1), FOOD);
    await budget.quota.countEntries({ ownerId: 1, byGuest: false }, 100_000_000);
    await expect(budget.categories.add(ownLedger(1), FOOD)).rejects.toMatchObject({ reason: "tooLarge" });
    await budget.categories.remove(ownLedger(1), category.id);
  });
});
