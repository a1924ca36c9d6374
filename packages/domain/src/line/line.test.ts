import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { budget, category, day, goal, month, subscription, transaction } from "../../../test/fixtures.ts";
import { type Budget, budgetId } from "../budget/budget.ts";
import { carryThrough } from "../budget/carry.ts";
import { kindsOf } from "../budget/kind.ts";
import { toSpend } from "../budget/to-spend.ts";
import type { CategoryKind } from "../category/category.ts";
import { CATEGORY_KINDS } from "../category/choices.ts";
import { cents, minus, sum, ZERO } from "../money/money.ts";
import type { Account } from "../money-account/account.ts";
import { atOnce } from "../steps.ts";
import { addDays } from "../time/day.ts";
import { addMonthsTo, lastDay } from "../time/month.ts";
import { forecastLine, type LineFacts, lineDays, lineRows, lowestDay } from "./line.ts";

const TODAY = day("2026-11-21");
const NOVEMBER = month("2026-11");
const FOOD = category({ id: 1 });
const RENT = category({ id: 2, kind: "bill" });
const INSURANCE = category({ id: 3, kind: "set-aside", carry: "all" });
const PAY = category({ id: 4, type: "income" });
const CATEGORIES = [FOOD, RENT, INSURANCE, PAY];
const KINDS = new Map<number, CategoryKind>([
  [1, "everyday"],
  [2, "bill"],
  [3, "set-aside"],
  [4, "everyday"],
]);

const account = (amount: number, date = "2026-11-21", given: Partial<Account> = {}): Account => ({
  id: 1,
  name: "Current",
  kind: "current",
  isSpendable: true,
  points: [{ date: day(date), amount: cents(amount) }],
  ...given,
});
const carried = (budgets: readonly Budget[]) =>
  carryThrough(CATEGORIES, [{ month: NOVEMBER, budgets }])[0]?.budgets ?? [];
const plan = (of: string, categoryId: number, projected: number) => ({
  month: month(of),
  categoryId,
  projected: cents(projected),
});
/** November counts as planned: a deleted category has a plan of 0. */
const NOVEMBER_PLANNED = [plan("2026-11", 99, 0)];
const facts = (
  of: string,
  plans: ReturnType<typeof plan>[],
  transactions: ReturnType<typeof transaction>[] = [],
) => ({
  month: month(of),
  plans: [...plans, ...NOVEMBER_PLANNED].filter((one) => one.month === of),
  transactions: transactions.filter(({ date }) => date.startsWith(of)),
  resetAt: null,
});
const NOTHING: LineFacts = {
  today: TODAY,
  last: NOVEMBER,
  accounts: [account(1_000_00)],
  categories: CATEGORIES,
  kinds: KINDS,
  budgets: [],
  history: [],
  months: [facts("2026-11", [])],
  subscriptions: [],
  goals: [],
};
const lineOf = (given: Partial<LineFacts>) => atOnce(forecastLine({ ...NOTHING, ...given }));
const daysOf = (given: Partial<LineFacts>) => atOnce(lineDays(lineOf(given)));
const amountOn = (date: string, given: Partial<LineFacts>) =>
  daysOf(given).find((one) => one.date === date)?.amount;

const rent = subscription({
  id: 1,
  categoryId: 2,
  amount: cents(900_00),
  startDate: day("2026-01-28"),
  nextPaymentDate: day("2026-11-28"),
});
const pay = subscription({
  id: 2,
  type: "income",
  categoryId: 4,
  amount: cents(2_000_00),
  startDate: day("2026-01-25"),
  nextPaymentDate: day("2026-11-25"),
});

