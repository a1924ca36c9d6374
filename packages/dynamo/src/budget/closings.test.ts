import { createUndo } from "@coffer/core/activity/undo";
import { createBudgets } from "@coffer/core/budget/budgets";
import { readCarriedMonths } from "@coffer/core/budget/carried-months";
import { createFigures } from "@coffer/core/budget/figures";
import { createCategories } from "@coffer/core/category/categories";
import { createTransactions } from "@coffer/core/transaction/transactions";
import { inBatches } from "@coffer/domain/batches";
import { deriveMonths } from "@coffer/domain/budget/budget";
import { carryThrough } from "@coffer/domain/budget/carry";
import type { Id } from "@coffer/domain/id";
import { cents, sum } from "@coffer/domain/money/money";
import { MINUTE_MS } from "@coffer/domain/time/day";
import { addMonthsTo } from "@coffer/domain/time/month";
import { beforeAll, beforeEach, describe, expect, inject, test } from "vitest";
import { category, day, month } from "../../../test/fixtures.ts";
import { meteredClient } from "../../../test/metered-client.ts";
import { freshTable, idsInARow, ownLedger } from "../../../test/store.ts";
import { createStore, createStores } from "../stores.ts";
import type { Table } from "../table/table.ts";
import { creationOf } from "../transaction/transactions.ts";
import { createBudgetStore } from "./budgets.ts";
import { planItem } from "./months.ts";

const OCTOBER = month("2026-10");
const NOVEMBER = month("2026-11");
const { client, measure } = meteredClient(inject("engine"));
const ids = idsInARow(7_000_000_000_000_000);
let now = Date.parse("2026-11-21T12:00:00Z");
let table: Table;
let metered: ReturnType<typeof createStore>;
let core: ReturnType<typeof coreOver>;
function coreOver(store: ReturnType<typeof createStore>) {
  const env = { ids, clock: () => ++now };
  return {
    categories: createCategories(store, env),
    budgets: createBudgets(store, env),
    figures: createFigures(store, env),
    transactions: createTransactions(store, env),
    undo: createUndo(store, env),
  };
}
beforeAll(async () => {
  const fresh = await freshTable(inject("engine"));
  table = fresh.table;
  metered = createStore(client, fresh.name);
  core = coreOver(metered);
});

let owners = 60_000;
let ledger: ReturnType<typeof ownLedger>;
let food: Id;
const { id: _, ...CATEGORY } = category({ id: 1, carry: "all" });
const lunch = (date: string, amount = 12_50) => ({
  description: "Lunch",
  amount: cents(amount),
  date: day(date),
  type: "expense" as const,
  categoryId: food,
  notes: null,
});
beforeEach(async () => {
  ledger = ownLedger(++owners);
  food = (await core.categories.add(ledger, CATEGORY)).id;
});

const sums = async () =>
  (await metered.budgets.sums(ledger.ownerId, addMonthsTo(NOVEMBER, -5), NOVEMBER, now)).months;
const fold = async () =>
  deriveMonths(await metered.budgets.months(ledger.ownerId, addMonthsTo(NOVEMBER, -5), NOVEMBER));
/** The amounts carried into each of the last months: `carried` as cached, `carriedFold` from all transactions. */
const carried = async () =>
  (await readCarriedMonths(metered, ledger.ownerId, addMonthsTo(NOVEMBER, -2), NOVEMBER, now)).months;
const carriedFold = async () => {
  const first = addMonthsTo(NOVEMBER, -8);
  const all = await metered.budgets.monthsAndCategories(ledger.ownerId, first, NOVEMBER);
  return carryThrough(all.categories, deriveMonths(all.months)).slice(6);
};
const newest = async () => {
  const { entries } = await metered.activity.list(ledger.ownerId, { limit: 1 });
  const [entry] = entries;
  if (!entry) throw new Error("nothing happened");
  return entry.id;
};

