import { beforeAll, beforeEach, describe, expect, test } from "vitest";
import {
  ACCOUNT,
  CATEGORY,
  invalidField,
  type Person,
  shareWith,
  subscriptionOf,
} from "../../../test/fixtures.ts";
import { type Product, startProduct } from "../../../test/harness.ts";

let product: Product;
let person: Person;
beforeAll(async () => {
  product = await startProduct();
});
beforeEach(async () => {
  person = await product.person();
});

const make = async (path: string, body: object): Promise<number> => {
  const made = await person.post(path, body);
  expect(made.status, JSON.stringify(made.body)).toBe(201);
  return Object(made.body).id;
};
async function balance(amount: number, date = "2026-11-21", given: object = {}): Promise<number> {
  const id = await make("/api/accounts", { ...ACCOUNT, ...given });
  await person.put(`/api/accounts/${id}/points/${date}`, { amount });
  return id;
}
const plan = (categoryId: number, projected: number, month = 11, year = 2026) =>
  person.post("/api/budgets", { categoryId, month, year, projected });
const line = async (query = "") => Object((await person.get(`/api/line${query}`)).body);
const explain = async (date: string) =>
  Object((await person.get(`/api/explain?card=line&date=${date}`)).body);
type Row = { kind: string; amount: number };
const total = (rows: Row[]) => rows.reduce((all, { amount }) => all + Math.round(amount * 100), 0) / 100;

async function household() {
  const food = await make("/api/categories", CATEGORY);
  const rent = await make("/api/categories", { ...CATEGORY, name: "Rent", kind: "bill" });
  const salary = await make("/api/categories", { ...CATEGORY, name: "Salary", type: "income" });
  const holiday = await make("/api/categories", {
    ...CATEGORY,
    name: "Holiday",
    kind: "set-aside",
    carry: "all",
  });
  await make("/api/subscriptions", {
    ...subscriptionOf(salary),
    name: "Pay",
    type: "income",
    amount: 2_500,
    startDate: "2026-11-25",
  });
  await make("/api/subscriptions", {
    ...subscriptionOf(rent),
    name: "Rent",
    amount: 1_200,
    startDate: "2026-11-28",
  });
  await plan(food, 400);
  await plan(rent, 1_200);
  await plan(salary, 2_500);
  return { food, rent, salary, holiday };
}

describe("the line", () => {
  test("has points that equal the sum of their rows", async () => {
    await household();
    await balance(1_000.01);
    const { days, lowest, missing } = await line();
    expect(days[0]).toEqual({ date: "2026-11-21", amount: 960.01 });
    expect(days.at(-1).date).toBe("2027-10-31");
    expect(days).toHaveLength(345);
    expect(missing).toEqual([]);
    const least = Math.min(...days.map(({ amount }: Row) => amount));
    expect(lowest).toEqual(days.find(({ amount }: Row) => amount === least));
    for (const date of ["2026-11-21", "2026-11-30", "2027-02-28", "2027-10-31"]) {
      const { amount, rows, months } = await explain(date);
      expect(amount).toBe(days.find((one: { date: string }) => one.date === date).amount);
      expect(total(rows)).toBe(amount);
      expect(months.at(-1)).toMatchObject({ amount });
    }
  });

  test("spreads the first month's amount to spend to the cent", async () => {
    const { food } = await household();
    await balance(2_000);
    await make("/api/transactions", {
      description: "Market",
      amount: 33.33,
      date: "2026-11-20",
      type: "expense",
      categoryId: food,
    });
    await make("/api/subscriptions", { ...subscriptionOf(food), amount: 9.99, startDate: "2026-11-29" });
    const { rows } = await explain("2026-11-30");
    const everyday = rows.filter(({ kind }: Row) => kind === "everyday");
    const { body } = await person.get("/api/to-spend?month=11&year=2026");
    expect(-total(everyday)).toBe(Object(body).amount);
  });

  test("uses the proposal for a month without a plan", async () => {
    const food = await make("/api/categories", CATEGORY);
    for (const date of ["2026-09-04", "2026-10-04", "2026-11-04"]) {
      const bought = { description: "Market", amount: 310, date, type: "expense", categoryId: food };
      await make("/api/transactions", bought);
    }
    await balance(1_000);
    await plan(food, 310);
    const query = "month=12&year=2026&from=average";
    const [{ proposed }] = Object((await person.get(`/api/budgets/proposal?${query}`)).body);
    const { days } = await line("?months=2");
    expect(days[0].amount - days.at(-1).amount).toBe(proposed);
  });

  test("can begin in a later month", async () => {
    await household();
    await balance(1_000);
    const whole = await line("?months=3");
    const later = await line("?from=2026-12&months=2");
    expect(later.days[0].date).toBe("2026-12-01");
    expect(later.days).toEqual(whole.days.slice(10));
  });

  test("names the missing balance", async () => {
    await household();
    const needs = "Enter the balance of an account that can be spent from: the line begins there.";
    const nothing = { days: [], lowest: null, missing: [needs] };
    expect(await line()).toMatchObject(nothing);
    await balance(9_000, "2026-11-20", { isSpendable: false });
    expect(await line()).toMatchObject(nothing);
    expect(await explain("2026-12-01")).toMatchObject({ amount: 0, rows: [] });
    await balance(500, "2026-08-31");
    expect(await line()).toMatchObject({ missing: ["The balance of Everyday is of Aug 31: enter today's."] });
  });

  test.each([
    ["/api/line?from=2026-10", "from", "The line begins today: choose this month or a later one"],
    ["/api/line?from=2031-10&months=12", "months", "The line goes at most to November 2031"],
    ["/api/line?from=2026-13", "from", "Use a month, as yyyy-MM"],
    ["/api/line?months=25", "months", "Months must be 1 to 24"],
    ["/api/line?months=0", "months", "Months must be 1 to 24"],
    ["/api/explain?card=line&date=2026-11-20", "date", "The line begins today: choose today or a later day"],
  ])("%s is refused", async (path, at, message) => {
    const answer = await person.get(path);
    expect(answer).toMatchObject({ status: 400, body: { message, issues: [{ path: at }] } });
  });
});

