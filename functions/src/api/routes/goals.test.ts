import { beforeAll, describe, expect, test } from "vitest";
import { type Product, startProduct } from "../../../test/harness.ts";

let product: Product;
let ana: Awaited<ReturnType<Product["person"]>>;
beforeAll(async () => {
  product = await startProduct();
  ana = await product.person({ firstName: "Ana" });
});

const goal = {
  name: "Bicycle",
  targetAmount: 1000,
  startDate: "2026-11-01",
  targetDate: "2027-05-01",
};
const GOALS = "/api/financial-goals";
const newGoal = async (given = {}) => (await ana.post(GOALS, { ...goal, ...given })).body as { id: number };

describe("goals", () => {
  test("are created with default values", async () => {
    const { status, body } = await ana.post(GOALS, goal);
    expect(status).toBe(201);
    expect(body).toEqual({
      ...goal,
      id: expect.any(Number),
      description: null,
      currentAmount: 0,
      categoryId: null,
      icon: "savings",
      color: "green",
      status: "in-progress",
    });
  });

  test.each([
    ["name", { name: " " }, "Name is required"],
    ["name", { name: undefined }, "Name is required"],
    ["name", { name: "x".repeat(101) }, "Use at most 100 characters"],
    ["targetAmount", { targetAmount: 0 }, "Target amount must be greater than 0"],
    ["targetAmount", { targetAmount: undefined }, "Target amount must be greater than 0"],
    ["targetAmount", { targetAmount: 0.001 }, "Target amount must be greater than 0"],
    ["targetAmount", { targetAmount: 1e308 }, "Use an amount of at most 9,999,999,999.99"],
    ["targetAmount", { targetAmount: "1,000" }, "Target amount must be greater than 0"],
    ["currentAmount", { currentAmount: -0.01 }, "Current amount cannot be negative"],
    ["startDate", { startDate: "" }, "Start date is required"],
    ["startDate", { startDate: "2026-02-30" }, "Use a real date from 1900 to 2999, as yyyy-MM-dd"],
    ["targetDate", { targetDate: undefined }, "Target date is required"],
    ["targetDate", { targetDate: "2026-10-31" }, "Target date must not be before the start date"],
    ["categoryId", { categoryId: 12345 }, "Choose a category of this budget"],
    ["icon", { icon: "<script>" }, "Choose one of the offered icons"],
    ["status", { status: "done" }, "Status must be in-progress, completed or cancelled"],
  ])("answer a bad %s with its own message: %j", async (path, given, message) => {
    const { status, body } = await ana.post(GOALS, { ...goal, ...given });
    expect(status).toBe(400);
    expect(body).toEqual({ message, issues: [{ path, message }] });
  });

  test("ignore fields that a client may not set", async () => {
    const { body } = await ana.post(GOALS, { ...goal, id: 1, ownerId: 2, milestoneCount: -5, isAdmin: true });
    expect(body).not.toMatchObject({ id: 1 });
    expect(Object.keys(body as object)).not.toContain("ownerId");
  });

  test("are created once under one Idempotency-Key", async () => {
    const key = { "idempotency-key": "goal-key-0001" };
    const first = await ana.post(GOALS, goal, key);
    expect((await ana.post(GOALS, goal, key)).body).toEqual(first.body);
    expect((await ana.post(GOALS, { ...goal, name: "Other" }, key)).status).toBe(409);
  });

  test("can change their status", async () => {
    const { id } = await newGoal();
    for (const status of ["completed", "cancelled", "in-progress"]) {
      expect((await ana.put(`${GOALS}/${id}/status`, { status })).body).toMatchObject({ id, status });
    }
  });

  test("add contributions to the cent", async () => {
    const { id } = await newGoal({ currentAmount: 0.1 });
    const { status, body } = await ana.post(`${GOALS}/${id}/contributions`, { amount: 0.2 });
    expect(status).toBe(200);
    expect(body).toMatchObject({ currentAmount: 0.3 });
  });

  test("allow withdrawals down to zero", async () => {
    const { id } = await newGoal({ currentAmount: 5 });
    const withdraw = (amount: number) => ana.post(`${GOALS}/${id}/contributions`, { amount });
    expect((await withdraw(-2.5)).body).toMatchObject({ currentAmount: 2.5 });
    const message = "The goal holds less than that";
    expect(await withdraw(-2.51)).toMatchObject({
      status: 400,
      body: { message, issues: [{ path: "amount", message }] },
    });
    expect((await withdraw(0)).body).toMatchObject({ message: "Amount must not be 0" });
    const { body } = await ana.get(`${GOALS}/${id}/contributions`);
    expect(body).toMatchObject([
      { amount: -2.5, balance: 2.5, createdBy: ana.id },
      { amount: 5, balance: 5, createdBy: ana.id },
    ]);
  });

  test("are deleted with their milestones", async () => {
    const { id } = await newGoal();
    await ana.post(`${GOALS}/${id}/milestones`, { name: "Half", amount: 500 });
    expect((await ana.delete(`${GOALS}/${id}`)).status).toBe(204);
    const again = await ana.delete(`${GOALS}/${id}`);
    expect([again.status, again.body]).toEqual([404, { message: "Goal not found" }]);
    expect((await ana.get(`${GOALS}/${id}/milestones`)).status).toBe(404);
  });

  test("with an impossible id are 404", async () => {
    for (const id of ["0", "-1", "1.5", "abc", "99999999999999999999", "%00", "1e3"]) {
      expect([id, (await ana.put(`${GOALS}/${id}`, goal)).status]).toEqual([id, 404]);
    }
  });
});

