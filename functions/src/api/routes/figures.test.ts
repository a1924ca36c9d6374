import { beforeAll, describe, expect, test } from "vitest";
import { type Product, startProduct, type Visitor } from "../../../test/harness.ts";

let product: Product;
beforeAll(async () => {
  product = await startProduct();
});

const NOVEMBER = "month=11&year=2026";
async function household(given: Record<string, unknown> = {}) {
  const person = await product.person();
  return { person, categoryId: await add(person, given) };
}
async function add(person: Visitor, given: Record<string, unknown> = {}): Promise<number> {
  const food = { name: "Food", icon: "restaurant", color: "red", type: "expense" };
  return Object((await person.post("/api/categories", { ...food, ...given })).body).id;
}
const plan = (person: Visitor, categoryId: number, month: number, projected: number) =>
  person.post("/api/budgets", { categoryId, month, year: 2026, projected });
const spend = (person: Visitor, categoryId: number, amount: number, date: string, given: object = {}) =>
  person.post("/api/transactions", {
    description: "Lunch",
    type: "expense",
    amount,
    date,
    categoryId,
    ...given,
  });
const budgets = async (person: Visitor, month: number) =>
  (await person.get(`/api/budgets?month=${month}&year=2026`)).body;

describe("what a category carries", () => {
  test("adds to every later month", async () => {
    const { person, categoryId } = await household({ carry: "surplus" });
    await plan(person, categoryId, 8, 100);
    await spend(person, categoryId, 40, "2026-08-10");
    await plan(person, categoryId, 9, 100);
    expect(await budgets(person, 9)).toMatchObject([{ carried: 60, available: 160 }]);
    expect(await budgets(person, 11)).toMatchObject([{ projected: 0, carried: 160, available: 160 }]);
    await spend(person, categoryId, 90, "2026-08-11");
    expect(await budgets(person, 9)).toMatchObject([{ carried: 0, available: 100 }]);
    expect(await budgets(person, 11)).toMatchObject([{ carried: 100, available: 100 }]);
  });

  test("changes from this month on", async () => {
    const { person, categoryId } = await household({ carry: "all" });
    await plan(person, categoryId, 10, 100);
    await plan(person, categoryId, 11, 100);
    const { body } = await person.get("/api/categories");
    const [category] = Object(body);
    expect(await person.put(`/api/categories/${categoryId}`, { ...category, carry: "none" })).toMatchObject({
      status: 200,
      body: { carry: "none" },
    });
    expect(await budgets(person, 11)).toMatchObject([{ carried: 100, available: 200 }]);
    expect(await budgets(person, 12)).toEqual([]);
  });

  test("is a row of the available amount, explained month by month", async () => {
    const { person, categoryId } = await household({ carry: "all" });
    await plan(person, categoryId, 9, 100);
    await plan(person, categoryId, 10, 50);
    await spend(person, categoryId, 30, "2026-11-10");
    const { body } = await person.get(`/api/explain?${NOVEMBER}&categoryId=${categoryId}&part=available`);
    expect(body).toMatchObject({
      amount: 120,
      rows: [
        {
          kind: "carried",
          amount: 150,
          categoryId,
          months: [
            { month: 9, year: 2026, amount: 100 },
            { month: 10, year: 2026, amount: 50 },
          ],
        },
        { kind: "transaction", amount: -30 },
      ],
    });
  });

  test("begins with the opening amount", async () => {
    const { person, categoryId } = await household({ carry: "all" });
    await plan(person, categoryId, 9, 500);
    await plan(person, categoryId, 10, 50);
    const [category] = Object((await person.get("/api/categories")).body);
    const opening = { month: 10, year: 2026, amount: 70.5 };
    const saved = await person.put(`/api/categories/${categoryId}`, { ...category, opening });
    expect(saved).toMatchObject({ status: 200, body: { opening } });
    await spend(person, categoryId, 30, "2026-11-10");
    expect(await budgets(person, 9)).toMatchObject([{ carried: 0, available: 500 }]);
    expect(await budgets(person, 10)).toMatchObject([{ carried: 70.5, available: 120.5 }]);
    expect(await budgets(person, 11)).toMatchObject([{ carried: 120.5, available: 90.5 }]);
    const { body } = await person.get(`/api/explain?${NOVEMBER}&categoryId=${categoryId}&part=available`);
    expect(body).toMatchObject({
      amount: 90.5,
      rows: [
        { kind: "opening", amount: 70.5, categoryId, date: "2026-10-01" },
        { kind: "carried", amount: 50, months: [{ month: 10, year: 2026, amount: 50 }] },
        { kind: "transaction", amount: -30 },
      ],
    });
    for (const wrong of [{ month: 13, year: 2026, amount: 1 }, { month: 1, amount: 1 }, { year: 2026 }, 7])
      expect(
        await person.put(`/api/categories/${categoryId}`, { ...category, opening: wrong }),
      ).toMatchObject({ status: 400, body: { message: expect.stringContaining("pening") } });
    expect(await person.put(`/api/categories/${categoryId}`, { ...category, opening: null })).toMatchObject({
      status: 200,
      body: { opening: null },
    });
    expect(await budgets(person, 11)).toMatchObject([{ carried: 550 }]);
  });

  test("may exceed the largest amount that can be entered", async () => {
    const { person, categoryId } = await household({ carry: "all" });
    for (const month of [8, 9, 10, 11]) await plan(person, categoryId, month, 9_999_999_999.99);
    const available = 39_999_999_999.96;
    expect(await budgets(person, 12)).toMatchObject([{ carried: available, available }]);
    expect((await person.get(`/api/to-spend?${NOVEMBER}`)).body).toMatchObject({ amount: available });
    expect((await person.get("/api/year?from=2026-11&months=2")).body).toMatchObject({
      rows: [{ cells: [{ available }, { carried: available }] }],
    });
    expect(await plan(person, categoryId, 12, available)).toMatchObject({
      status: 400,
      body: { message: "Use an amount of at most 9,999,999,999.99" },
    });
    for (const date of ["2026-08-01", "2026-08-02", "2026-08-03"])
      await spend(person, categoryId, 9_999_999_999.99, date);
    expect(await budgets(person, 12)).toMatchObject([{ carried: 9_999_999_999.99 }]);
  });

  test.each(["some", "", 1])("is not %j", async (carry) => {
    const { person } = await household();
    const food = { name: "Food", icon: "restaurant", color: "red", type: "expense" };
    expect(await person.post("/api/categories", { ...food, carry })).toMatchObject({
      status: 400,
      body: { issues: [{ path: "carry", message: "Carry must be none, surplus or all" }] },
    });
  });
});