test.each(["card=line", "card=income&date=2026-12-01"])(
  "an explanation of %s needs its month",
  async (of) => {
    const issues = ["Month", "Year"].map((name) => ({
      path: name.toLowerCase(),
      message: `${name} is required`,
    }));
    expect(await person.get(`/api/explain?${of}`)).toMatchObject({ status: 400, body: { issues } });
  },
);

describe("a purchase", () => {
  const ask = async (amount: number, date: string, every: "month" | null = null) =>
    Object((await person.post("/api/afford", { amount, date, every })).body);

  test("is affordable if money is left on the lowest day after it", async () => {
    await household();
    await balance(1_000);
    const { lowest, breaks, text } = await ask(900, "2027-01-14");
    const whole = await line();
    expect(lowest.before).toEqual(whole.lowest);
    expect(lowest.after.amount).toBeLessThanOrEqual(lowest.before.amount);
    expect(breaks).toBeNull();
    expect(text).toMatch(/^Yes; on Jan (?:14|24), 2027 \$[\d,.]+ is left\.$/);
  });

  test("names the set-aside category that it takes from", async () => {
    const { holiday } = await household();
    await balance(1_000);
    for (const month of [9, 10]) await plan(holiday, 400, month);
    const touched = await ask(1_200, "2026-11-30");
    expect(touched).toMatchObject({ breaks: { date: "2026-11-30", categoryId: holiday } });
    expect(touched.text).toBe("Yes; on Dec 24 $390.33 is left. It takes from Holiday.");
    const short = await ask(1_000, "2026-11-22");
    expect(short.text).toBe("No; on Nov 24, 2026 $160.00 is missing, the first time on Nov 22, 2026.");
    expect(short.breaks).toMatchObject({ date: "2026-11-22", categoryId: holiday });
  });

  test("every month is subtracted in each month", async () => {
    await household();
    await balance(1_000);
    expect((await ask(100, "2026-12-31", "month")).text).toMatch(/^Yes, every month; /);
    const { lowest, text } = await ask(3_000, "2026-12-31", "month");
    expect(text).toMatch(/^No, not every month; on .* is missing, the first time on /);
    expect(lowest.after.amount).toBeLessThan(-10_000);
  });

  test("names the missing balance", async () => {
    expect(await ask(900, "2026-12-01")).toEqual({
      lowest: null,
      breaks: null,
      carriedBy: null,
      text: "Enter the balance of an account that can be spent from: the line begins there.",
    });
  });

  test.each([
    [{ amount: 0 }, "amount", "Amount must be greater than 0"],
    [{ amount: -1 }, "amount", "Amount must be greater than 0"],
    [{ amount: 1.234 }, "amount", "Use at most two decimals"],
    [{ date: "2026-11-20" }, "date", "Choose today or a later day"],
    [{ date: "2028-11-01" }, "date", "Choose a day until Oct 31, 2028: further ahead the line is a guess"],
    [{ date: undefined }, "date", "Date is required"],
    [{ every: "week" }, "every", 'Every must be "month" or null'],
  ])("with %j is refused", async (given, path, message) => {
    const answer = await person.post("/api/afford", {
      amount: 900,
      date: "2027-01-14",
      every: null,
      ...given,
    });
    expect(answer).toMatchObject({ status: 400, body: invalidField(path, message) });
  });
});

test("the line is forbidden to guests who may not see accounts", async () => {
  await balance(4_711);
  const guest = await product.person();
  await person.post("/api/share-budget", { ...shareWith(guest.email), permissionType: "edit_categories" });
  const theirs = guest.asOwner(person.id);
  for (const path of ["/api/line", "/api/explain?card=line&date=2026-12-01"])
    expect((await theirs.get(path)).status).toBe(403);
  expect((await theirs.post("/api/afford", { amount: 1, date: "2026-12-01", every: null })).status).toBe(403);
});
