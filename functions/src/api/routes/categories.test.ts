import { beforeAll, describe, expect, test } from "vitest";
import { subscriptionOf } from "../../../test/fixtures.ts";
import { type Product, startProduct, type Visitor } from "../../../test/harness.ts";

let product: Product;
let ana: Visitor;
beforeAll(async () => {
  product = await startProduct();
  ana = await product.person();
});

const food = { name: "Food", description: null, icon: "restaurant", color: "red", type: "expense" };
const add = async (person: Visitor, given: Record<string, unknown> = {}) => {
  const { kindNow: _, ...listed } = Object(
    (await person.post("/api/categories", { ...food, ...given })).body,
  );
  return listed;
};

describe("a category", () => {
  test("is created with 201", async () => {
    const ben = await product.person();
    const { status, body } = await ben.post("/api/categories", { ...food, id: 7, deleting: true });
    expect({ status, body }).toEqual({
      status: 201,
      body: { ...food, id: expect.any(Number), kindNow: "everyday" },
    });
    expect(Object(body).id).not.toBe(7);
    const { kindNow: _, ...stored } = Object(body);
    expect((await ben.get("/api/categories")).body).toEqual([stored]);
    const change = { ...food, name: "Meals", description: "Out and in" };
    const path = `/api/categories/${Object(body).id}`;
    expect(await ben.put(path, change)).toMatchObject({
      status: 200,
      body: { ...change, id: Object(body).id },
    });
  });

  test.each([
    ["name", "", "Name is required"],
    ["name", "x".repeat(101), "Use at most 100 characters"],
    ["icon", "skull", "Icon is required"],
    ["color", undefined, "Color is required"],
    ["type", "both", "Type must be income or expense"],
    ["description", "x".repeat(201), "Use at most 200 characters"],
  ])("with %s %j is 400", async (field, value, message) => {
    expect(await ana.post("/api/categories", { ...food, [field]: value })).toMatchObject({
      status: 400,
      body: { message, issues: [{ path: field, message }] },
    });
  });

  test("keeps its type while it has transactions", async () => {
    const { id } = await add(ana);
    const lunch = { description: "Lunch", amount: 1, date: "2026-11-05", type: "expense", categoryId: id };
    await ana.post("/api/transactions", lunch);
    expect(await ana.put(`/api/categories/${id}`, { ...food, type: "income" })).toMatchObject({
      status: 409,
      body: { message: "This category has transactions, so its type cannot change" },
    });
  });

  test("keeps its type while it has a subscription", async () => {
    const { id } = await add(ana);
    await ana.post("/api/subscriptions", subscriptionOf(id));
    expect(await ana.put(`/api/categories/${id}`, { ...food, type: "income" })).toMatchObject({
      status: 409,
      body: { message: "This category has subscriptions, so its type cannot change" },
    });
  });

  test("of another person is 404 for every method", async () => {
    const { id } = await add(ana);
    const ben = await product.person();
    const notFound = { status: 404, body: { message: "Category not found" } };
    expect(await ben.put(`/api/categories/${id}`, food)).toMatchObject(notFound);
    expect(await ben.get(`/api/categories/${id}/usage`)).toMatchObject(notFound);
    expect(await ben.delete(`/api/categories/${id}`)).toMatchObject(notFound);
  });
});

describe("deleting a category", () => {
  /** A person with two categories; the first has a transaction of 10 and a plan of 100 in November. */
  async function household() {
    const person = await product.person();
    const [gone, target] = [await add(person), await add(person)];
    const lunch = {
      description: "Lunch",
      amount: 10,
      date: "2026-11-05",
      type: "expense",
      categoryId: gone.id,
    };
    await person.post("/api/transactions", lunch);
    await person.post("/api/budgets", { categoryId: gone.id, month: 11, year: 2026, projected: 100 });
    return { person, gone, target };
  }

  test("deletes what its usage counted before", async () => {
    const { person, gone, target } = await household();
    expect((await person.get(`/api/categories/${gone.id}/usage`)).body).toEqual({
      transactions: 1,
      budgets: 1,
      subscriptions: 0,
      goals: 0,
    });
    expect(await person.delete(`/api/categories/${gone.id}`)).toMatchObject({ status: 204 });
    expect((await person.get("/api/categories")).body).toEqual([target]);
    expect((await person.get("/api/transactions")).body).toEqual([]);
    expect((await person.get("/api/budgets?month=11&year=2026")).body).toEqual([]);
    expect((await person.delete(`/api/categories/${gone.id}`)).status).toBe(404);
  });

  test("can move its contents to another category of the same type", async () => {
    const { person, gone, target } = await household();
    const income = await add(person, { type: "income" });
    const message = "Choose another category of the same type";
    for (const target of [gone.id, income.id, 123]) {
      expect(await person.delete(`/api/categories/${gone.id}?moveTo=${target}`)).toMatchObject({
        status: 400,
        body: { message, issues: [{ path: "moveTo", message }] },
      });
    }
    expect((await person.delete(`/api/categories/${gone.id}?moveTo=x`)).status).toBe(400);
    expect((await person.delete(`/api/categories/${gone.id}?moveTo=${target.id}`)).status).toBe(204);
    expect((await person.get("/api/transactions")).body).toMatchObject([
      { categoryId: target.id, amount: 10 },
    ]);
    expect((await person.get("/api/budgets?month=11&year=2026")).body).toMatchObject([
      { categoryId: target.id, projected: 100, actual: 10 },
    ]);
  });
});