describe("milestones", () => {
  test("above the goal's target are refused", async () => {
    const { id } = await newGoal({ targetAmount: 1_000 });
    const refused = await ana.post(`${GOALS}/${id}/milestones`, { name: "Beyond", amount: 1_000.01 });
    expect([refused.status, refused.body]).toMatchObject([
      400,
      { message: "Amount must not be more than the goal's target" },
    ]);
    expect((await ana.post(`${GOALS}/${id}/milestones`, { name: "All", amount: 1_000 })).status).toBe(201);
  });

  test("are reached by the goal's amount, the smallest first", async () => {
    const { id } = await newGoal({ currentAmount: 300 });
    await ana.post(`${GOALS}/${id}/milestones`, { name: "Half", amount: 500, goalId: id });
    const { status, body } = await ana.post(`${GOALS}/${id}/milestones`, { name: "Quarter", amount: 250 });
    expect(status).toBe(201);
    expect(body).toEqual({
      id: expect.any(Number),
      goalId: id,
      name: "Quarter",
      amount: 250,
      description: null,
      isReached: true,
    });
    expect((await ana.get(`${GOALS}/${id}/milestones`)).body).toMatchObject([
      { name: "Quarter", isReached: true },
      { name: "Half", isReached: false },
    ]);
  });

  test.each([
    ["name", { name: "" }, "Name is required"],
    ["amount", { amount: 0 }, "Amount must be greater than 0"],
    ["amount", { amount: null }, "Amount must be greater than 0"],
  ])("answer a bad %s with its own message: %j", async (path, given, message) => {
    const { id } = await newGoal();
    const { status, body } = await ana.post(`${GOALS}/${id}/milestones`, {
      name: "Half",
      amount: 500,
      ...given,
    });
    expect([status, body]).toEqual([400, { message, issues: [{ path, message }] }]);
  });

  test("are changed only within their goal", async () => {
    const { id } = await newGoal();
    const other = await newGoal();
    const { body } = await ana.post(`${GOALS}/${id}/milestones`, { name: "Half", amount: 500 });
    const milestone = body as { id: number };
    const change = { name: "Middle", amount: 400 };
    expect((await ana.put(`${GOALS}/${other.id}/milestones/${milestone.id}`, change)).status).toBe(404);
    expect((await ana.put(`${GOALS}/${id}/milestones/${milestone.id}`, change)).body).toMatchObject(change);
    expect((await ana.delete(`${GOALS}/${other.id}/milestones/${milestone.id}`)).status).toBe(404);
    expect((await ana.delete(`${GOALS}/${id}/milestones/${milestone.id}`)).status).toBe(204);
  });
});

test("a transaction in a goal's category is its contribution until it is moved, deleted or undone", async () => {
  const person = await product.person({ firstName: "Ada" });
  const send = async (method: "post" | "put", path: string, body: object) =>
    (await person[method](path, body)).body as { id: number };
  const expense = { icon: "savings", color: "blue", type: "expense" };
  const { id: savings } = await send("post", "/api/categories", { ...expense, name: "Savings" });
  const { id: food } = await send("post", "/api/categories", { ...expense, name: "Food" });
  const { id: bike } = await send("post", GOALS, { ...goal, categoryId: savings, currentAmount: 10 });
  const amounts = async () => {
    const goals = (await person.get(GOALS)).body as { id: number; currentAmount: number }[];
    return goals.sort((a, b) => a.id - b.id).map(({ currentAmount }) => currentAmount);
  };
  const put = { description: "Put aside", amount: 40, date: "2026-11-05", type: "expense" };
  const { id } = await send("post", "/api/transactions", { ...put, categoryId: savings });
  expect(await amounts()).toEqual([50]);
  await send("put", `/api/transactions/${id}`, { ...put, amount: 60, categoryId: savings });
  expect(await amounts()).toEqual([70]);
  await send("put", `/api/transactions/${id}`, { ...put, amount: 60, categoryId: food });
  expect(await amounts()).toEqual([10]);
  await send("put", `/api/transactions/${id}`, { ...put, amount: 60, categoryId: savings });
  await person.delete(`/api/transactions/${id}`);
  expect(await amounts()).toEqual([10]);
  const [newest] = (await person.get("/api/activity")).body as { id: string }[];
  await person.post(`/api/activity/${newest?.id}/undo`);
  expect(await amounts()).toEqual([70]);

  // If several goals share a category, each entry names one.
  const { id: sofa } = await send("post", GOALS, { ...goal, name: "Sofa", categoryId: savings });
  await send("post", "/api/transactions", { ...put, categoryId: savings });
  expect(await amounts()).toEqual([70, 0]);
  await send("post", "/api/transactions", { ...put, categoryId: savings, goalId: sofa });
  expect(await amounts()).toEqual([70, 40]);
  const strange = await person.post("/api/transactions", { ...put, categoryId: food, goalId: bike });
  expect(strange.body).toMatchObject({ message: "Choose a goal of this category" });
  const lines = [savings, savings].map((categoryId, n) => ({
    type: "expense",
    categoryId,
    amount: 5,
    goalId: n === 0 ? bike : sofa,
  }));
  await send("post", "/api/payments", { description: "Both", date: "2026-11-06", lines });
  expect(await amounts()).toEqual([75, 45]);
  const contributions = (await person.get(`${GOALS}/${sofa}/contributions`)).body as { amount: number }[];
  expect(contributions.map(({ amount }) => amount)).toEqual([5, 40]);
});
