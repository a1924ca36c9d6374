import { ENTRY_HEADER } from "@coffer/contract/error";
import { CEILINGS } from "@coffer/domain/ceilings";
import { beforeAll, describe, expect, test } from "vitest";
import { atLength } from "../../../../packages/test/at-length.ts";
import { category } from "../../../../packages/test/fixtures.ts";
import { addThing, inBulk } from "../../../../packages/test/store.ts";
import { CATEGORY } from "../../../test/fixtures.ts";
import { type Product, startProduct, type Visitor } from "../../../test/harness.ts";

let product: Product;
beforeAll(async () => {
  product = await startProduct();
});

const NOVEMBER = { month: 11, year: 2026 };
/** A person with a category. */
async function household() {
  const person = await product.person();
  const category = { name: "Food", icon: "home", color: "blue", type: "expense" };
  const { body } = await person.post("/api/categories", category);
  const { id: categoryId }: { id: number } = Object(body);
  return { person, categoryId };
}
const spend = (person: Visitor, categoryId: number, amount: number) =>
  person.post("/api/transactions", {
    description: "Lunch",
    amount,
    date: "2026-11-05",
    type: "expense",
    categoryId,
  });

describe("a budget", () => {
  test("can be created, replaced and changed", async () => {
    const { person, categoryId } = await household();
    await spend(person, categoryId, 0.1);
    await spend(person, categoryId, 0.2);
    const plan = { categoryId, ...NOVEMBER, projected: 500, actual: 77 };
    const id = `2026-11-${categoryId}`;
    const shown = { id, categoryId, ...NOVEMBER, projected: 500, actual: 0.3 };
    expect(await person.post("/api/budgets", plan)).toMatchObject({ status: 201, body: shown });
    expect(await person.post("/api/budgets", { ...plan, projected: 0 })).toMatchObject({
      body: { id, projected: 0 },
    });
    const changed = { ...shown, projected: 9_999_999_999.99 };
    expect(await person.put(`/api/budgets/${id}`, { projected: 9_999_999_999.99 })).toMatchObject({
      status: 200,
      body: changed,
    });
    const listed = { ...changed, carried: 0, available: 9_999_999_999.69 };
    expect((await person.get("/api/budgets?month=11&year=2026")).body).toMatchObject([listed]);
    expect((await person.get(`/api/budgets?month=11&year=2026&categoryId=${categoryId}`)).body).toMatchObject(
      [listed],
    );
    expect((await person.get("/api/budgets?month=11&year=2026&categoryId=1")).body).toEqual([]);
    expect((await person.get("/api/budgets?month=12&year=2026")).body).toEqual([]);
  });

  test.each([
    ["projected", -1, "Budget amount must be a non-negative number"],
    ["projected", "500", "Budget amount must be a non-negative number"],
    ["projected", 0.001, "Use at most two decimals"],
    ["projected", undefined, "Budget amount must be a non-negative number"],
    ["categoryId", undefined, "Category is required"],
    ["categoryId", 123, "Category is required"],
    ["month", 13, "Month must be 1 to 12"],
    ["month", undefined, "Month is required"],
    ["year", 1899, "Year must be 1900 to 2999"],
  ])("with %s %j is 400", async (field, value, message) => {
    const { person, categoryId } = await household();
    const plan = { categoryId, ...NOVEMBER, projected: 1, [field]: value };
    expect(await person.post("/api/budgets", plan)).toMatchObject({
      status: 400,
      body: { message, issues: [{ path: field, message }] },
    });
  });

  test("of another person is 404", async () => {
    const { person, categoryId } = await household();
    await person.post("/api/budgets", { categoryId, ...NOVEMBER, projected: 1 });
    const { person: stranger } = await household();
    const notFound = { status: 404, body: { message: "Budget not found" } };
    expect(await stranger.put(`/api/budgets/2026-11-${categoryId}`, { projected: 1 })).toMatchObject(
      notFound,
    );
    for (const id of ["1", "2026-11-1", "2026-13-1", `2026-12-${categoryId}`, "%2e%2e"]) {
      expect(await person.put(`/api/budgets/${id}`, { projected: 1 })).toMatchObject({ status: 404 });
    }
  });

  test.each(["", "?month=11", "?month=0&year=2026", "?month=11&year=26", "?month=11&year=2026&categoryId=x"])(
    "list with %j is 400",
    async (query) => {
      const { person } = await household();
      const { status, body } = await person.get(`/api/budgets${query}`);
      expect(status).toBe(400);
      expect(JSON.stringify(body)).not.toContain("Invalid key");
    },
  );
});