test("concurrent additions with unlessThere add a category once", async () => {
  const person = await product.person();
  const body = { ...food, group: "Daily", unlessThere: true };
  const add = async (given = {}) => {
    const answer = await person.post("/api/categories", { ...body, ...given });
    expect(answer.status).toBe(201);
    return Object(answer.body).id;
  };
  const [id, ...others] = await Promise.all([add(), add(), add({ name: ` ${food.name.toUpperCase()}` })]);
  expect(new Set([id, ...others, await add({ unlessThere: undefined, group: "Other" })]).size).toBe(2);
  expect(await add({ color: "green", projected: 4, month: 11, year: 2026 })).toBe(id);
  await Promise.all([add({ group: null }), add({ type: "income" }), add({ unlessThere: false })]);
  expect((await person.get("/api/categories")).body).toHaveLength(5);
});

describe("a category with its plan", () => {
  const plan = { month: 11, year: 2026, projected: 400 };

  test("is created once under one Idempotency-Key", async () => {
    const person = await product.person();
    const sent = { ...food, group: "Daily", ...plan };
    const key = { "idempotency-key": "plan-and-all" };
    const { status, body } = await person.send("POST", "/api/categories", sent, key);
    expect(status).toBe(201);
    const { kindNow, ...listed } = Object(body);
    expect(listed).toEqual({ ...food, group: "Daily", id: expect.any(Number) });
    expect(kindNow).toBe("everyday");
    expect((await person.send("POST", "/api/categories", sent, key)).body).toEqual(body);
    expect((await person.get("/api/categories")).body).toEqual([listed]);
    expect((await person.get("/api/budgets?month=11&year=2026")).body).toMatchObject([
      { categoryId: Object(body).id, projected: 400 },
    ]);
  });

  test.each([
    ["projected", -1, "Budget amount must be a non-negative number"],
    ["month", undefined, "Month is required"],
    ["month", 13, "Month must be 1 to 12"],
    ["year", 1, "Year must be 1900 to 2999"],
  ])("with %s %j creates neither", async (field, value, message) => {
    const person = await product.person();
    const answer = await person.post("/api/categories", { ...food, ...plan, [field]: value });
    expect(answer).toMatchObject({ status: 400, body: { message } });
    expect((await person.get("/api/categories")).body).toEqual([]);
  });
});

describe("the order of categories", () => {
  const names = (answer: { body: unknown }) =>
    (answer.body as { name: string; position?: number }[])
      .toSorted((a, b) => (a.position ?? 0) - (b.position ?? 0))
      .map(({ name }) => name);

  test("is saved with groups and archive", async () => {
    const person = await product.person();
    const [rent, fun] = [await add(person, { name: "Rent" }), await add(person, { name: "Fun" })];
    await add(person, { name: "Later" });
    const places = [
      { id: fun.id, group: "Leisure", archived: true },
      { id: rent.id, group: null, archived: false },
    ];
    const answer = await person.put("/api/categories/order", places);
    expect(answer.status).toBe(200);
    expect(names(answer)).toEqual(["Fun", "Rent", "Later"]);
    const listed = await person.get("/api/categories");
    expect(names(listed)).toEqual(["Fun", "Rent", "Later"]);
    expect(listed.body).toContainEqual({ ...fun, ...places[0], position: 0 });
  });

  test("is kept when a category is changed", async () => {
    const person = await product.person();
    const rent = await add(person, { name: "Rent" });
    await person.put("/api/categories/order", [{ id: rent.id, group: "Home", archived: true }]);
    const { body } = await person.put(`/api/categories/${rent.id}`, { ...food, name: "Flat" });
    expect(body).toMatchObject({ name: "Flat", group: "Home", archived: true, position: 0 });
  });

  test("is 400 for an unknown or repeated category", async () => {
    const person = await product.person();
    const { id } = await add(person);
    const place = { id, group: null, archived: false };
    for (const places of [[{ ...place, id: 7 }], [place, place], "first", [{}]])
      expect((await person.put("/api/categories/order", places)).status).toBe(400);
  });
});
