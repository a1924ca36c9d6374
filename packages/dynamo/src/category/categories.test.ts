import { createCategories } from "@coffer/core/category/categories";
import { createSubscriptions } from "@coffer/core/subscription/subscriptions";
import { createTransactions } from "@coffer/core/transaction/transactions";
import type { Category } from "@coffer/domain/category/category";
import { cents } from "@coffer/domain/money/money";
import { beforeAll, describe, expect, inject, test } from "vitest";
import { interruptedClient } from "../../../test/crashing-client.ts";
import { category, day, subscriptionDraft } from "../../../test/fixtures.ts";
import { refusal } from "../../../test/refusal.ts";
import { freshTable, idsInARow, ownBudget } from "../../../test/store.ts";
import { createStore } from "../table/store.ts";
import type { Table } from "../table/table.ts";
import { categoryKey } from "./resolve-category.ts";

const ids = idsInARow();
let name: string;
let table: Table;
let categories: ReturnType<typeof createCategories>;
let transactions: ReturnType<typeof createTransactions>;
let subscriptions: ReturnType<typeof createSubscriptions>;
let now = Date.parse("2026-11-21T12:00:00Z");
beforeAll(async () => {
  const fresh = await freshTable(inject("engine"));
  const env = { ids, clock: () => ++now };
  ({ name, table } = fresh);
  categories = createCategories(fresh.store, env);
  transactions = createTransactions(fresh.store, env);
  subscriptions = createSubscriptions(fresh.store, env);
});

let owners = 2_000;
const newBudget = () => ownBudget(++owners);
type Budget = ReturnType<typeof newBudget>;
const draft = (given: Partial<Category> = {}) => {
  const { id: _, ...rest } = category({ id: 1, ...given });
  return rest;
};
const spend = (budget: Budget, { id: categoryId, type }: Category) =>
  transactions.add(budget, {
    description: "Lunch",
    amount: cents(12_50),
    date: day("2026-11-05"),
    type,
    categoryId,
    notes: null,
  });

describe("a category", () => {
  test("is listed as it was added and changed, in its budget alone", async () => {
    const budget = newBudget();
    const food = await categories.add(budget, draft({ name: "Food" }));
    const home = await categories.add(budget, draft({ name: "Food" }));
    const changed = await categories.update(
      budget,
      home.id,
      draft({ name: "Home", color: "red", icon: "home" }),
    );
    expect(await categories.list(budget)).toEqual([food, changed]);
    expect(await categories.list(newBudget())).toEqual([]);
  });

  test("keeps its group, its place and whether it is archived", async () => {
    const budget = newBudget();
    const given = { group: "Home", position: 3, archived: true };
    await categories.add(budget, draft(given));
    expect(await categories.list(budget)).toMatchObject([given]);
  });

  test("is added once under one Idempotency-Key", async () => {
    const budget = newBudget();
    const once = { key: "key-00001", request: "same" };
    const first = await categories.add(budget, draft(), once);
    expect(await categories.add(budget, draft(), once)).toEqual(first);
    expect(await categories.list(budget)).toHaveLength(1);
  });

  test("that is not there can be neither changed, counted nor deleted", async () => {
    const { id } = await categories.add(newBudget(), draft());
    const stranger = newBudget();
    const notFound = refusal("notFound", "Category not found");
    await expect(categories.update(stranger, id, draft())).rejects.toEqual(notFound);
    await expect(categories.usage(stranger, id)).rejects.toEqual(notFound);
    await expect(categories.remove(stranger, id)).rejects.toEqual(notFound);
  });
});

const subscribe = (budget: Budget, { id: categoryId, type }: Category) =>
  subscriptions.add(budget, subscriptionDraft({ categoryId, type }));

