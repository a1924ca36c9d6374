import { creationOf } from "@coffer/dynamo/transaction/transactions";
import { beforeEach, describe, expect, test } from "vitest";
import { transaction } from "../../../../packages/test/fixtures.ts";
import { CATEGORY, transactionOf } from "../../../test/fixtures.ts";
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
  test("are in order of addition until they are rearranged", async () => {
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

  test("added concurrently are all kept", async () => {
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

  test("follow a deleted category to where it moved", async () => {
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

  test("assign rows only to goals of their category", async () => {
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
    // A stored rule that became invalid does not block later changes.
    await ana.put(`/api/financial-goals/${goalId}`, { ...goal, status: "completed" });
    expect((await ana.put(RULES, [body, { contains: "Cafe", categoryId: food }])).status).toBe(200);
  });

  test("do not check the category of a row that was imported before", async () => {
    const refund = { date: "2026-11-05", description: "Market", amount: 4, categoryId: food, notes: null };
    const bring = (batch: string, type: string, rest = {}) =>
      ana.post("/api/imports", { batch, source: "bank.csv", rows: [{ ...refund, type, ...rest }] });
    expect((await bring("first-file", "expense", { refund: true })).body).toMatchObject({ added: 1 });
    // The next file shows only that money came in.
    const { body } = await bring("second-file", "income");
    expect(body).toMatchObject({ added: 0, already: 1, refused: [] });
    const another = await bring("third-file", "income", { amount: 9 });
    expect(another.body).toMatchObject({ refused: [{ message: "Choose a category of type income" }] });
  });

  test("can leave rows out instead of giving them a category", async () => {
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

  test("of a deleted category are kept for its undo", async () => {
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

describe("rules with amounts, names and own transfers", () => {
  async function household() {
    const person = await product.person();
    const add = async (type: string, name: string) =>
      Object((await person.post("/api/categories", { ...CATEGORY, name, type })).body).id as number;
    const [food, fun] = [await add("expense", "Food"), await add("expense", "Fun")];
    const record = async (description: string, amount: number) =>
      Object((await person.post("/api/transactions", { ...transactionOf(food), description, amount })).body)
        .id as number;
    const rule = async (given: object) => Object((await person.post("/api/rules", given)).body);
    const shown = async () =>
      Object((await person.get("/api/transactions?startDate=2026-01-01")).body) as Record<string, unknown>[];
    const apply = async (ruleId: number, preview = false) =>
      person.post("/api/rules/apply", { ruleId, ...(preview && { preview }) });
    return { person, food, fun, record, rule, shown, apply };
  }

  test("keep every field", async () => {
    const { person, fun, rule } = await household();
    const sent = { contains: "AMZN", categoryId: fun, amountFrom: 5, amountTo: 12.5, rename: "Amazon" };
    const made = await rule(sent);
    expect(made).toMatchObject(sent);
    const own = { contains: "TO SAVINGS", transfer: true };
    expect(await rule(own)).toMatchObject(own);
    const named = { contains: "PP*123", rename: "PayPal" };
    expect(await rule(named)).toMatchObject(named);
    const all = Object((await person.get("/api/rules")).body);
    expect(all).toMatchObject([sent, own, named]);
    expect((await person.put("/api/rules", all)).body).toEqual(all);
    const exported = JSON.stringify((await person.get("/api/export")).body);
    for (const part of ['"amountTo":12.5', '"rename":"Amazon"', '"transfer":true'])
      expect(exported).toContain(part);
  });

  test.each([
    [{ amountFrom: 5, amountTo: 4 }, "amountTo", "The largest amount must not be below the smallest"],
    [{ amountFrom: -1 }, "amountFrom", "Amount must be a positive number"],
    [{ amountTo: 1.005 }, "amountTo", "Use at most two decimals"],
    [{ rename: " " }, "rename", "Say what to call it"],
    [{ transfer: true }, "categoryId", "Category is required, unless the rule leaves rows out"],
  ])("%j is 400", async (given, path, message) => {
    const { person, fun } = await household();
    const answer = await person.post("/api/rules", { contains: "x", categoryId: fun, ...given });
    expect(answer).toMatchObject({ status: 400, body: { issues: [{ path, message }] } });
  });

  test("are applied to existing transactions in one entry", async () => {
    const { person, food, fun, record, rule, shown, apply } = await household();
    const [small, large] = [await record("AMZN MKTP 1", 9), await record("AMZN MKTP 2", 90)];
    await record("Bakery", 9);
    const before = await shown();
    const { id } = await rule({ contains: "amzn", categoryId: fun, amountTo: 20, rename: "Amazon" });
    const preview = await apply(id, true);
    expect(preview).toMatchObject({
      status: 200,
      body: {
        changes: [
          { id: small, before: { categoryId: food }, after: { categoryId: fun, description: "Amazon" } },
        ],
      },
    });
    expect(await shown()).toEqual(before);
    const applied = await apply(id);
    expect(applied.body).toEqual(preview.body);
    const now = await shown();
    expect(now.find((one) => one.id === small)).toMatchObject({ categoryId: fun, description: "Amazon" });
    expect(now.find((one) => one.id === large)).toMatchObject({ categoryId: food });
    expect((await apply(id, true)).body).toEqual({ changes: [], more: 0 });
    await person.post(`/api/activity/${applied.headers.get("x-activity-id")}/undo`);
    expect(await shown()).toEqual(before);
  });

  test("apply the first matching rule", async () => {
    const { person, food, fun, record, rule, apply } = await household();
    await record("AMZN PRIME", 9);
    await rule({ contains: "prime", categoryId: food });
    const { id } = await rule({ contains: "amzn", categoryId: fun });
    expect((await apply(id, true)).body).toEqual({ changes: [], more: 0 });
    const pay = Object(
      (await person.post("/api/categories", { ...CATEGORY, name: "Pay", type: "income" })).body,
    );
    const other = await rule({ contains: "amzn", categoryId: pay.id });
    expect((await apply(other.id, true)).body).toEqual({ changes: [], more: 0 });
    expect(await apply(7, true)).toMatchObject({ status: 404 });
  });

  test("mark existing rows as own transfers", async () => {
    const { person, food, record, rule, shown, apply } = await household();
    const id = await record("To savings", 200);
    await record("Bakery", 5);
    const before = await shown();
    const made = await rule({ contains: "to savings", transfer: true });
    expect((await apply(made.id, true)).body).toMatchObject({ changes: [{ id, after: null }] });
    const applied = await apply(made.id);
    expect(applied.status).toBe(200);
    expect((await shown()).map(({ description }) => description)).toEqual(["Bakery"]);
    await person.post(`/api/activity/${applied.headers.get("x-activity-id")}/undo`);
    expect(await shown()).toEqual(before);
    expect(food).toBeGreaterThan(0);
  });

  test("rename imported rows, which the same file still recognizes", async () => {
    const { person, food, rule, shown } = await household();
    await rule({ contains: "amzn", categoryId: food, rename: "Amazon" });
    await rule({ contains: "to savings", transfer: true });
    const row = { date: "2026-11-03", amount: 9, type: "expense" };
    const rows = [
      { ...row, description: "AMZN MKTP DE*2", categoryId: food },
      { ...row, description: "TO SAVINGS 12" },
    ];
    const load = (batch: string) => person.post("/api/imports", { batch, source: "bank.csv", rows });
    expect((await load("batch-one")).body).toMatchObject({ added: 1, toReview: 0 });
    expect((await shown()).map(({ description }) => description)).toEqual(["Amazon"]);
    expect((await load("batch-two")).body).toMatchObject({ added: 0, already: 2 });
  });

  test("apply to more rows than one write can hold", async () => {
    const { person, food, fun, rule, shown, apply } = await household();
    const items = Array.from({ length: 130 }, (_, n) =>
      creationOf(person.id, transaction({ id: n + 1, categoryId: food, description: `Shop ${n}` })),
    );
    await product.table.transact(items.slice(0, 90));
    await product.table.transact(items.slice(90));
    const before = await shown();
    const { id } = await rule({ contains: "shop", categoryId: fun });
    const applied = await apply(id);
    expect(Object(applied.body).changes).toHaveLength(130);
    expect((await shown()).every(({ categoryId }) => categoryId === fun)).toBe(true);
    await person.post(`/api/activity/${applied.headers.get("x-activity-id")}/undo`);
    expect(await shown()).toEqual(before);
  });
});
