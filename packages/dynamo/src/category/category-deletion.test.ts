import { createBudgets } from "@coffer/core/budget/budgets";
import { createCategories, RESTORABLE_MS } from "@coffer/core/category/categories";
import { changeOf } from "@coffer/core/ledger/ledger";
import { createTransactions } from "@coffer/core/transaction/transactions";
import type { Category } from "@coffer/domain/category/category";
import { cents } from "@coffer/domain/money/money";
import { addMonthsTo, monthOf, monthOfDay } from "@coffer/domain/time/month";
import { beforeAll, describe, expect, inject, test } from "vitest";
import { atLength } from "../../../test/at-length.ts";
import { Crash, crashingClient, interruptedClient } from "../../../test/crashing-client.ts";
import { category, day } from "../../../test/fixtures.ts";
import {
  addThing,
  freshTable,
  idsInARow,
  inBulk,
  itemsOf,
  ownLedger,
  restoreCategory,
  write,
} from "../../../test/store.ts";
import { listAll } from "../../../test/transactions.ts";
import { planItem } from "../budget/months.ts";
import { createStore } from "../stores.ts";
import { ledgerPartition } from "../table/item.ts";
import { creationOf } from "../transaction/transactions.ts";
import { categoryKey } from "./resolve-category.ts";

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
/** A store in a process that is killed after that many writes. */
function crashingStore(writes: number) {
  // Thousands of killed processes would leave more connections open than one process may have.
  killed?.destroy();
  killed = crashingClient(endpoint, { at: writes + 1, of: "writes", when: "before" });
  return createStore(killed, fresh.name);
}
let killed: ReturnType<typeof crashingClient> | undefined;
const crashing = (writes: number) => coreOver(crashingStore(writes));
/** Restores as the undo of a deletion does. */
const restore = async ({ ownerId }: Budget, id: number, store = fresh.store): Promise<boolean> => {
  try {
    await restoreCategory(store, ownerId, id);
    return true;
  } catch (error) {
    if (error instanceof Crash) throw error;
    return false;
  }
};

let owners = 1_000;
const newLedger = () => ownLedger(++owners);
type Budget = ReturnType<typeof newLedger>;

async function addCategory(ledger: Budget, type: Category["type"] = "expense"): Promise<Category> {
  const { id: _, ...draft } = category({ id: 1, type });
  return core.categories.add(ledger, draft);
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

/** A year as a person sees it: the categories and, for each, how much was spent, how often, and the plan. */
async function view(ledger: Budget) {
  const categories = await core.categories.list(ledger);
  const listed = await listAll(core.transactions, ledger, { startDate: "2026-01-01", endDate: "2026-12-31" });
  const months = await core.budgets.history(ledger, addMonthsTo(MONTH, 1), 12);
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
          exists: categories.some((one) => one.id === id),
          listed: listed.filter(({ categoryId }) => categoryId === id).length,
          actual: total(own.map(({ actual }) => actual)),
          projected: total(own.map(({ projected }) => projected)),
        },
      ];
    }),
  );
}

/** Cleans up what was deleted so far, thirty days later. */
function cleanUp(over = core) {
  now += RESTORABLE_MS + 1;
  return over.categories.cleanUp(now);
}

/** Every item of the budget that names the category. */
async function itemsNaming({ ownerId }: Budget, { id }: Category) {
  const items = await itemsOf(fresh.table, ledgerPartition(ownerId));
  return items.filter((item) => item.categoryId === id);
}

async function crashes(work: Promise<unknown>): Promise<boolean> {
  try {
    await work;
    return false;
  } catch (error) {
    const errors = error instanceof AggregateError ? error.errors : [error];
    if (errors.every((one) => one instanceof Crash)) return true;
    throw error;
  }
}

/** With the ten plans, 89 and 90 are what fits into one write of the clean-up, and one more. */
const SIZES = atLength([0, 1, 89, 90, 200, 1_000, 10_000], [0, 89, 90]);