describe("resetting a month", () => {
  test("sets actuals to zero", async () => {
    const { person, categoryId } = await household();
    await spend(person, categoryId, 10);
    await person.post("/api/budgets", { categoryId, ...NOVEMBER, projected: 50 });
    product.pass(1);
    expect(await person.post("/api/budgets/reset-month", NOVEMBER)).toMatchObject({
      status: 200,
      body: [{ projected: 50, actual: 0 }],
    });
    product.pass(1);
    await spend(person, categoryId, 3);
    expect((await person.get("/api/budgets?month=11&year=2026")).body).toMatchObject([
      { actual: 3, actualsSince: product.clock() - 1 },
    ]);
    product.pass(1);
    const again = await person.post("/api/budgets/reset-month", NOVEMBER);
    const [second, first] = Object((await person.get("/api/activity?kind=month")).body) as { id: string }[];
    expect(again.headers.get("x-activity-id")).toBe(second?.id);
    for (const [entry, actual] of [
      [second, 3],
      [first, 13],
    ] as const) {
      expect((await person.post(`/api/activity/${entry?.id}/undo`)).status).toBe(200);
      const { body } = await person.get("/api/budgets?month=11&year=2026");
      expect(body).toMatchObject([{ projected: 50, actual }]);
    }
    expect((await person.post("/api/budgets/reset-month", { month: 0, year: 2026 })).status).toBe(400);
  });
});

describe("the history of budgets", () => {
  test("is the months that end with the given one, six by default", async () => {
    const { person, categoryId } = await household();
    await spend(person, categoryId, 10);
    const { body } = await person.get("/api/budgets/history?month=1&year=2027&months=3");
    expect(body).toMatchObject([
      { month: 11, year: 2026, budgets: [{ categoryId, actual: 10 }] },
      { month: 12, year: 2026, budgets: [] },
      { month: 1, year: 2027, budgets: [] },
    ]);
    expect((await person.get("/api/budgets/history?month=11&year=2026")).body).toHaveLength(6);
    expect((await person.get("/api/budgets/history?month=11&year=2026&months=14")).status).toBe(400);
  });
});

describe("a proposal for a month", () => {
  test("adds the month's bills to what last month's plan had beyond its own bills", async () => {
    const { person, categoryId } = await household();
    await person.post("/api/budgets", { categoryId, month: 10, year: 2026, projected: 50 });
    await person.post("/api/transactions", {
      description: "Lunch",
      amount: 20,
      date: "2026-10-05",
      type: "expense",
      categoryId,
    });
    const rent = { name: "Rent", amount: 96, frequency: "annually", categoryId };
    const { body } = await person.post("/api/subscriptions", { ...rent, startDate: "2026-11-29" });
    const due = { subscriptionId: Object(body).id, name: "Rent", amount: 96, date: "2026-11-29" };
    const proposed = async (from: string) =>
      (await person.get(`/api/budgets/proposal?month=11&year=2026&from=${from}`)).body;
    const row = { categoryId, lastPlan: 50, lastActual: 20, due: [due] };
    const setAside = [{ ...due, saved: 0, proposed: 96 }];
    expect(await proposed("last-month")).toEqual([{ ...row, proposed: 98, planned: null, setAside }]);
    await person.post("/api/budgets", { categoryId, ...NOVEMBER, projected: 70 });
    expect(await proposed("zero")).toEqual([{ ...row, proposed: 0, planned: 70, setAside: [] }]);
  });

  test("from an unknown source is 400", async () => {
    const { person } = await household();
    const answer = await person.get("/api/budgets/proposal?month=11&year=2026&from=guess");
    expect(answer).toMatchObject({
      status: 400,
      body: { message: "Start from last-month, average, last-year or zero" },
    });
  });
});