describe("the line of the current month", () => {
  test("begins at the balance", () => {
    const days = daysOf({ budgets: carried([budget(1, 400_00, 299_99)]) });
    expect(days).toHaveLength(10);
    expect(days[0]).toEqual({ date: "2026-11-21", amount: 1_000_00 - 10_00 });
    expect(days.at(-1)).toEqual({ date: "2026-11-30", amount: 1_000_00 - 100_01 });
  });

  test("has bills and pay days on their days", () => {
    const late = { ...rent, id: 3, startDate: day("2026-01-03"), nextPaymentDate: day("2026-11-03") };
    const given = {
      subscriptions: [rent, pay, late],
      budgets: carried([budget(2, 1_800_00, 0), budget(4, 2_000_00, 0)]),
    };
    expect(daysOf(given).map(({ amount }) => amount / 100)).toEqual([
      100, 100, 100, 100, 2_100, 2_100, 2_100, 1_200, 1_200, 1_200,
    ]);
  });

  test("excludes accounts that are closed or not spendable", () => {
    const accounts = [
      account(1_000_00),
      account(5_00, "2026-11-20", { id: 2 }),
      account(7_000_00, "2026-11-21", { id: 3, isSpendable: false }),
      account(8_000_00, "2026-11-21", { id: 4, closed: true }),
    ];
    expect(daysOf({ accounts })[0]?.amount).toBe(1_005_00);
  });

  test("includes transactions recorded since the newest balance", () => {
    const transactions = [
      transaction({ id: 1, date: day("2026-11-14"), amount: cents(1_00) }),
      transaction({ id: 2, date: day("2026-11-16"), amount: cents(20_00) }),
      transaction({ id: 3, date: day("2026-11-17"), amount: cents(300_00), type: "income", categoryId: 4 }),
      transaction({ id: 4, date: day("2026-11-24"), amount: cents(7_00) }),
    ];
    const given = {
      accounts: [account(1_000_00, "2026-11-15")],
      months: [facts("2026-11", [], transactions)],
    };
    expect(amountOn("2026-11-21", given)).toBe(1_280_00);
    expect(amountOn("2026-11-24", given)).toBe(1_273_00);
  });

  test("expects plans without a day on their usual day", () => {
    const made = { billed: ZERO, purchases: 1, largest: cents(60_00), on: 26 };
    const history = [
      { month: month("2026-10"), budgets: [{ ...budget(2, 60_00, 60_00), month: month("2026-10"), made }] },
    ];
    const given = { history, budgets: carried([budget(2, 60_00, 0), budget(4, 500_00, 0)]) };
    expect(amountOn("2026-11-25", given)).toBe(1_000_00);
    expect(amountOn("2026-11-26", given)).toBe(940_00);
    expect(amountOn("2026-11-30", given)).toBe(1_440_00);
  });
});

describe("everyday money that is unplanned or overspent", () => {
  test("does not return to the account if it is overspent in total", () => {
    const given = { budgets: carried([budget(1, 400_00, 550_00)]) };
    expect(new Set(daysOf(given).map(({ amount }) => amount))).toEqual(new Set([1_000_00]));
    expect(lineRows(lineOf(given), day("2026-11-30"))).toMatchObject([
      { kind: "balance" },
      { kind: "everyday", amount: 150_00 },
      { kind: "overspent", amount: -150_00 },
    ]);
  });

  test("of a month without a plan is its proposal less spending", () => {
    const history = ["2026-08", "2026-09", "2026-10"].map((of) => {
      const row = { ...budget(1, 0, 300_00), month: month(of), id: budgetId(month(of), 1) };
      return { month: month(of), budgets: [row] };
    });
    const months = [{ ...facts("2026-11", []), plans: [] }];
    const given = { history, months, today: day("2026-11-16"), accounts: [account(1_000_00, "2026-11-16")] };
    expect(amountOn("2026-11-30", { ...given, budgets: carried([budget(1, 0, 120_00)]) })).toBe(820_00);
    expect(amountOn("2026-11-30", { ...given, budgets: carried([budget(1, 0, 420_00)]) })).toBe(1_000_00);
  });
});