describe.each(SIZES)("a category with %i transactions, its deletion killed at every step", (size) => {
  test.each(["deleted with all it has", "moved to another"])(
    "is never seen half %s",
    async (way) => {
      const ledger = newLedger();
      const [gone, target] = [await addCategory(ledger), await addCategory(ledger)];
      await fill(ledger, gone, size);
      await fill(ledger, target, 3);
      const moveTo = way === "moved to another" ? target.id : undefined;
      const own = { exists: true, listed: size, actual: size, projected: size === 0 ? 0 : 1_000 };
      const others = { exists: true, listed: 3, actual: 3, projected: 1_000 };
      const both = { exists: true, listed: size + 3, actual: size + 3, projected: own.projected + 1_000 };
      const before = { [gone.id]: own, [target.id]: others };
      const after = { [target.id]: moveTo ? both : others };

      expect(await crashes(crashing(0).categories.remove(ledger, gone.id, moveTo))).toBe(true);
      expect(await view(ledger)).toEqual(before);
      await crashing(1).categories.remove(ledger, gone.id, moveTo);
      expect(await view(ledger)).toEqual(after);
      await restore(ledger, gone.id, crashingStore(1));
      expect(await view(ledger)).toEqual(before);
      await crashing(1).categories.remove(ledger, gone.id, moveTo);

      let again = true;
      for (let steps = 0; again; steps++) {
        expect(steps).toBeLessThan(size + 30);
        again = await crashes(cleanUp(crashing(1)));
        // Every tenth time of ten thousand's, every time of the others'.
        if (!again || steps % Math.max(1, size / 1_000) === 0) expect(await view(ledger)).toEqual(after);
      }
      expect(await itemsNaming(ledger, gone)).toEqual([]);
      // Gone with the run that finds nothing that names it.
      await cleanUp();
      expect(await fresh.store.categories.ownersToCleanUp(now)).not.toContain(ledger.ownerId);
    },
    600_000,
  );
});

/** A budget whose category `gone`, with 120 transactions, was just deleted. */
async function deleted(moved: boolean) {
  const ledger = newLedger();
  const [gone, target] = [await addCategory(ledger), await addCategory(ledger)];
  await fill(ledger, gone, 120);
  const [transaction] = await listAll(core.transactions, ledger, { startDate: "2026-01-01" });
  if (!transaction) throw new Error("there are 120");
  await core.categories.remove(ledger, gone.id, moved ? target.id : undefined);
  return { ledger, gone, target, transaction };
}
const notFound = (what: string) =>
  expect.objectContaining({ reason: "notFound", message: `${what} not found` });

