import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { budget, category, day, goal, month, subscription } from "../../../test/fixtures.ts";
import { CATEGORY_KINDS } from "../category/choices.ts";
import { cents, sum, ZERO } from "../money/money.ts";
import { carryThrough } from "./carry.ts";
import { kindsOf } from "./kind.ts";
import { afterSpending, dueBeforePay, nextPayDay, shareText, toSpend, toSpendRows } from "./to-spend.ts";

const TODAY = day("2026-11-22");
const NOVEMBER = month("2026-11");
const FOOD = category({ id: 1 });
const RENT = category({ id: 2 });
const PAY = category({ id: 3, type: "income" });
const categories = [FOOD, RENT, PAY];
const kinds = new Map([
  [1, "everyday" as const],
  [2, "bill" as const],
]);
const carried = (budgets: ReturnType<typeof budget>[]) =>
  carryThrough(categories, [{ month: NOVEMBER, budgets }])[0]?.budgets ?? [];
const due = (amount: number, date: string, categoryId: number | null, id = 1) =>
  subscription({ id, amount: cents(amount), nextPaymentDate: day(date), startDate: day(date), categoryId });
const income = subscription({
  id: 9,
  type: "income",
  categoryId: 3,
  amount: cents(2_000_00),
  frequency: "biweekly",
  startDate: day("2026-11-13"),
  nextPaymentDate: day("2026-11-27"),
});
const FACTS: Parameters<typeof toSpend>[0] = {
  month: NOVEMBER,
  today: TODAY,
  until: "month-end",
  categories,
  kinds,
  budgets: carried([budget(1, 400_00, 100_00), budget(2, 1_950_00, 0), budget(3, 4_000_00, 2_000_00)]),
  subscriptions: [],
};
const spend = (given: Partial<typeof FACTS>) => toSpend({ ...FACTS, ...given });
const rowsOf = (given: Partial<typeof FACTS>) => toSpendRows({ ...FACTS, ...given });