describe("the line of later months", () => {
  test("follows their plans or proposals", () => {
    const last = month("2027-01");
    const october = [1, 2, 3].map((ago) => {
      const of = addMonthsTo(NOVEMBER, -ago);
      return { month: of, budgets: [{ ...budget(1, 0, 310_00), id: budgetId(of, 1), month: of }] };
    });
    const plans = [plan("2026-12", 1, 620_00)];
    const months = [facts("2026-11", []), facts("2026-12", plans), facts("2027-01", plans)];
    const given = { last, months, history: october.toReversed(), today: day("2026-11-01") };
    const later = { ...given, accounts: [account(1_000_00, "2026-11-01")] };
    expect(amountOn("2026-12-01", later)).toBe(980_00);
    expect(amountOn("2026-12-31", later)).toBe(380_00);
    expect(amountOn("2027-01-01", later)).toBe(370_00);
    expect(amountOn("2027-01-31", later)).toBe(70_00);
  });

  test("pays a yearly bill from money set aside", () => {
    const yearly = subscription({
      id: 5,
      categoryId: 3,
      frequency: "annually",
      amount: cents(300_00),
      startDate: day("2026-02-10"),
      nextPaymentDate: day("2027-02-10"),
    });
    const budgets = carried([budget(3, 75_00, 0)]);
    const months = ["2026-11", "2026-12", "2027-01", "2027-02"].map((of) => facts(of, []));
    const given = { budgets, months, subscriptions: [yearly], last: month("2027-02") };
    expect(amountOn("2026-11-21", given)).toBe(925_00);
    expect(amountOn("2026-12-01", given)).toBe(850_00);
    expect(amountOn("2027-02-09", given)).toBe(700_00);
    expect(amountOn("2027-02-10", given)).toBe(700_00);
  });

  test.each([
    ["everyday", [], 2_000_00 - 3 * 310_00 - 120_00],
    ["bill", [rent], 2_000_00 - 3 * 310_00 - 120_00 - 4 * 900_00],
  ] as const)("pays a rare bill of %s money once, from money set aside", (kind, bills, left) => {
    const yearly = subscription({
      id: 5,
      categoryId: 1,
      frequency: "annually",
      amount: cents(120_00),
      startDate: day("2027-02-10"),
      nextPaymentDate: day("2027-02-10"),
    });
    const history = [3, 2, 1].map((ago) => {
      const of = addMonthsTo(NOVEMBER, -ago);
      return { month: of, budgets: [{ ...budget(1, 0, 310_00), id: budgetId(of, 1), month: of }] };
    });
    const months = ["2026-11", "2026-12", "2027-01", "2027-02"].map((of) => facts(of, []));
    const given = {
      history,
      months,
      today: day("2026-11-01"),
      accounts: [account(2_000_00, "2026-11-01")],
      kinds: new Map([...KINDS, [1, kind]]),
      subscriptions: [yearly, ...bills.map((bill) => ({ ...bill, categoryId: 1 }))],
      last: month("2027-02"),
    };
    expect(amountOn("2027-02-28", given)).toBe(left);
    expect(amountOn("2027-01-31", given)).toBeLessThan(2_000_00 - 2 * 310_00);
  });

  test("keeps earlier set-aside money in the account until its bill is due", () => {
    const yearly = subscription({
      id: 5,
      categoryId: 3,
      frequency: "annually",
      amount: cents(300_00),
      startDate: day("2026-12-10"),
      nextPaymentDate: day("2026-12-10"),
    });
    const budgets = [{ ...budget(3, 0, 0), carried: cents(300_00), available: cents(300_00) }];
    const months = ["2026-11", "2026-12"].map((of) => facts(of, []));
    const line = lineOf({ budgets, months, subscriptions: [yearly], last: month("2026-12") });
    expect(line.reserves).toEqual([
      { date: TODAY, categoryId: 3, amount: 300_00 },
      { date: "2026-12-10", categoryId: 3, amount: 0 },
    ]);
    const days = atOnce(lineDays(line));
    expect(days.find(({ date }) => date === "2026-12-09")?.amount).toBe(1_000_00);
    expect(days.at(-1)?.amount).toBe(700_00);
  });

  test("sets money aside for a goal until it is reached", () => {
    const holiday = goal({
      categoryId: 3,
      targetAmount: cents(300_00),
      startDate: day("2026-11-01"),
      targetDate: day("2027-01-31"),
    });
    const months = ["2026-11", "2026-12", "2027-01", "2027-02"].map((of) => facts(of, []));
    const given = {
      months,
      goals: [holiday],
      last: month("2027-02"),
      budgets: carried([budget(3, 100_00, 0)]),
    };
    expect(amountOn("2027-01-31", given)).toBe(700_00);
    expect(amountOn("2027-02-28", given)).toBe(700_00);
  });
});

test("the lowest day is the earliest one with the least money", () => {
  const days = [3, 1, 1, 2].map((amount, index) => ({ date: addDays(TODAY, index), amount: cents(amount) }));
  expect(lowestDay(days)).toEqual({ date: "2026-11-22", amount: 1 });
  expect(lowestDay([])).toBeNull();
});