describe("the type of a category", () => {
  test("is by its name where none is stored, and stored with the next edit", async () => {
    const budget = newBudget();
    const [side, food] = [
      await categories.add(budget, draft({ name: "Side income", type: "expense" })),
      await categories.add(budget, draft({ name: "Food", type: "income" })),
    ];
    for (const { id } of [side, food]) {
      const names = { ExpressionAttributeNames: { "#type": "type" } };
      await table.update({
        Key: categoryKey(budget.ownerId, id),
        UpdateExpression: "REMOVE #type",
        ...names,
      });
    }
    expect((await categories.list(budget)).map(({ type }) => type)).toEqual(["income", "expense"]);
    await spend(budget, { ...food, type: "expense" });
    const renamed = draft({ name: "Kitchen", type: "expense" });
    expect(await categories.update(budget, food.id, renamed)).toMatchObject(renamed);
    expect(await table.get(categoryKey(budget.ownerId, food.id))).toMatchObject({ type: "expense" });
  });

  test("changes while it has no transactions, and again after its last one is gone", async () => {
    const budget = newBudget();
    const food = await categories.add(budget, draft({ type: "expense" }));
    const income = await categories.update(budget, food.id, draft({ type: "income" }));
    expect(income.type).toBe("income");
    const { id } = await spend(budget, income);
    const used = refusal("conflict", "This category has transactions, so its type cannot change");
    await expect(categories.update(budget, food.id, draft({ type: "expense" }))).rejects.toEqual(used);
    expect(await categories.list(budget)).toEqual([income]);
    await transactions.remove(budget, id);
    expect(await categories.update(budget, food.id, draft({ type: "expense" }))).toMatchObject({
      type: "expense",
    });
  });

  test("stays when a transaction comes after there were none and before it changes", async () => {
    const budget = newBudget();
    const food = await categories.add(budget, draft({ type: "expense" }));
    let writes = 0;
    const client = interruptedClient(inject("engine"), async (command) => {
      if (command === "TransactWrite" && ++writes === 1) await spend(budget, food);
    });
    const slow = createCategories(createStore(client, name), { ids, clock: () => ++now });
    await expect(slow.update(budget, food.id, draft({ type: "income" }))).rejects.toMatchObject({
      reason: "conflict",
    });
    expect(await categories.list(budget)).toEqual([food]);
    expect(writes).toBe(1);
  });

  test("stays when a subscription comes after there were none and before it changes", async () => {
    const budget = newBudget();
    const food = await categories.add(budget, draft({ type: "expense" }));
    let writes = 0;
    const client = interruptedClient(inject("engine"), async (command) => {
      if (command === "TransactWrite" && ++writes === 1) await subscribe(budget, food);
    });
    const slow = createCategories(createStore(client, name), { ids, clock: () => ++now });
    await expect(slow.update(budget, food.id, draft({ type: "income" }))).rejects.toEqual(
      refusal("conflict", "This category has subscriptions, so its type cannot change"),
    );
    expect(await categories.list(budget)).toEqual([food]);
  });

  test("is that of a subscription, however late it changes before that is saved", async () => {
    const budget = newBudget();
    const food = await categories.add(budget, draft({ type: "expense" }));
    let writes = 0;
    const client = interruptedClient(inject("engine"), async (command) => {
      if (command === "TransactWrite" && ++writes === 1)
        await categories.update(budget, food.id, draft({ type: "income" }));
    });
    const slow = createSubscriptions(createStore(client, name), { ids, clock: () => ++now });
    const late = subscriptionDraft({ categoryId: food.id, type: "expense" });
    await expect(slow.add(budget, late)).rejects.toEqual(
      refusal("invalid", "Choose a category of type expense"),
    );
    expect(await subscriptions.list(budget)).toEqual([]);
  });

  test("never differs from its transactions', whatever is added while it changes", async () => {
    for (let round = 0; round < 10; round++) {
      const budget = newBudget();
      const food = await categories.add(budget, draft({ type: "expense" }));
      await Promise.allSettled([
        categories.update(budget, food.id, draft({ type: "income" })),
        ...Array.from({ length: 5 }, () => spend(budget, food)),
        ...Array.from({ length: 5 }, () => spend(budget, { ...food, type: "income" })),
      ]);
      const [listed] = await categories.list(budget);
      const types = (await transactions.list(budget, {})).map(({ type }) => type);
      expect(types.filter((type) => type !== listed?.type)).toEqual([]);
    }
  });
});

describe("deleting a category", () => {
  test("moves only to another one of its budget and its type", async () => {
    const budget = newBudget();
    const food = await categories.add(budget, draft({ type: "expense" }));
    const salary = await categories.add(budget, draft({ type: "income" }));
    const foreign = await categories.add(newBudget(), draft({ type: "expense" }));
    for (const target of [food.id, salary.id, foreign.id, 9_999]) {
      await expect(categories.remove(budget, food.id, target)).rejects.toEqual(
        refusal("invalid", "Choose another category of the same type"),
      );
    }
    expect(await categories.list(budget)).toHaveLength(2);
  });

  test("says before what it would touch", async () => {
    const budget = newBudget();
    const food = await categories.add(budget, draft());
    await spend(budget, food);
    await spend(budget, food);
    expect(await categories.usage(budget, food.id)).toEqual({
      transactions: 2,
      budgets: 0,
      subscriptions: 0,
      goals: 0,
    });
  });
});