describe("the amount to spend", () => {
  test("is the money available in everyday categories", () => {
    expect(spend({})).toMatchObject({
      amount: 300_00,
      perDay: 33_33,
      days: 9,
      until: "2026-11-30",
      due: 0,
      over: 0,
      setApart: { amount: 1_950_00, payments: 0 },
      incomeToCome: 2_000_00,
      everyday: [1],
    });
  });

  test("is updated for further spending as if it were computed anew", () => {
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 30 }),
        fc.constantFrom("month-end" as const, "pay-day" as const),
        fc.integer({ min: -300_00, max: 900_00 }),
        fc.constantFrom("2026-11-27", "2026-12-11"),
        (on, until, spent, payDay) => {
          const today = day(`2026-11-${String(on).padStart(2, "0")}`);
          const pay = { ...income, nextPaymentDate: day(payDay), startDate: day(payDay) };
          const before = spend({ today, until, subscriptions: [pay] });
          const budgets = carried([budget(1, 400_00, 100_00 + spent), budget(2, 1_950_00, 0)]);
          const {
            setApart: _,
            incomeToCome: _to,
            ...after
          } = spend({
            today,
            until,
            subscriptions: [pay],
            budgets,
          });
          expect(afterSpending(before, cents(spent), { month: NOVEMBER, today })).toMatchObject(after);
        },
      ),
    );
  });

  test("is for one day less after midnight", () => {
    const figure = spend({});
    const tomorrow = { month: NOVEMBER, today: day("2026-11-23") };
    expect(afterSpending(figure, ZERO, tomorrow)).toEqual(spend({ today: tomorrow.today }));
  });

  test("excludes payments due from everyday categories", () => {
    const subscriptions = [due(20_00, "2026-11-25", 1, 1), due(5_00, "2026-11-28", null, 2)];
    expect(spend({ subscriptions })).toMatchObject({ amount: 275_00, due: 25_00 });
  });

  test("is reduced by overspent bills, including their due payments", () => {
    const subscriptions = [due(1_950_00, "2026-11-30", 2, 1), due(40_00, "2026-11-29", 2, 2)];
    expect(spend({ subscriptions })).toMatchObject({
      amount: 260_00,
      over: 40_00,
      setApart: { amount: 1_950_00, payments: 2 },
    });
  });

  test("lasts until the day before the next pay day", () => {
    const subscriptions = [income, due(20_00, "2026-11-28", 1)];
    // 280.00 for the month's nine days, less the payment due after the pay day.
    const figures = spend({ subscriptions, until: "pay-day" });
    expect(figures).toMatchObject({
      amount: 155_55,
      until: "2026-11-26",
      days: 5,
      perDay: 31_11,
      due: 20_00,
      ofMonth: { amount: 280_00, days: 9 },
    });
    expect(sum(rowsOf({ subscriptions, until: "pay-day" }).map(({ amount }) => amount))).toBe(figures.amount);
    expect(shareText(figures, (amount) => `$${amount / 100}`)).toBe(
      "Until the next pay: 5 days of the 9 left share $280",
    );
    expect(spend({ until: "pay-day" })).toMatchObject({ until: "2026-11-30" });
  });

  test("is the same per day before and after the pay day", () => {
    const days = fc.integer({ min: 1, max: 29 });
    fc.assert(
      fc.property(days, fc.integer({ min: -500_00, max: 5_000_00 }), (on, left) => {
        const today = day(`2026-11-${String(on).padStart(2, "0")}`);
        const pay = { ...income, nextPaymentDate: day("2026-11-30"), startDate: day("2026-11-30") };
        const facts = {
          today,
          subscriptions: [pay],
          budgets: carried([budget(1, 5_000_00, 5_000_00 - left)]),
        };
        const [whole, part] = [spend(facts), spend({ ...facts, until: "pay-day" })];
        expect(part.perDay).toBe(whole.perDay);
        expect(part.amount).toBe(whole.amount > 0 ? whole.perDay * part.days : whole.amount);
      }),
    );
  });

  test("lists why each amount is set apart", () => {
    const reasons = new Map([[2, { kind: "bill" as const, reason: "rhythm" as const }]]);
    expect(spend({ reasons }).setApart.categories).toEqual([
      { categoryId: 2, amount: 1_950_00, kind: "bill", reason: "rhythm" },
    ]);
  });

  test("lasts into the next month if the pay day is there", () => {
    const later = { ...income, nextPaymentDate: day("2026-12-11") };
    const subscriptions = [later, due(20_00, "2026-12-05", 1)];
    expect(spend({ subscriptions, until: "pay-day" })).toMatchObject({
      until: "2026-12-10",
      days: 19,
      amount: 280_00,
    });
  });

  test("has no days in a past month", () => {
    expect(spend({ today: day("2026-12-05") })).toMatchObject({ days: 0, perDay: 0, until: "2026-11-30" });
    expect(spend({ today: day("2026-10-05") })).toMatchObject({ days: 30, perDay: 10_00 });
  });

  test("counts the remaining pay days if they exceed the planned income", () => {
    const twice = { ...income, nextPaymentDate: day("2026-11-13") };
    expect(spend({ subscriptions: [twice] }).incomeToCome).toBe(4_000_00);
  });

  test("is the sum of its rows for all kinds", () => {
    const rows = fc.array(fc.tuple(fc.nat(1_000_00), fc.integer({ min: -5_000, max: 1_200_00 })), {
      maxLength: 6,
    });
    const kind = fc.constantFrom(...CATEGORY_KINDS);
    const payment = fc.tuple(fc.integer({ min: 1, max: 500_00 }), fc.nat(40), fc.nat(6));
    fc.assert(
      fc.property(
        rows,
        fc.array(kind, { minLength: 7, maxLength: 7 }),
        fc.array(payment),
        (given, of, bills) => {
          const own = given.map((_, n) => category({ id: n + 1 }));
          const budgets = given.map(([plan, actual], n) => budget(n + 1, plan, actual));
          const all = carryThrough(own, [{ month: NOVEMBER, budgets }])[0]?.budgets ?? [];
          const facts: Partial<Parameters<typeof toSpend>[0]> = {
            categories: own,
            budgets: all,
            kinds: new Map(of.map((one, n) => [n + 1, one])),
            subscriptions: bills.map(([amount, ahead, categoryId], id) =>
              due(amount, `2026-11-${String((ahead % 30) + 1).padStart(2, "0")}`, categoryId || null, id),
            ),
          };
          const figures = spend(facts);
          expect(sum(rowsOf(facts).map(({ amount }) => amount))).toBe(figures.amount);
          const everyday = all.filter(({ categoryId }) => of[categoryId - 1] === "everyday");
          const available = sum(everyday.map((one) => one.available));
          expect(figures.amount).toBe(available - figures.due - figures.over);
          expect(figures.perDay * figures.days).toBeLessThanOrEqual(Math.max(0, figures.amount));
        },
      ),
    );
  });
});