describe("a bill of the year", () => {
  test("is proposed whole if a goal's date is past", async () => {
    const { person, categoryId } = await household();
    const dates = { startDate: "2024-01-01", targetDate: "2024-06-01" };
    const add = (name: string, targetAmount: number) =>
      person.post("/api/financial-goals", { name, targetAmount, categoryId, ...dates });
    const proposed = async () => {
      const [{ proposed }] = Object(
        (await person.get("/api/budgets/proposal?month=12&year=2026&from=average")).body,
      );
      return proposed;
    };
    expect((await add("Bike", 900)).status).toBe(201);
    expect(await proposed()).toBe(900);
    await add("House", 9_999_999_999.99);
    expect(await proposed()).toBe(9_999_999_999.99);
    expect((await plan(person, categoryId, 12, 9_999_999_999.99)).status).toBe(201);
  });

  test("is set aside month by month until it is covered", async () => {
    const { person, categoryId } = await household({ carry: "all" });
    await person.post("/api/subscriptions", {
      name: "Insurance",
      amount: 1_512,
      frequency: "annually",
      startDate: "2027-03-01",
      categoryId,
    });
    const proposed = async (month: number, year = 2027) =>
      (await person.get(`/api/budgets/proposal?month=${month}&year=${year}&from=average`)).body;
    expect(await proposed(1)).toMatchObject([
      { proposed: 504, setAside: [{ name: "Insurance", amount: 1_512, saved: 0, proposed: 504 }] },
    ]);
    const save = { categoryId, projected: 504, year: 2027 };
    await person.post("/api/budgets", { ...save, month: 1 });
    await person.post("/api/budgets", { ...save, month: 2 });
    expect(await proposed(3)).toMatchObject([{ proposed: 504, setAside: [{ saved: 1_008 }] }]);
    const { body } = await person.get("/api/categories/kinds");
    expect(body).toEqual([{ categoryId, kindNow: "set-aside" }]);
  });
});