describe("planning a month at once", () => {
  const planMonth = (person: Visitor, plans: { categoryId: number; projected: number }[]) =>
    person.post("/api/budgets/plan-month", { ...NOVEMBER, plans });

  test("keeps existing plans, including plans of zero", async () => {
    const { person, categoryId } = await household();
    const draft = { name: "Rent", icon: "home", color: "blue", type: "expense" };
    const { id: rent } = Object((await person.post("/api/categories", draft)).body);
    await person.post("/api/budgets", { categoryId, ...NOVEMBER, projected: 0 });
    const answer = await planMonth(person, [
      { categoryId, projected: 50 },
      { categoryId: rent, projected: 900 },
    ]);
    expect(answer).toMatchObject({
      status: 200,
      body: [
        { categoryId, projected: 0 },
        { categoryId: rent, projected: 900 },
      ],
    });
  });

  test("plans as many categories as a budget can hold", async () => {
    const person = await product.person();
    const plans = Array.from({ length: CEILINGS.category }, (_, n) => ({ categoryId: n + 1, projected: 50 }));
    await inBulk(product.table, async (store) => {
      for (const { categoryId: id } of plans) await addThing(store, person.id, "category", category({ id }));
    });
    for (const month of atLength([10, 11], [10])) {
      let answer = await person.post("/api/budgets/plan-month", { month, year: 2026, plans });
      expect(answer).toMatchObject({ status: 200 });
      for (const action of ["planned", "undone"]) {
        answer = await person.post(`/api/activity/${answer.headers.get(ENTRY_HEADER)}/undo`);
        expect({ action, ...answer }).toMatchObject({ action, status: 200 });
      }
    }
  }, 300_000);

  test("by two people at once loses no plan of either", async () => {
    const { person, categoryId } = await household();
    const draft = { name: "Rent", icon: "home", color: "blue", type: "expense" };
    const { id: rent } = Object((await person.post("/api/categories", draft)).body);
    const both = { categoryId, projected: 50 };
    await Promise.all([
      planMonth(person, [both]),
      planMonth(person, [
        { ...both, projected: 60 },
        { categoryId: rent, projected: 900 },
      ]),
    ]);
    const { body } = await person.get("/api/budgets?month=11&year=2026");
    const planned = new Map(
      (body as { categoryId: number; projected: number }[]).map((one) => [one.categoryId, one.projected]),
    );
    expect([50, 60]).toContain(planned.get(categoryId));
    expect(planned.get(rent)).toBe(900);
  });

  test("with an unknown category plans nothing", async () => {
    const { person, categoryId } = await household();
    const answer = await planMonth(person, [
      { categoryId, projected: 50 },
      { categoryId: 7, projected: 50 },
    ]);
    expect(answer).toMatchObject({ status: 400, body: { issues: [{ path: "plans.1.categoryId" }] } });
    expect((await person.get("/api/budgets?month=11&year=2026")).body).toEqual([]);
  });
});

