import { UNREADABLE_HEADER } from "@coffer/contract/error";
import { idText, ledgerKey } from "@coffer/dynamo/table/item";
import { beforeAll, describe, expect, test } from "vitest";
import { createFixtures, type Person, subscriptionOf, transactionOf } from "./fixtures.ts";
import { startProduct } from "./harness.ts";

/** Field values that no release has written. */
const DAMAGED = {
  transaction: { day: "2026-02-31", amount: "a lot" },
  subscription: { frequency: "hourly" },
  goal: { targetAmount: null },
  plan: { projected: "much" },
  settlement: { amount: true },
  review: { amount: "a lot" },
};
const LISTS = [
  "/api/transactions?startDate=2026-11-01&endDate=2026-11-30",
  "/api/categories",
  "/api/budgets?month=11&year=2026",
  "/api/month?month=11&year=2026",
  "/api/to-spend?month=11&year=2026",
  "/api/year?from=2026-01&months=12",
  "/api/subscriptions",
  "/api/suggestions",
  "/api/financial-goals",
  "/api/balance",
  "/api/budget-tips?month=11&year=2026",
  "/api/activity",
  "/api/review",
  "/api/notifications",
  "/api/export",
];

describe("a budget with one unreadable item of each kind", () => {
  const product = startProduct();
  let person: Person;
  let food: number;

  /** Overwrites fields of an existing item. */
  async function damage(sk: string, fields: object) {
    const { table } = await product;
    const key = ledgerKey(person.id, sk);
    const item = await table.get(key);
    if (!item) throw new Error(`there is no ${sk}`);
    await table.put({ ...item, ...key, ...fields });
  }

  beforeAll(async () => {
    const fixtures = await createFixtures(await product);
    person = fixtures.owner;
    food = await fixtures.category();
    const other = await fixtures.category({ name: "Rent" });
    const make = async (path: string, body: object) => Object((await person.post(path, body)).body).id;
    for (const description of ["Market", "Bakery"])
      await make("/api/transactions", { ...transactionOf(food), description });
    const broken = await make("/api/transactions", { ...transactionOf(food), description: "Broken" });
    await make("/api/subscriptions", { ...subscriptionOf(food), name: "Paper" });
    const subscription = await make("/api/subscriptions", { ...subscriptionOf(food), name: "Broken" });
    await fixtures.goal();
    const goal = await fixtures.goal();
    for (const categoryId of [food, other])
      await make("/api/budgets", { categoryId, month: 11, year: 2026, projected: 100 });
    await damage(`TX#${idText(broken)}`, DAMAGED.transaction);
    await damage(`SUBSCRIPTION#${idText(subscription)}`, DAMAGED.subscription);
    await damage(`GOAL#${idText(goal)}`, DAMAGED.goal);
    await damage(`PLAN#2026-11#${idText(other)}`, DAMAGED.plan);
    await damage(`CATEGORY#${idText(food)}`, { icon: "skull", name: 7 });
    await damage(`TX#${idText((await fixtures.reviewRow()).id)}`, DAMAGED.review);
    const { table } = await product;
    await table.put({ ...ledgerKey(person.id, "SETTLEMENT#1"), id: 1, ...DAMAGED.settlement });
  });

  test.each(LISTS)("shows the readable rest in %s", async (path) => {
    const { status, body } = await person.get(path);
    expect([status, body]).toEqual([200, expect.anything()]);
    expect(JSON.stringify(body)).not.toContain("skull");
  });

  test("counts unreadable items in its answers", async () => {
    const answer = await person.get("/api/transactions?startDate=2026-11-01&endDate=2026-11-30");
    expect(Object(answer.body).map(({ description }: { description: string }) => description)).toEqual(
      expect.arrayContaining(["Market", "Bakery"]),
    );
    expect(Object(answer.body)).toHaveLength(2);
    expect(answer.headers.get(UNREADABLE_HEADER)).toBe("1");
    expect((await person.get("/api/subscriptions")).body).toMatchObject([{ name: "Paper" }]);
    expect((await person.get("/api/financial-goals")).body).toHaveLength(1);
    expect((await product).logged.join()).toContain("unreadable items");
  });

  test("shows the readable part of a category", async () => {
    const { body } = await person.get("/api/categories");
    expect(body).toContainEqual(expect.objectContaining({ id: food, icon: "category" }));
  });

  test("is complete once the unreadable items are removed", async () => {
    let removed = 0;
    for (let cursor = ""; cursor !== null; ) {
      const { body } = await person.delete(`/api/unreadable${cursor && `?cursor=${cursor}`}`);
      removed += Object(body).removed;
      cursor = Object(body).cursor;
    }
    expect(removed).toBe(6);
    const { body, headers } = await person.get("/api/month?month=11&year=2026");
    expect(headers.get(UNREADABLE_HEADER)).toBeNull();
    expect(Object(body).transactions).toHaveLength(2);
  });
});