describe("what can be spent", () => {
  test("has rows that sum to it", async () => {
    const { person, categoryId } = await household();
    const rent = await add(person, { name: "Rent", kind: "bill" });
    await plan(person, categoryId, 11, 400);
    await plan(person, rent, 11, 1_950);
    await spend(person, categoryId, 99.99, "2026-11-05");
    await spend(person, rent, 2_000, "2026-11-02");
    await person.post("/api/subscriptions", {
      name: "Music",
      amount: 10.99,
      frequency: "monthly",
      startDate: "2026-11-28",
      categoryId,
    });
    const { status, body } = await person.get(`/api/to-spend?${NOVEMBER}`);
    expect({ status, body }).toEqual({
      status: 200,
      body: {
        amount: 239.02,
        perDay: 23.9,
        days: 10,
        until: "2026-11-30",
        due: 10.99,
        over: 50,
        setApart: { amount: 0, payments: 0 },
        incomeToCome: 0,
        everyday: [categoryId],
        review: { count: 0, amount: 0 },
      },
    });
    const why = Object((await person.get(`/api/explain?${NOVEMBER}&card=to-spend`)).body);
    expect(why.amount).toBe(239.02);
    expect(why.rows).toMatchObject([
      { kind: "available", amount: 300.01, categoryId },
      { kind: "due", amount: -10.99, payment: { name: "Music", date: "2026-11-28" } },
      { kind: "over", amount: -50, categoryId: rent },
    ]);
  });

  test("reaches to the next pay day for users who chose that", async () => {
    const { person } = await household();
    const pay = await add(person, { name: "Pay", type: "income" });
    await person.post("/api/subscriptions", {
      name: "Pay",
      amount: 2_000,
      frequency: "biweekly",
      startDate: "2026-11-13",
      type: "income",
      categoryId: pay,
    });
    expect(await person.put("/api/preferences", { spendUntil: "pay-day" })).toMatchObject({
      body: { spendUntil: "pay-day" },
    });
    expect((await person.get(`/api/to-spend?${NOVEMBER}`)).body).toMatchObject({
      until: "2026-11-26",
      days: 6,
      incomeToCome: 2_000,
    });
    expect(await person.put("/api/preferences", { spendUntil: "never" })).toMatchObject({
      status: 400,
      body: { issues: [{ path: "spendUntil", message: "Spend until month-end or pay-day" }] },
    });
  });
});

describe("a year", () => {
  test("has every category by month with carried amounts", async () => {
    const { person, categoryId } = await household({ carry: "all" });
    await plan(person, categoryId, 1, 100);
    await spend(person, categoryId, 40, "2026-01-31");
    const { body } = await person.get("/api/year?from=2026-01&months=3");
    expect(body).toEqual({
      months: ["2026-01", "2026-02", "2026-03"],
      rows: [
        {
          categoryId,
          cells: [
            { planned: 100, actual: 40, carried: 0, available: 60 },
            { planned: 0, actual: 0, carried: 60, available: 60 },
            { planned: 0, actual: 0, carried: 60, available: 60 },
          ],
        },
      ],
    });
    expect(Object((await person.get("/api/year?from=2026-01")).body).months).toHaveLength(12);
  });

  test.each([
    ["from=2026-13", "from", "Use a month, as yyyy-MM"],
    ["months=12", "from", "from is required"],
    ["from=2026-01&months=0", "months", "Months must be 1 to 60"],
    ["from=2026-01&months=61", "months", "Months must be 1 to 60"],
  ])("by %s is 400", async (query, path, message) => {
    const { person } = await household();
    const answer = await person.get(`/api/year?${query}`);
    expect(answer).toMatchObject({ status: 400, body: { issues: [{ path }] } });
    if (path === "months") expect(answer).toMatchObject({ body: { issues: [{ message }] } });
  });
});