describe("moving plans between categories", () => {
  async function planned() {
    const { person, categoryId: food } = await household();
    const draft = { name: "Rent", icon: "home", color: "blue", type: "expense" };
    const { id: rent }: { id: number } = Object((await person.post("/api/categories", draft)).body);
    await person.post("/api/budgets", { categoryId: food, ...NOVEMBER, projected: 100 });
    const move = (amount: number, expected = { food: 100, rent: 0 }) =>
      person.post("/api/budgets/rebalance", {
        ...NOVEMBER,
        plans: [
          { categoryId: food, expected: expected.food, projected: expected.food - amount },
          { categoryId: rent, expected: expected.rent, projected: expected.rent + amount },
        ],
      });
    const plans = async () =>
      ((await person.get("/api/budgets?month=11&year=2026")).body as { projected: number }[]).map(
        ({ projected }) => projected,
      );
    return { person, food, rent, move, plans };
  }

  test("changes both plans in one entry", async () => {
    const { person, move, plans } = await planned();
    for (const _ of ["first", "repeat"]) {
      expect(await move(25.5)).toMatchObject({
        status: 200,
        body: [{ projected: 74.5 }, { projected: 25.5 }],
      });
    }
    expect(await plans()).toEqual([74.5, 25.5]);
    const { body } = await person.get("/api/activity");
    expect((body as { kind: string }[]).filter(({ kind }) => kind === "month")).toHaveLength(1);
  });

  test("does not raise next month's proposal", async () => {
    const { person, food } = await planned();
    const plans = [{ categoryId: food, expected: 100, projected: 130 }];
    expect(await person.post("/api/budgets/rebalance", { ...NOVEMBER, plans })).toMatchObject({
      status: 200,
      body: [{ projected: 130 }],
    });
    const proposed = async () =>
      (await person.get("/api/budgets/proposal?month=12&year=2026&from=last-month")).body;
    expect(await proposed()).toMatchObject([{ lastPlan: 130, proposed: 100 }, { proposed: 0 }]);
    await person.post("/api/budgets", { categoryId: food, ...NOVEMBER, projected: 140 });
    expect(await proposed()).toMatchObject([{ proposed: 140 }, { proposed: 0 }]);
  });

  test("changes neither plan if one was changed concurrently", async () => {
    const { person, food, move, plans } = await planned();
    await person.post("/api/budgets", { categoryId: food, ...NOVEMBER, projected: 60 });
    expect(await move(25)).toMatchObject({
      status: 409,
      body: { message: "The plan was changed meanwhile. Please try again." },
    });
    expect(await plans()).toEqual([60]);
  });

  test("by two people at once succeeds for one of them", async () => {
    const { move, plans } = await planned();
    const statuses = (await Promise.all([move(10), move(30)])).map(({ status }) => status);
    expect(statuses.toSorted()).toEqual([200, 409]);
    expect((await plans()).reduce((sum, projected) => sum + projected)).toBe(100);
  });

  test.each([
    ["an empty list", [], "Name one category or more"],
    [
      "a negative plan",
      [
        [100, 110],
        [0, -10],
      ],
      "Budget amount must be a non-negative number",
    ],
  ])("refuses %s", async (_what, amounts, message) => {
    const { person, food, rent } = await planned();
    const plans = amounts.map(([expected, projected], index) => ({
      categoryId: [food, rent][index],
      expected,
      projected,
    }));
    expect(await person.post("/api/budgets/rebalance", { ...NOVEMBER, plans })).toMatchObject({
      status: 400,
      body: { message },
    });
  });

  test("accepts each category of the budget once", async () => {
    const { person, food, plans } = await planned();
    const same = { categoryId: food, expected: 100, projected: 100 };
    const foreign = { ...same, categoryId: 7 };
    for (const twice of [
      [same, same],
      [same, foreign],
    ])
      expect((await person.post("/api/budgets/rebalance", { ...NOVEMBER, plans: twice })).status).toBe(400);
    expect(await plans()).toEqual([100]);
  });
});