describe("until a deleted category is cleaned up", () => {
  test("none of its transactions can be changed or deleted", async () => {
    const { ledger, gone, target, transaction } = await deleted(false);
    const draft = { ...transaction, categoryId: target.id };
    const refused = notFound("Transaction");
    await expect(core.transactions.update(ledger, transaction.id, draft)).rejects.toEqual(refused);
    await expect(core.transactions.remove(ledger, transaction.id)).rejects.toEqual(refused);
    expect(await itemsNaming(ledger, gone)).toHaveLength(130);
    await cleanUp();
    expect(await view(ledger)).toEqual({ [target.id]: { exists: true, listed: 0, actual: 0, projected: 0 } });
  });

  test("moved ones can be changed", async () => {
    const { ledger, target, transaction } = await deleted(true);
    const other = await addCategory(ledger);
    await core.transactions.update(ledger, transaction.id, { ...transaction, categoryId: other.id });
    await cleanUp();
    expect(await view(ledger)).toMatchObject({ [target.id]: { listed: 119 }, [other.id]: { listed: 1 } });
  });

  test("nothing can be added, planned or moved to it", async () => {
    const { ledger, gone, target, transaction } = await deleted(false);
    const required = expect.objectContaining({ reason: "invalid", message: "Category is required" });
    await expect(core.transactions.add(ledger, transaction)).rejects.toEqual(required);
    const plan = { categoryId: gone.id, month: MONTH, projected: cents(1) };
    await expect(core.budgets.save(ledger, plan)).rejects.toEqual(required);
    await expect(core.budgets.update(ledger, `${MONTH}-${gone.id}`, cents(1))).rejects.toMatchObject({
      reason: "notFound",
    });
    await expect(core.categories.update(ledger, gone.id, gone)).rejects.toEqual(notFound("Category"));
    await expect(core.categories.update(ledger, gone.id, { ...gone, type: "income" })).rejects.toEqual(
      notFound("Category"),
    );
    await expect(core.categories.usage(ledger, gone.id)).rejects.toEqual(notFound("Category"));
    await expect(core.categories.remove(ledger, gone.id)).rejects.toEqual(notFound("Category"));
    await expect(core.categories.remove(ledger, gone.id, target.id)).rejects.toEqual(notFound("Category"));
    await expect(core.categories.remove(ledger, target.id, gone.id)).rejects.toMatchObject({
      message: "Choose another category of the same type",
    });
  });

  test("a plan saved since then replaces what was moved, before clean-up and after", async () => {
    const { ledger, target } = await deleted(true);
    const [february, march] = [monthOf(2026, 2) ?? MONTH, monthOf(2026, 3) ?? MONTH];
    const planned = async (month = february) =>
      (await core.budgets.list(ledger, month, target.id))[0]?.projected;
    expect(await planned()).toBe(100);
    await core.budgets.update(ledger, `${february}-${target.id}`, cents(7));
    expect(await planned()).toBe(7);
    await cleanUp();
    expect([await planned(), await planned(march)]).toEqual([7, 100]);
    await core.budgets.update(ledger, `${march}-${target.id}`, cents(8));
    expect(await planned(march)).toBe(8);
  });

  test("a plan that another one replaced stays replaced when that is moved on", async () => {
    const { ledger, target } = await deleted(true);
    const last = await addCategory(ledger);
    const february = monthOf(2026, 2) ?? MONTH;
    await core.budgets.update(ledger, `${february}-${target.id}`, cents(7));
    await core.categories.remove(ledger, target.id, last.id);
    const all = { [last.id]: { exists: true, listed: 120, actual: 120, projected: 907 } };
    expect(await view(ledger)).toEqual(all);
    let again = true;
    while (again) {
      again = await crashes(cleanUp(crashing(1)));
      expect(await view(ledger)).toEqual(all);
    }
  });

  test("the target of a move counts everything that was moved to it", async () => {
    const { ledger, gone, target } = await deleted(true);
    const last = await addCategory(ledger);
    expect(await core.categories.usage(ledger, target.id)).toMatchObject({ transactions: 120, budgets: 10 });
    await expect(
      core.categories.update(ledger, target.id, { ...target, type: "income" }),
    ).rejects.toMatchObject({
      reason: "conflict",
    });
    await core.categories.remove(ledger, target.id, last.id);
    const all = { [last.id]: { exists: true, listed: 120, actual: 120, projected: 1_000 } };
    expect(await view(ledger)).toEqual(all);
    await cleanUp();
    expect(await view(ledger)).toEqual(all);
    expect([...(await itemsNaming(ledger, gone)), ...(await itemsNaming(ledger, target))]).toEqual([]);
  });

  test("two moves are followed in order, whatever their clocks said", async () => {
    const ledger = newLedger();
    const [first, second, last] = [
      await addCategory(ledger),
      await addCategory(ledger),
      await addCategory(ledger),
    ];
    await fill(ledger, first, 20);
    const clockAhead = createCategories(fresh.store, { ids, clock: () => now + 60_000 });
    await clockAhead.remove(ledger, first.id, second.id);
    await core.categories.remove(ledger, second.id, last.id);
    const all = { [last.id]: { exists: true, listed: 20, actual: 20, projected: 1_000 } };
    expect(await view(ledger)).toEqual(all);
    now += 60_000;
    await cleanUp();
    expect(await view(ledger)).toEqual(all);
    expect([...(await itemsNaming(ledger, first)), ...(await itemsNaming(ledger, second))]).toEqual([]);
  });

  test("several workers at once clean it up once", async () => {
    const { ledger, gone, target } = await deleted(true);
    await Promise.all([1, 2, 3, 4].map(() => cleanUp()));
    expect(await view(ledger)).toEqual({
      [target.id]: { exists: true, listed: 120, actual: 120, projected: 1_000 },
    });
    await cleanUp();
    expect(await itemsNaming(ledger, gone)).toEqual([]);
  });

  test("goals and subscriptions lose it, or move to the other category", async () => {
    for (const moved of [false, true]) {
      const { ledger, gone, target } = await deleted(moved);
      const pk = ledgerPartition(ledger.ownerId);
      for (const sk of ["GOAL#1", "SUBSCRIPTION#1"]) {
        await fresh.table.put({ pk, sk, categoryId: gone.id });
      }
      await cleanUp();
      const items = await fresh.table.getMany([
        { pk, sk: "GOAL#1" },
        { pk, sk: "SUBSCRIPTION#1" },
      ]);
      expect(items.map((item) => item?.categoryId)).toEqual(moved ? [target.id, target.id] : [null, null]);
    }
  });

  test("nothing is cleaned up before thirty days have passed, whatever instant housekeeping is given", async () => {
    const { ledger, gone } = await deleted(false);
    now += RESTORABLE_MS - 1_000;
    await core.categories.cleanUp(now + RESTORABLE_MS);
    expect(await itemsNaming(ledger, gone)).toHaveLength(130);
    expect(await restore(ledger, gone.id)).toBe(true);
  });

  test("a tombstone without a target deletes nothing", async () => {
    const { ledger, gone } = await deleted(false);
    const key = categoryKey(ledger.ownerId, gone.id);
    await fresh.table.put({ ...(await fresh.table.get(key)), ...key, movedTo: undefined });
    now += RESTORABLE_MS;
    await core.categories.cleanUp(now);
    expect(await itemsNaming(ledger, gone)).toHaveLength(130);
  });
});

