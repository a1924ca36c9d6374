import { beforeEach, describe, expect, test } from "vitest";
import { CATEGORY } from "../../../test/fixtures.ts";
import { type Product, startProduct } from "../../../test/harness.ts";

let product: Product;
let ana: Awaited<ReturnType<Product["person"]>>;
let food: number;
beforeEach(async () => {
  product = await startProduct();
  ana = await product.person();
  food = Object((await ana.post("/api/categories", CATEGORY)).body).id;
});

const RULES = "/api/rules";
const add = async (contains: string, categoryId = food) =>
  Object((await ana.post(RULES, { contains, categoryId })).body);
const texts = async () =>
  Object((await ana.get(RULES)).body).map(({ contains }: { contains: string }) => contains);

describe("rules", () => {
  test("stand in the order in which they were added, until all are put into another", async () => {
    const [market, cafe] = [await add("Market"), await add("Cafe")];
    expect((await ana.get(RULES)).body).toEqual([market, cafe]);
    const { status, body } = await ana.put(RULES, [cafe, { contains: "Bakery", categoryId: food }, market]);
    expect(status).toBe(200);
    expect(body).toEqual([cafe, { id: expect.any(Number), contains: "Bakery", categoryId: food }, market]);
    expect((await ana.get(RULES)).body).toEqual(body);
  });

  test("are deleted one by one", async () => {
    const market = await add("Market");
    await add("Cafe");
    expect((await ana.delete(`${RULES}/${market.id}`)).status).toBe(204);
    expect(await texts()).toEqual(["Cafe"]);
    expect((await ana.delete(`${RULES}/${market.id}`)).status).toBe(404);
  });

  test("that are added at once are all there", async () => {
    await Promise.all(["a", "b", "c", "d"].map((contains) => add(contains)));
    expect((await texts()).sort()).toEqual(["a", "b", "c", "d"]);
  });

  test("are added once under one Idempotency-Key", async () => {
    const key = { "idempotency-key": "rule-of-the-market" };
    const body = { contains: "Market", categoryId: food };
    const first = await ana.post(RULES, body, key);
    expect((await ana.post(RULES, body, key)).body).toEqual(first.body);
    expect(await texts()).toEqual(["Market"]);
  });

  test("follow a deleted category to where it moved, and go with one that moved nowhere", async () => {
    const [drinks, fun] = [
      Object((await ana.post("/api/categories", CATEGORY)).body).id,
      Object((await ana.post("/api/categories", CATEGORY)).body).id,
    ];
    await add("Cafe", drinks);
    await add("Cinema", fun);
    await ana.delete(`/api/categories/${drinks}?moveTo=${food}`);
    await ana.delete(`/api/categories/${fun}`);
    expect((await ana.get(RULES)).body).toEqual([
      { id: expect.any(Number), contains: "Cafe", categoryId: food },
    ]);
  });

  test.each([
    ["contains", { contains: "  " }, "Say what the description contains"],
    ["contains", { contains: "x".repeat(101) }, "Use at most 100 characters"],
    ["categoryId", { categoryId: null }, "Category is required"],
    ["categoryId", { categoryId: 7 }, "Choose a category of this budget"],
  ])("refuse a bad %s: %j", async (path, given, message) => {
    const { status, body } = await ana.post(RULES, { contains: "Market", categoryId: food, ...given });
    expect([status, body]).toEqual([400, { message, issues: [{ path, message }] }]);
  });

  test("put rows aside for a goal of their category, and for no other", async () => {
    const trips = Object((await ana.post("/api/categories", CATEGORY)).body).id;
    const dates = { startDate: "2026-11-01", targetDate: "2027-05-01" };
    const goal = { name: "Lisbon", targetAmount: 1000, categoryId: trips, ...dates };
    const goalId = Object((await ana.post("/api/financial-goals", goal)).body).id;
    const message = "Choose a goal of this category";
    for (const wrong of [
      { categoryId: food, goalId },
      { categoryId: trips, goalId: 7 },
    ]) {
      const rule = { contains: "Airline", ...wrong };
      expect(await ana.post(RULES, rule)).toMatchObject({
        status: 400,
        body: { message, issues: [{ path: "goalId", message }] },
      });
      expect(await ana.put(RULES, [rule])).toMatchObject({
        status: 400,
        body: { issues: [{ path: "0.goalId", message }] },
      });
    }
    const { status, body } = await ana.post(RULES, { contains: "Airline", categoryId: trips, goalId });
    expect([status, body]).toMatchObject([201, { goalId }]);
    const row = { date: "2026-11-05", description: "AIRLINE 7", amount: 40, type: "expense", notes: null };
    const rows = [
      { ...row, categoryId: trips },
      { ...row, categoryId: trips, amount: 2, goalId: null },
      { ...row, categoryId: food, amount: 3 },
    ];
    const sent = await ana.post("/api/imports", { batch: "batch-0001", source: "bank.csv", rows });
    expect(sent).toMatchObject({ status: 200, body: { added: 3, refused: [] } });
    expect((await ana.get("/api/financial-goals")).body).toMatchObject([{ currentAmount: 40 }]);
    // What was right when it was made does not keep later changes out.
    await ana.put(`/api/financial-goals/${goalId}`, { ...goal, status: "completed" });
    expect((await ana.put(RULES, [body, { contains: "Cafe", categoryId: food }])).status).toBe(200);
  });

  test("ask nothing of the category of a row that is here already, such as a refund", async () => {
    const refund = { date: "2026-11-05", description: "Market", amount: 4, categoryId: food, notes: null };
    const bring = (batch: string, type: string, rest = {}) =>
      ana.post("/api/imports", { batch, source: "bank.csv", rows: [{ ...refund, type, ...rest }] });
    expect((await bring("first-file", "expense", { refund: true })).body).toMatchObject({ added: 1 });
    // The next file knows only that money came in.
    const { body } = await bring("second-file", "income");
    expect(body).toMatchObject({ added: 0, already: 1, refused: [] });
    const another = await bring("third-file", "income", { amount: 9 });
    expect(another.body).toMatchObject({ refused: [{ message: "Choose a category of type income" }] });
  });

  test("leave rows of files out for ever in place of a category", async () => {
    const { status, body } = await ana.post(RULES, { contains: "To savings", leaveOut: true });
    expect({ status, body }).toEqual({
      status: 201,
      body: { id: expect.any(Number), contains: "To savings", leaveOut: true },
    });
    expect((await ana.get(RULES)).body).toEqual([body]);
    expect((await ana.put(RULES, [body])).body).toEqual([body]);
    const row = { date: "2026-11-05", description: "TO SAVINGS 17", amount: 100, type: "expense" };
    expect((await ana.post("/api/imports/match", { rows: [row, { date: 7 }] })).body).toEqual([
      { state: "left-out", transactionId: null, by: null },
      { state: "new", transactionId: null, by: null },
    ]);
    const message = "Category is required, unless the rule leaves rows out";
    for (const both of [{ leaveOut: true, categoryId: food }, {}]) {
      expect(await ana.post(RULES, { contains: "x", ...both })).toMatchObject({
        status: 400,
        body: { message },
      });
    }
  });

  test("are at most 200", async () => {
    const rules = Array.from({ length: 201 }, (_, index) => ({
      contains: `shop ${index}`,
      categoryId: food,
    }));
    expect((await ana.put(RULES, rules)).status).toBe(400);
    expect((await ana.put(RULES, rules.slice(1))).status).toBe(200);
    const { status, body } = await ana.post(RULES, rules[0]);
    expect([status, body]).toEqual([409, { message: "Keep at most 200 rules" }]);
  });

  test("of a deleted category are kept for its undo, however many replace them", async () => {
    const rulesOf = (categoryId: number) =>
      Array.from({ length: 200 }, (_, index) => ({ contains: `shop ${index} of ${categoryId}`, categoryId }));
    const newCategory = async () => Object((await ana.post("/api/categories", CATEGORY)).body).id;
    const [fun, home] = [await newCategory(), await newCategory()];
    expect((await ana.put(RULES, rulesOf(food))).status).toBe(200);
    expect((await ana.delete(`/api/categories/${food}`)).status).toBe(204);
    expect((await ana.put(RULES, rulesOf(fun))).status).toBe(200);
    const [deletion] = (await ana.get("/api/activity")).body as { id: string }[];
    expect((await ana.post(`/api/activity/${deletion?.id}/undo`)).status).toBe(200);
    expect(await texts()).toHaveLength(400);

    for (const gone of [food, fun]) expect((await ana.delete(`/api/categories/${gone}`)).status).toBe(204);
    const { status, body } = await ana.put(RULES, rulesOf(home));
    expect([status, Object(body).message]).toEqual([
      409,
      "Too many rules of deleted categories are kept for an undo. Save fewer rules for now",
    ]);
  });
});