const amounts = fc.integer({ min: 0, max: 500_00 });
const someBudgets = fc
  .uniqueArray(fc.tuple(fc.integer({ min: 1, max: 6 }), amounts, amounts), {
    selector: ([id]) => id,
    maxLength: 6,
  })
  .map((rows) => rows.map(([id, planned, actual]) => budget(id, planned, actual)));
const someBills = fc.array(
  fc.record({
    categoryId: fc.constantFrom(1, 2, 3, 4, 5, null),
    amount: fc.integer({ min: 1, max: 200_00 }).map(cents),
    day: fc.integer({ min: 1, max: 28 }),
    of: fc.constantFrom("2026-09", "2026-11", "2026-12"),
    frequency: fc.constantFrom("weekly" as const, "monthly" as const, "annually" as const),
    isIncome: fc.boolean(),
  }),
  { maxLength: 6 },
);

test("everyday money of the current month equals the amount to spend", () => {
  fc.assert(
    fc.property(
      someBudgets,
      someBills,
      fc.integer({ min: 1, max: 30 }),
      fc.array(fc.constantFrom(...CATEGORY_KINDS), { minLength: 5, maxLength: 5 }),
      fc.constantFrom("none" as const, "surplus" as const, "all" as const),
      (budgets, bills, today, chosen, carry) => {
        const categories = [1, 2, 3, 4, 5].map((id) => category({ id, kind: chosen[id - 1] ?? null, carry }));
        categories.push(category({ id: 6, type: "income" }));
        const subscriptions = bills.map(({ day: dayOf, of, isIncome, ...bill }, index) => {
          const date = day(`${of}-${String(dayOf).padStart(2, "0")}`);
          const categoryId = isIncome ? 6 : bill.categoryId;
          const type = isIncome ? ("income" as const) : ("expense" as const);
          return subscription({
            id: index + 1,
            ...bill,
            type,
            categoryId,
            startDate: date,
            nextPaymentDate: date,
          });
        });
        const october = addMonthsTo(NOVEMBER, -1);
        const before = budgets.map((row) => ({
          ...row,
          month: october,
          id: budgetId(october, row.categoryId),
        }));
        const months = [
          { month: october, budgets: before },
          { month: NOVEMBER, budgets },
        ];
        const now = carryThrough(categories, months).at(-1)?.budgets ?? [];
        const at = day(`2026-11-${String(today).padStart(2, "0")}`);
        const kinds = kindsOf(categories, {
          today: at,
          subscriptions,
          goals: [],
          history: [],
          plans: budgets,
        });
        const given = { today: at, categories, kinds, budgets: now, subscriptions };
        const line = lineOf({ ...given, accounts: [account(1_000_00, "2026-11-01")], last: NOVEMBER });
        const rows = lineRows(line, lastDay(NOVEMBER));
        const everyday = sum(rows.flatMap((row) => (row.kind === "everyday" ? minus(ZERO, row.amount) : [])));
        const { amount, over } = toSpend({ ...given, month: NOVEMBER, until: "month-end" });
        expect(minus(everyday, over)).toBe(amount);
      },
    ),
  );
});

test("the rows of every day add up to its amount", () => {
  fc.assert(
    fc.property(someBudgets, someBills, fc.integer({ min: 0, max: 80 }), (budgets, bills, ahead) => {
      const subscriptions = bills.map(({ day: dayOf, of, isIncome, ...bill }, index) => {
        const date = day(`${of}-${String(dayOf).padStart(2, "0")}`);
        return subscription({ id: index + 1, ...bill, startDate: date, nextPaymentDate: date });
      });
      const categories = [...CATEGORIES, category({ id: 5 }), category({ id: 6 })];
      const last = month("2027-02");
      const months = ["2026-11", "2026-12", "2027-01", "2027-02"].map((of) =>
        facts(of, [plan("2026-12", 1, 5_00)]),
      );
      const line = lineOf({ budgets: carried(budgets), subscriptions, categories, months, last });
      const date = addDays(TODAY, ahead);
      const shown = atOnce(lineDays(line)).find((one) => one.date === date);
      expect(sum(lineRows(line, date).map(({ amount }) => amount))).toBe(shown?.amount);
    }),
    { numRuns: 50 },
  );
});