describe("before the next pay day", () => {
  test("overdue and coming payments are due", () => {
    const subs = [
      income,
      due(20_00, "2026-11-26", 1, 1),
      due(30_00, "2026-11-20", 2, 2),
      due(1, "2026-11-27", 1, 3),
    ];
    expect(dueBeforePay(subs, TODAY)).toMatchObject({ payDay: "2026-11-27", total: 50_00, overdue: 30_00 });
    expect(dueBeforePay(subs.slice(1), TODAY)).toBeNull();
  });

  test("an unrecorded pay day is followed by the next", () => {
    expect(nextPayDay([{ ...income, nextPaymentDate: day("2026-11-13") }], TODAY)).toBe("2026-11-27");
    expect(nextPayDay([{ ...income, active: false }], TODAY)).toBeNull();
  });
});

describe("the kind of a category", () => {
  const history = (...actuals: number[]) =>
    actuals.map((actual) => ({ budgets: [{ categoryId: 1, actual: cents(actual) }] }));
  const rows = { today: TODAY, subscriptions: [], goals: [], history: [], plans: [] };
  const kindNow = (given: Partial<Parameters<typeof kindsOf>[1]>, kind?: "everyday" | null) =>
    kindsOf([{ ...FOOD, kind }], { ...rows, ...given }).get(1);
  const insurance = { ...due(1_200_00, "2027-03-01", 1), frequency: "annually" as const };

  test.each([
    ["everyday without transactions", {}, "everyday"],
    ["everyday if months differ", { history: history(100, 300, 200) }, "everyday"],
    ["a bill if months cost the same", { history: history(1950, 1950, 1950) }, "bill"],
    ["a bill because of its subscriptions", { subscriptions: [due(1_000, "2026-12-01", 1)] }, "bill"],
    [
      "everyday if subscriptions are the smaller part",
      { subscriptions: [due(1_000, "2026-12-01", 1)], history: history(9_000, 7_000, 5_000) },
      "everyday",
    ],
    [
      "everyday if more is planned than subscriptions cost",
      { subscriptions: [due(1_000, "2026-12-01", 1)], plans: [budget(1, 9_000)] },
      "everyday",
    ],
    ["set aside for yearly bills", { subscriptions: [insurance] }, "set-aside"],
    [
      "still set aside after the yearly bill was paid",
      { subscriptions: [insurance], history: history(1_200_00, 0, 0) },
      "set-aside",
    ],
    ["set aside for a goal", { goals: [goal({ categoryId: 1 })] }, "set-aside"],
  ] as const)("is %s", (_what, given, expected) => expect(kindNow(given)).toBe(expected));

  const bought = (...months: [actual: number, purchases: number, on: number][]) =>
    months.map(([actual, purchases, on]) => {
      const made = { billed: cents(0), purchases, largest: cents(Math.round(actual / purchases)), on };
      return { budgets: [{ categoryId: 1, actual: cents(actual), made }] };
    });
  test.each([
    ["everyday if many purchases make up the same total", bought([480_00, 8, 3], [500_00, 8, 5]), "everyday"],
    ["everyday if three purchases do", bought([60_00, 3, 1], [60_00, 3, 1], [60_00, 3, 1]), "everyday"],
    ["everyday if the days differ", bought([60_00, 1, 2], [60_00, 1, 17]), "everyday"],
    ["a bill if one purchase is on about the same day", bought([950_00, 1, 1], [950_00, 1, 3]), "bill"],
    ["a bill if it is at the end of the month", bought([950_00, 1, 30], [950_00, 1, 1]), "bill"],
    ["a bill if it is paid twice a month", bought([100_00, 2, 5], [100_00, 2, 5]), "bill"],
  ] as const)("is %s", (_what, past, expected) => expect(kindNow({ history: past })).toBe(expected));

  test("is the chosen one", () => {
    expect(kindNow({ subscriptions: [insurance] }, "everyday")).toBe("everyday");
    expect(kindNow({ subscriptions: [insurance] }, null)).toBe("set-aside");
  });
});