describe("the sums of months", () => {
  test("equal those derived from all transactions after any change", async () => {
    const steps: (() => Promise<unknown>)[] = [
      () => core.transactions.add(ledger, lunch("2026-11-20")),
      () => core.transactions.add(ledger, { ...lunch("2026-11-03", 40_00), refund: true }),
      async () => {
        const { id } = await core.transactions.add(ledger, lunch("2026-11-04", 99_00));
        await core.transactions.update(ledger, id, lunch("2026-11-06", 5_00));
        expect(await sums()).toEqual(await fold());
        await core.transactions.update(ledger, id, lunch("2026-10-06", 6_00));
        expect(await sums()).toEqual(await fold());
        await core.transactions.remove(ledger, id);
      },
      async () => core.undo(ledger, await newest()),
      () => core.budgets.save(ledger, { categoryId: food, month: NOVEMBER, projected: cents(80_00) }),
      () => core.budgets.resetMonth(ledger, NOVEMBER),
      () => core.transactions.add(ledger, lunch("2026-11-20", 2_00)),
      async () => {
        const { id: other } = await core.categories.add(ledger, CATEGORY);
        const { id } = await core.transactions.add(ledger, { ...lunch("2026-11-07"), categoryId: other });
        await core.categories.remove(ledger, other, food);
        expect(await sums()).toEqual(await fold());
        await core.transactions.update(ledger, id, lunch("2026-11-08", 7_00));
        expect(await sums()).toEqual(await fold());
        await core.transactions.remove(ledger, id);
      },
      async () => core.undo(ledger, await newest()),
      () => core.transactions.add(ledger, lunch("2026-07-03")),
      () => core.transactions.add(ledger, lunch("2026-10-31")),
      () => core.budgets.save(ledger, { categoryId: food, month: OCTOBER, projected: cents(100_00) }),
      async () => {
        const { id } = await core.transactions.add(ledger, lunch("2026-09-03"));
        await sums();
        await core.transactions.update(ledger, id, lunch("2026-08-03", 5_00));
        await sums();
        await core.transactions.remove(ledger, id);
      },
      async () => core.undo(ledger, await newest()),
      () => core.budgets.resetMonth(ledger, OCTOBER),
      async () => core.undo(ledger, await newest()),
      async () => {
        const { id } = await core.categories.add(ledger, CATEGORY);
        await core.categories.remove(ledger, food, id);
      },
      async () => core.undo(ledger, await newest()),
      () => core.categories.remove(ledger, food),
    ];
    for (const step of steps) {
      await step();
      expect(await sums()).toEqual(await fold());
      expect(await sums()).toEqual(await fold());
      expect(await carried()).toEqual(await carriedFold());
      expect(await carried()).toEqual(await carriedFold());
    }
  });

  test("are not stored if something changed after they were read", async () => {
    await core.transactions.add(ledger, lunch("2026-10-05"));
    let isChanged = false;
    const slow = createStores({
      ...table,
      async put(item, condition) {
        if (!isChanged) await core.transactions.add(ledger, lunch("2026-10-06"));
        isChanged = true;
        return table.put(item, condition);
      },
    });
    await slow.budgets.sums(ledger.ownerId, OCTOBER, OCTOBER, now);
    expect(isChanged).toBe(true);
    const { months } = await createBudgetStore(table).sums(ledger.ownerId, OCTOBER, OCTOBER, now);
    expect(months).toEqual(deriveMonths(await metered.budgets.months(ledger.ownerId, OCTOBER, OCTOBER)));
  });
});

describe("a month of 300 transactions", () => {
  const written = () => core.transactions.add(ledger, lunch("2026-11-20"));

  test("is summed by its closing after each of several writes of one moment", async () => {
    const rows = Array.from({ length: 300 }, () => ({ ...lunch("2026-11-05"), id: ids(), createdAt: ++now }));
    for (const some of inBatches(rows, 100))
      await table.transact(some.map((one) => creationOf(ledger.ownerId, one)));
    await sums();
    const used = await measure(written);
    expect(used.reads).toBeLessThanOrEqual(5);
    const many = await measure(() => Promise.all(Array.from({ length: 16 }, written)));
    expect(many).toMatchObject({ trips: 16 * used.trips, writes: 16 * used.writes });
    const read = await measure(() => metered.budgets.sums(ledger.ownerId, NOVEMBER, NOVEMBER, now));
    expect(read).toMatchObject({ reads: 2, writes: 0 });
    expect(await sums()).toEqual(await fold());
    expect((await sums()).at(-1)?.budgets[0]?.made?.purchases).toBe(317);
  });

  test("is summed again after a while, as an earlier release may have changed it", async () => {
    await written();
    await sums();
    await table.transact([
      creationOf(ledger.ownerId, { ...lunch("2026-11-05"), id: ids(), createdAt: ++now }),
    ]);
    now += 11 * MINUTE_MS;
    expect(await sums()).toEqual(await fold());
  });
});

describe("an account of five years, fifty transactions and twelve plans a month", () => {
  test("is read by its closings: six months for two units, all for eight, a month with what is carried for twelve", async () => {
    const all = [food];
    for (let index = 1; index < 12; index++) all.push((await core.categories.add(ledger, CATEGORY)).id);
    for (let past = 1; past <= 60; past++) {
      const of = addMonthsTo(NOVEMBER, -past);
      const transactions = Array.from({ length: 50 }, (_, n) => ({
        ...lunch(`${of}-05`),
        categoryId: all[n % 12] ?? food,
        id: ids(),
        createdAt: ++now,
      }));
      const plans = all.map((categoryId) =>
        planItem(ledger.ownerId, { categoryId, month: of, projected: cents(500_00) }, now),
      );
      await table.transact([
        ...transactions.map((one) => creationOf(ledger.ownerId, one)),
        ...plans.map((Item) => ({ Put: { Item } })),
      ]);
    }
    const read = (count: number) => () =>
      metered.budgets.sums(ledger.ownerId, addMonthsTo(NOVEMBER, -count), OCTOBER, now);
    await read(60)();
    const units: number[] = [];
    for (const count of [6, 12, 24, 60]) units.push((await measure(read(count))).reads);
    expect(units).toEqual([2, 3, 4, 8]);
    expect(await measure(read(60))).toMatchObject({ trips: 2, writes: 0 });
    const month = () => core.figures.month(ledger, NOVEMBER);
    const before = await month();
    // What is left of five years of plans for twelve categories.
    expect(sum(before.budgets.map(({ carried }) => carried))).toBeGreaterThan(12 * 60 * 400_00);
    const view = await measure(month);
    expect(view).toMatchObject({ inARow: 1, writes: 0 });
    expect(view.reads).toBeLessThanOrEqual(12);
    const added = await measure(() => core.transactions.add(ledger, lunch("2024-03-05")));
    expect(added.writes).toBeLessThanOrEqual(10);
    const { budgets } = await month();
    const carriedIn = (all: typeof budgets) => all.find(({ categoryId }) => categoryId === food)?.carried;
    expect(carriedIn(budgets)).toBe(Number(carriedIn(before.budgets)) - 12_50);
  });
});
