import { beforeAll, expect, test } from "vitest";
import { CATEGORY, GOAL, type Person, signIn, subscriptionOf, transactionOf } from "./fixtures.ts";
import { type Answer, type Product, startProduct } from "./harness.ts";

// A table transaction accepts one write for each item, so a request that names a thing twice must not become an error.

let product: Product;
let person: Person;
let made: { food: number; fun: number; goal: number; first: number; second: number; subscription: number };
beforeAll(async () => {
  product = await startProduct();
  person = await product.person();
  const make = async (path: string, body: object) => {
    const answer = await person.post(path, body);
    expect(answer.status, JSON.stringify(answer.body)).toBe(201);
    return Number(Object(answer.body).id);
  };
  const food = await make("/api/categories", CATEGORY);
  const fun = await make("/api/categories", { ...CATEGORY, name: "Fun" });
  const goal = await make("/api/financial-goals", { ...GOAL, categoryId: food });
  const saved = { ...transactionOf(food), goalId: goal };
  const [first, second] = [await make("/api/transactions", saved), await make("/api/transactions", saved)];
  const subscription = await make("/api/subscriptions", subscriptionOf(food));
  made = { food, fun, goal, first, second, subscription };
});

const MONTH = { month: 11, year: 2026 };
const twice = <T>(thing: T): T[] => [thing, thing];
const CALLS: Record<string, (of: typeof made) => Promise<Answer>> = {
  "one category in an order": ({ food }) =>
    person.put("/api/categories/order", twice({ id: food, group: null, archived: false })),
  "one category with different groups": ({ food }) =>
    person.put("/api/categories/order", [
      { id: food, group: "A" },
      { id: food, group: "B" },
    ]),
  "one category in a month's plans": ({ food }) =>
    person.post("/api/budgets/plan-month", {
      ...MONTH,
      plans: [
        { categoryId: food, projected: 1 },
        { categoryId: food, projected: 2 },
      ],
    }),
  "one category in a rebalance": ({ food, fun }) =>
    person.post("/api/budgets/rebalance", {
      ...MONTH,
      plans: [...twice({ categoryId: food, projected: 1 }), { categoryId: fun, projected: 3 }],
    }),
  "one transaction in a move": ({ first, fun }) =>
    person.post("/api/transactions/move", { transactions: twice({ id: first }), categoryId: fun }),
  "a move to where some are already": ({ first, second, fun }) =>
    person.post("/api/transactions/move", {
      transactions: [{ id: first }, { id: second }, { id: first }],
      categoryId: fun,
    }),
  "one goal in the lines of a payment": ({ food, goal }) => {
    const line = { type: "expense", categoryId: food, amount: 1, goalId: goal };
    return person.post("/api/payments", { date: "2026-11-20", description: "Both", lines: twice(line) });
  },
  "one transaction that two rows are tied to": ({ first, food }) => {
    const row = { ...transactionOf(food), tiesTo: first };
    return person.post("/api/imports", {
      batch: "twice-tied",
      source: "A file",
      last: true,
      rows: twice(row),
    });
  },
  "one goal and one reference in the rows of an import": ({ food, goal }) => {
    const row = { ...transactionOf(food), goalId: goal, reference: "R1" };
    return person.post("/api/imports", {
      batch: "twice-goal",
      source: "A file",
      last: true,
      rows: twice(row),
    });
  },
  "a category that is moved to itself": ({ food }) => person.delete(`/api/categories/${food}?moveTo=${food}`),
  "one person on both sides of a settlement": () =>
    person.post("/api/settlements", { from: person.id, to: person.id, amount: 1, date: "2026-11-20" }),
  "one member with two shares of a purchase": ({ food }) => {
    const shares = twice({ userId: person.id, percent: 50 });
    return person.post("/api/transactions", { ...transactionOf(food), shares });
  },
  "rules that say the same": ({ food }) =>
    person.put("/api/rules", twice({ contains: "Market", categoryId: food })),
  "one notification that is read": () =>
    person.post("/api/notifications/read", { ids: twice("share:1:left") }),
  "one item in a restore": ({ food }) => {
    const item = { kind: "category", id: food, ...CATEGORY };
    return person.post("/api/restore", {
      batch: "twice-restored",
      version: 1,
      people: [],
      items: twice(item),
    });
  },
  "one transaction in a deletion": ({ second }) =>
    person.post("/api/transactions/delete", { transactions: twice({ id: second }) }),
};

test.each(Object.keys(CALLS))("%s is answered", async (name) => {
  await signIn(person);
  const answer = await CALLS[name]?.(made);
  expect(answer?.status, `${JSON.stringify(answer?.body)} ${product.logged.at(-1)}`).toBeLessThan(500);
});