const MERGED = atLength(600, 200);

describe("many categories merged into one", () => {
  test.each([
    [`${MERGED} one by one`, MERGED, false],
    ["150 in a chain", 150, true],
  ])("%s are counted and listed as one", { timeout: 120_000 }, async (_, count, chained) => {
    const ledger = newLedger();
    const target = await addCategory(ledger);
    const merged = Array.from({ length: count }, () => category({ id: ids() }));
    await inBulk(fresh.table, async (store) => {
      for (const one of merged) await addThing(store, ledger.ownerId, "category", one);
    });
    for (const one of merged.filter((_, index) => index % (count / 5) === 0)) await fill(ledger, one, 1);
    const stored = await fresh.store.categories.listVersioned(ledger.ownerId);
    await inBulk(fresh.table, async (store) => {
      for (const [index, { id }] of merged.entries()) {
        const before = stored.find(({ value }) => value.id === id);
        const moveTo = (chained && merged[index + 1]) || target;
        const change = before && { ...changeOf("category", before, null), moveTo: moveTo.id };
        if (change) await write(store, ledger.ownerId, [change], { at: ++now });
      }
    });
    const all = { [target.id]: { exists: true, listed: 5, actual: 5, projected: 5_000 } };
    const usage = { transactions: 5, budgets: 10, subscriptions: 0, goals: 0 };
    expect(await view(ledger)).toEqual(all);
    expect(await core.categories.usage(ledger, target.id)).toEqual(usage);
    const income = { ...target, type: "income" } as const;
    await expect(core.categories.update(ledger, target.id, income)).rejects.toMatchObject({
      reason: "conflict",
    });
    for (let again = true; again; ) {
      again = await crashes(cleanUp(crashing(1)));
      expect(await view(ledger)).toEqual(all);
    }
    expect(await core.categories.usage(ledger, target.id)).toEqual(usage);
  });
});

