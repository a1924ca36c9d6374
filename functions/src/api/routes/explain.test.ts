import { beforeAll, describe, expect, test } from "vitest";
import { type Product, startProduct, type Visitor } from "../../../test/harness.ts";

let product: Product;
let ana: Visitor;
let food: number;
beforeAll(async () => {
  product = await startProduct();
  ana = await product.person();
  const draft = { name: "Food", icon: "home", color: "blue", type: "expense" };
  food = Object((await ana.post("/api/categories", draft)).body).id;
  const spend = (amount: number, date: string, refund?: true) =>
    ana.post("/api/transactions", {
      description: "Lunch",
      amount,
      date,
      type: "expense",
      categoryId: food,
      refund,
    });
  await spend(12.5, "2026-11-05");
  await spend(30.1, "2026-11-06");
  await spend(2.5, "2026-11-07", true);
  await spend(60, "2026-10-05");
  await ana.post("/api/budgets", { categoryId: food, month: 11, year: 2026, projected: 80 });
});

const explain = (query: string) => ana.get(`/api/explain?month=11&year=2026&${query}`);

describe("explaining a month's number", () => {
  test("lists a category's rows with their sum, history and usual amount", async () => {
    const { status, body } = await explain(`categoryId=${food}`);
    expect(status).toBe(200);
    expect(body).toMatchObject({
      amount: 40.1,
      rows: [
        { kind: "transaction", amount: -2.5, transaction: { amount: 2.5, refund: true } },
        { kind: "transaction", amount: 30.1 },
        { kind: "transaction", amount: 12.5 },
      ],
      usual: 60,
      largest: { amount: 30.1, transaction: { date: "2026-11-06" } },
    });
    expect(Object(body).months.map(({ amount }: { amount: number }) => amount)).toEqual([
      0, 0, 0, 0, 60, 40.1,
    ]);
    expect(Object(body).months[0]).toMatchObject({ month: 6, year: 2026 });
  });

  test("lists plans for Monthly Budget, income and expenses for Remaining", async () => {
    const plan = { categoryId: food, month: 11, year: 2026, projected: 80 };
    expect((await explain("card=budget")).body).toMatchObject({
      amount: 80,
      rows: [{ kind: "plan", amount: 80, plan }],
    });
    expect((await explain("card=remaining")).body).toMatchObject({ amount: -40.1 });
  });

  test("shows what a category's transactions leave of its plan", async () => {
    expect((await explain(`categoryId=${food}&part=plan`)).body).toMatchObject({
      amount: 80,
      rows: [{ kind: "plan", amount: 80 }],
    });
    expect((await explain(`categoryId=${food}&part=difference`)).body).toMatchObject({
      amount: 39.9,
      rows: [{ amount: 80 }, { amount: 2.5 }, { amount: -30.1 }, { amount: -12.5 }],
    });
    expect((await explain("card=left")).body).toMatchObject({ amount: 39.9 });
  });

  test("sums several categories", async () => {
    const draft = { name: "Rent", icon: "home", color: "blue", type: "expense", month: 11, year: 2026 };
    const { id } = Object((await ana.post("/api/categories", { ...draft, projected: 20 })).body);
    expect((await explain(`categoryId=${food},${id}&part=plan`)).body).toMatchObject({ amount: 100 });
    expect((await explain(`categoryId=${food},7`)).status).toBe(404);
    expect((await explain(`categoryId=${food},`)).status).toBe(400);
  });

  test.each([[""], [`card=budget&categoryId=1`]])("is 400 for %j", async (query) => {
    expect(await explain(query)).toMatchObject({
      status: 400,
      body: { message: "Send either categoryId or card" },
    });
  });

  test("of an unknown category is 404", async () => {
    expect((await explain("categoryId=7")).status).toBe(404);
  });
});
