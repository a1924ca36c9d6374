import { createCategories } from "@coffer/core/category/categories";
import { createSubscriptions } from "@coffer/core/subscription/subscriptions";
import { createTransactions } from "@coffer/core/transaction/transactions";
import type { Category } from "@coffer/domain/category/category";
import { cents } from "@coffer/domain/money/money";
import { beforeAll, describe, expect, inject, test } from "vitest";
import { interruptedClient } from "../../../test/crashing-client.ts";
import { category, day, subscriptionDraft } from "../../../test/fixtures.ts";
import { refusal } from "../../../test/refusal.ts";
import { freshTable, idsInARow, ownLedger } from "../../../test/store.ts";
import { listAll } from "../../../test/transactions.ts";
import { createStore } from "../stores.ts";
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
const newLedger = () => ownLedger(++owners);
type Budget = ReturnType<typeof newLedger>;
const draft = (given: Partial<Category> = {}) => {
  const { id: _, ...rest } = category({ id: 1, ...given });
  return rest;
};
const spend = (ledger: Budget, { id: categoryId, type }: Category) =>
  transactions.add(ledger, {
    description: "Lunch",
    amount: cents(12_50),
    date: day("2026-11-05"),
    type,
    categoryId,
    notes: null,
  });

describe("a category", () => {
  test("is listed only in its budget", async () => {
    const ledger = newLedger();
    const food = await categories.add(ledger, draft({ name: "Food" }));
    const home = await categories.add(ledger, draft({ name: "Food" }));
    const changed = await categories.update(
      ledger,
      home.id,
      draft({ name: "Home", color: "red", icon: "home" }),
    );
    expect(await categories.list(ledger)).toEqual([food, changed]);
    expect(await categories.list(newLedger())).toEqual([]);
  });

  test("keeps its group, its place and whether it is archived", async () => {
    const ledger = newLedger();
    const given = { group: "Home", position: 3, archived: true };
    await categories.add(ledger, draft(given));
    expect(await categories.list(ledger)).toMatchObject([given]);
  });
});

const subscribe = (ledger: Budget, { id: categoryId, type }: Category) =>
  subscriptions.add(ledger, subscriptionDraft({ categoryId, type }));

describe("the type of a category", () => {
  test("follows from the name where none is stored, until the next edit stores it", async () => {
    const ledger = newLedger();
    const [side, food] = [
      await categories.add(ledger, draft({ name: "Side income", type: "expense" })),
      await categories.add(ledger, draft({ name: "Food", type: "income" })),
    ];
    for (const { id } of [side, food]) {
      const names = { ExpressionAttributeNames: { "#type": "type" } };
      await table.update({
        Key: categoryKey(ledger.ownerId, id),
        UpdateExpression: "REMOVE #type",
        ...names,
      });
    }
    expect((await categories.list(ledger)).map(({ type }) => type)).toEqual(["income", "expense"]);
    await spend(ledger, { ...food, type: "expense" });
    const renamed = draft({ name: "Kitchen", type: "expense" });
    expect(await categories.update(ledger, food.id, renamed)).toMatchObject(renamed);
    expect(await table.get(categoryKey(ledger.ownerId, food.id))).toMatchObject({ type: "expense" });
  });

  test("changes while it has no transactions", async () => {
    const ledger = newLedger();
    const food = await categories.add(ledger, draft({ type: "expense" }));
    const income = await categories.update(ledger, food.id, draft({ type: "income" }));
    expect(income.type).toBe("income");
    const { id } = await spend(ledger, income);
    const used = refusal("conflict", "This category has transactions, so its type cannot change");
    await expect(categories.update(ledger, food.id, draft({ type: "expense" }))).rejects.toEqual(used);
    expect(await categories.list(ledger)).toEqual([income]);
    await transactions.remove(ledger, id);
    expect(await categories.update(ledger, food.id, draft({ type: "expense" }))).toMatchObject({
      type: "expense",
    });
  });

  test("stays when a transaction is added between the check and the change", async () => {
    const ledger = newLedger();
    const food = await categories.add(ledger, draft({ type: "expense" }));
    let writes = 0;
    const client = interruptedClient(inject("engine"), async (command) => {
      if (command === "TransactWrite" && ++writes === 1) await spend(ledger, food);
    });
    const slow = createCategories(createStore(client, name), { ids, clock: () => ++now });
    await expect(slow.update(ledger, food.id, draft({ type: "income" }))).rejects.toMatchObject({
      reason: "conflict",
    });
    expect(await categories.list(ledger)).toEqual([food]);
    expect(writes).toBe(1);
  });

  test("stays when a subscription is added between the check and the change", async () => {
    const ledger = newLedger();
    const food = await categories.add(ledger, draft({ type: "expense" }));
    let writes = 0;
    const client = interruptedClient(inject("engine"), async (command) => {
      if (command === "TransactWrite" && ++writes === 1) await subscribe(ledger, food);
    });
    const slow = createCategories(createStore(client, name), { ids, clock: () => ++now });
    await expect(slow.update(ledger, food.id, draft({ type: "income" }))).rejects.toEqual(
      refusal("conflict", "This category has subscriptions, so its type cannot change"),
    );
    expect(await categories.list(ledger)).toEqual([food]);
  });

  test("matches a subscription's, even if it changes just before that is saved", async () => {
    const ledger = newLedger();
    const food = await categories.add(ledger, draft({ type: "expense" }));
    let writes = 0;
    const client = interruptedClient(inject("engine"), async (command) => {
      if (command === "TransactWrite" && ++writes === 1)
        await categories.update(ledger, food.id, draft({ type: "income" }));
    });
    const slow = createSubscriptions(createStore(client, name), { ids, clock: () => ++now });
    const late = subscriptionDraft({ categoryId: food.id, type: "expense" });
    await expect(slow.add(ledger, late)).rejects.toEqual(
      refusal("invalid", "Choose a category of type expense"),
    );
    expect(await subscriptions.list(ledger)).toEqual([]);
  });

  test("never differs from its transactions', whatever is added while it changes", async () => {
    for (let round = 0; round < 10; round++) {
      const ledger = newLedger();
      const food = await categories.add(ledger, draft({ type: "expense" }));
      await Promise.allSettled([
        categories.update(ledger, food.id, draft({ type: "income" })),
        ...Array.from({ length: 5 }, () => spend(ledger, food)),
        ...Array.from({ length: 5 }, () => spend(ledger, { ...food, type: "income" })),
      ]);
      const [listed] = await categories.list(ledger);
      const types = (await listAll(transactions, ledger, {})).map(({ type }) => type);
      expect(types.filter((type) => type !== listed?.type)).toEqual([]);
    }
  });
});

describe("deleting a category", () => {
  test("moves only to another one of its budget and its type", async () => {
    const ledger = newLedger();
    const food = await categories.add(ledger, draft({ type: "expense" }));
    const salary = await categories.add(ledger, draft({ type: "income" }));
    const foreign = await categories.add(newLedger(), draft({ type: "expense" }));
    for (const target of [food.id, salary.id, foreign.id, 9_999]) {
      await expect(categories.remove(ledger, food.id, target)).rejects.toEqual(
        refusal("invalid", "Choose another category of the same type"),
      );
    }
    expect(await categories.list(ledger)).toHaveLength(2);
  });

  test("can be previewed", async () => {
    const ledger = newLedger();
    const food = await categories.add(ledger, draft());
    await spend(ledger, food);
    await spend(ledger, food);
    expect(await categories.usage(ledger, food.id)).toEqual({
      transactions: 2,
      budgets: 0,
      subscriptions: 0,
      goals: 0,
    });
  });
});