describe("a deleted category that is restored", () => {
  test("is as it was after a move", async () => {
    const { ledger, gone, target, transaction } = await deleted(true);
    const other = await addCategory(ledger);
    const [changed, moved] = await listAll(core.transactions, ledger, { startDate: "2026-01-01" });
    if (!changed || !moved) throw new Error("there are 120");
    await core.transactions.update(ledger, changed.id, { ...changed, amount: cents(3) });
    await core.transactions.update(ledger, moved.id, { ...moved, categoryId: other.id });
    expect(await restore(ledger, gone.id)).toBe(true);
    expect(await view(ledger)).toEqual({
      [gone.id]: { exists: true, listed: 119, actual: 121, projected: 1_000 },
      [target.id]: { exists: true, listed: 0, actual: 0, projected: 0 },
      [other.id]: { exists: true, listed: 1, actual: 1, projected: 0 },
    });
    const { id: _, createdAt: __, ...draft } = transaction;
    await core.transactions.add(ledger, { ...draft, categoryId: gone.id });
    await cleanUp();
    expect((await view(ledger))[gone.id]).toMatchObject({ listed: 120 });
  });

  test("has its plans; those saved for the other one since stay there", async () => {
    const { ledger, gone, target } = await deleted(true);
    const february = monthOf(2026, 2) ?? MONTH;
    await core.budgets.update(ledger, `${february}-${target.id}`, cents(7));
    await restore(ledger, gone.id);
    expect(await core.budgets.list(ledger, february)).toMatchObject([
      { categoryId: gone.id, projected: 100 },
      { categoryId: target.id, projected: 7 },
    ]);
    await core.categories.remove(ledger, gone.id, target.id);
    expect(await core.budgets.list(ledger, february)).toMatchObject([
      { categoryId: target.id, projected: 107 },
    ]);
  });

  test("has everything that was moved to it, wherever in a chain it is", async () => {
    const ledger = newLedger();
    const [first, second, third] = [
      await addCategory(ledger),
      await addCategory(ledger),
      await addCategory(ledger),
    ];
    await fill(ledger, first, 5);
    await fill(ledger, second, 3);
    const shown = (listed: number) => ({
      exists: true,
      listed,
      actual: listed,
      projected: expect.any(Number),
    });
    await core.categories.remove(ledger, first.id, second.id);
    now += RESTORABLE_MS / 2;
    await core.categories.remove(ledger, second.id, third.id);
    await core.categories.remove(ledger, third.id);
    expect(await view(ledger)).toEqual({});

    // The first one's thirty days are over, those of the chain's end are not.
    now += RESTORABLE_MS / 2 + 1;
    await core.categories.cleanUp(now);
    await restore(ledger, second.id);
    expect(await view(ledger)).toEqual({ [second.id]: shown(8) });
    await restore(ledger, third.id);
    expect(await view(ledger)).toMatchObject({ [second.id]: shown(8), [third.id]: { listed: 0 } });
    await restore(ledger, first.id);
    expect(await view(ledger)).toMatchObject({ [first.id]: shown(5), [second.id]: shown(3) });
  });

  test("is restored once by two at once", async () => {
    const { ledger, gone } = await deleted(false);
    const both = await Promise.all([1, 2].map(() => restore(ledger, gone.id)));
    expect(both.sort()).toEqual([false, true]);
    expect((await view(ledger))[gone.id]).toMatchObject({ listed: 120 });
  });

  test("is not found once its clean-up has begun", async () => {
    await cleanUp();
    const { ledger, gone } = await deleted(false);
    expect(await restore(newLedger(), gone.id)).toBe(false);
    expect(await restore(ledger, 1)).toBe(false);
    expect(await crashes(cleanUp(crashing(1)))).toBe(true);
    expect(await restore(ledger, gone.id)).toBe(false);
    await cleanUp();
    expect(await restore(ledger, gone.id)).toBe(false);
  });

  test("keeps everything if a clean-up was about to begin", async () => {
    const { ledger, gone } = await deleted(false);
    const client = interruptedClient(endpoint, async (command) => {
      if (command === "TransactWrite") await restore(ledger, gone.id);
    });
    await cleanUp(coreOver(createStore(client, fresh.name)));
    expect((await view(ledger))[gone.id]).toMatchObject({ listed: 120, projected: 1_000 });
  });
});

test("a deletion that races with additions leaves none of them behind", async () => {
  const ledger = newLedger();
  const gone = await addCategory(ledger);
  const draft = {
    description: "One",
    amount: cents(1),
    date: day("2026-11-05"),
    type: "expense",
    categoryId: gone.id,
    notes: null,
  } as const;
  const additions = Array.from({ length: 60 }, () => core.transactions.add(ledger, draft));
  const removal = core.categories.remove(ledger, gone.id);
  const outcomes = await Promise.allSettled(additions);
  await removal;
  for (const outcome of outcomes) {
    if (outcome.status === "rejected")
      expect(outcome.reason).toMatchObject({ message: "Category is required" });
  }
  expect(await view(ledger)).toEqual({});
  await cleanUp();
  expect(await itemsNaming(ledger, gone)).toEqual([]);
});

test("a reader sees nothing of a category that is deleted between its pages", {
  timeout: 60_000,
}, async () => {
  const ledger = newLedger();
  const gone = await addCategory(ledger);
  const notes = "n".repeat(1_500); // 1,000 of them are more than the megabyte of a page
  const writes = Array.from({ length: 1_000 }, () => {
    const transaction = {
      id: ids(),
      description: "One",
      amount: cents(1),
      type: "expense",
      categoryId: gone.id,
    } as const;
    return creationOf(ledger.ownerId, { ...transaction, date: day("2026-11-05"), notes, createdAt: ++now });
  });
  for (let from = 0; from < writes.length; from += 100)
    await fresh.table.transact(writes.slice(from, from + 100));
  let queries = 0;
  const client = interruptedClient(endpoint, async () => {
    queries++;
    if (queries === 2) await core.categories.remove(ledger, gone.id);
  });
  const reader = coreOver(createStore(client, fresh.name));
  expect(await listAll(reader.transactions, ledger, {})).toEqual([]);
  expect(queries).toBeGreaterThan(2);
});
