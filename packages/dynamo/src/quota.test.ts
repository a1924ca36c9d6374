import { createQuota, ROWS_A_DAY, ROWS_AHEAD, ROWS_IN_ALL } from "@coffer/core/quota";
import { DAY_MS } from "@coffer/domain/time/duration";
import { expect, inject, test } from "vitest";
import { addThing, freshTable } from "../../test/store.ts";

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

test("a budget takes rows up to its ceiling, and none beyond it", async () => {
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

test("a budget takes so many rows a day, and goes on the next", async () => {
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

test("rows that come one by one are counted ahead, to the last one that has room", async () => {
  const { store, takeOne, pass } = await budgetOf(ROWS_IN_ALL - ROWS_AHEAD - 2);
  for (let n = 0; n < ROWS_AHEAD; n++) await takeOne();
  expect(await store.quota.read(1)).toMatchObject({ total: ROWS_IN_ALL - 2, today: ROWS_AHEAD });
  const tries = await Promise.allSettled([takeOne(), takeOne(), takeOne()]);
  expect(tries.filter(({ status }) => status === "fulfilled")).toHaveLength(2);
  // Those that were counted ahead and never came are found out.
  pass();
  await takeOne();
  expect(await store.quota.read(1)).toMatchObject({ today: ROWS_AHEAD, total: ROWS_AHEAD });
});