describe("planning further ahead", () => {
  async function household() {
    const person = await product.person();
    const make = async (name: string) =>
      Object((await person.post("/api/categories", { ...CATEGORY, name })).body).id;
    const [food, fun] = [await make("Food"), await make("Fun")];
    const plan = (categoryId: number, projected: number, month: number, year = 2026) =>
      person.post("/api/budgets", { categoryId, projected, month, year });
    const planned = async (month: number, year = 2026) =>
      Object((await person.get(`/api/budgets?month=${month}&year=${year}`)).body).map(
        ({ categoryId, projected }: { categoryId: number; projected: number }) => [categoryId, projected],
      );
    const send = (body: object) => person.post("/api/budgets/plan-month", { month: 10, year: 2026, ...body });
    return { person, food, fun, plan, planned, send };
  }

  test("fills the blanks of all months until another in one entry", async () => {
    const { person, food, fun, plan, planned, send } = await household();
    await plan(food, 7, 11);
    const plans = [
      { categoryId: food, projected: 400 },
      { categoryId: fun, projected: 50 },
    ];
    const { status, headers } = await send({ plans, until: { month: 12, year: 2026 } });
    expect(status).toBe(200);
    expect(await Promise.all([10, 11, 12].map((month) => planned(month)))).toEqual([
      [
        [food, 400],
        [fun, 50],
      ],
      [
        [food, 7],
        [fun, 50],
      ],
      [
        [food, 400],
        [fun, 50],
      ],
    ]);
    const id = headers.get(ENTRY_HEADER);
    expect((await person.post(`/api/activity/${id}/undo`)).status).toBe(200);
    expect(await Promise.all([10, 11, 12].map((month) => planned(month)))).toEqual([[], [[food, 7]], []]);
  });

  test("replaces existing plans on request", async () => {
    const { person, food, plan, planned, send } = await household();
    await plan(food, 7, 11);
    await plan(food, 400, 12);
    const plans = [{ categoryId: food, projected: 400 }];
    const { headers } = await send({ plans, until: { month: 12, year: 2026 }, replace: true });
    expect(await planned(11)).toEqual([[food, 400]]);
    expect((await person.post(`/api/activity/${headers.get(ENTRY_HEADER)}/undo`)).status).toBe(200);
    expect(await Promise.all([10, 11, 12].map((month) => planned(month)))).toEqual([
      [],
      [[food, 7]],
      [[food, 400]],
    ]);
  });

  test("spreads a purchase over months into the next year", async () => {
    const { fun, planned, send } = await household();
    const plans = [
      { month: 11, year: 2026, categoryId: fun, projected: 300 },
      { month: 12, year: 2026, categoryId: fun, projected: 300 },
      { month: 1, year: 2027, categoryId: fun, projected: 300 },
    ];
    expect((await send({ plans })).status).toBe(200);
    expect(await planned(10)).toEqual([]);
    expect(await planned(1, 2027)).toEqual([[fun, 300]]);
  });

  test.each([
    [{ until: { month: 9, year: 2026 } }, "until", "Choose a month from October 2026 on"],
    [{ until: { month: 1, year: 2027 } }, "until", "Plan at most until December 2026 at once"],
    [{ until: { month: 13, year: 2026 } }, "until.month", "Month must be 1 to 12"],
    [{ replace: "yes" }, "replace", "Replace must be true or false"],
    [
      { plans: [{ categoryId: 7, projected: 1, month: 11 }] },
      "plans.0.month",
      "Send month and year together",
    ],
    [
      { plans: [{ categoryId: 7, projected: 1, month: 11, year: 2040 }] },
      "month",
      "Plan at most 60 months ahead, until November 2031",
    ],
    [
      { plans: [{ categoryId: 7, projected: 1 }], until: { month: 12, year: 2026 } },
      "plans.0.categoryId",
      "Choose a category of this budget",
    ],
  ])("with %j is refused", async (given, path, message) => {
    const { send } = await household();
    expect(await send({ plans: [], ...given })).toMatchObject({
      status: 400,
      body: { message, issues: [{ path }] },
    });
  });
});
