import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { budget, category, day, month } from "../../../test/fixtures.ts";
import { household } from "../../../test/household.ts";
import { percentText } from "../budget/budget-row.ts";
import { CURRENCIES, cents, formatMoney, formatWhole, MAX_AMOUNT, ZERO } from "../money/money.ts";
import { AMERICAN } from "../text/locale.ts";
import { lastMonths } from "../time/month.ts";
import { nameFacts } from "./named-facts.ts";
import { tipFacts } from "./tips.ts";
import { wordFacts } from "./wording.ts";

const facts = tipFacts(household);

describe("facts", () => {
  test("compare the month with its plan", () => {
    expect(facts).toMatchObject({
      when: "current",
      projectedExpenses: 2_000_00,
      actualExpenses: 1_920_00,
      percent: 96,
      daysLeft: 16,
      remaining: 80_00,
      toSpend: { amount: 80_00, perDay: 5_00, days: 16 },
      expected: 2_120_00,
      expectedRemaining: -120_00,
      incomeMissing: 0,
      due: { count: 1, total: 10_00, days: 7 },
      behind: { count: 1, missing: 52_10 },
    });
  });

  test("forecast each expense category in use, the largest overrun first", () => {
    const foreseen = facts.categories.map((c) => [c.category, c.expected, c.overAtEnd]);
    expect(foreseen).toEqual([
      ["Food", { amount: 500_00, basis: "pace" }, 100_00],
      ["Fun 2", null, 20_00],
      ["Rent", { amount: 1_500_00, basis: "steady" }, 0],
    ]);
  });

  test("contain no text that people wrote except category names", () => {
    const text = JSON.stringify(facts);
    for (const written of ["Newspaper", "Bicycle"]) expect(text).not.toContain(written);
  });

  test("use the six months before the month", () => {
    const history = lastMonths(household.month, 12).map((past) => ({
      month: past,
      budgets: [
        { categoryId: 3, actual: cents(past < "2026-05" ? 9_999_00 : past < "2026-11" ? 100_00 : 9_999_00) },
      ],
    }));
    const food = tipFacts({ ...household, history: history.toReversed() }).categories.find(
      (c) => c.category === "Food",
    );
    expect(food?.usual).toBe(100_00);
  });

  test("tell past from future months", () => {
    expect(tipFacts({ ...household, today: day("2026-12-01") })).toMatchObject({
      when: "past",
      daysLeft: 0,
    });
    expect(tipFacts({ ...household, today: day("2026-10-31") })).toMatchObject({
      when: "future",
      daysLeft: 30,
    });
  });
});

describe("templates", () => {
  test.each([
    [
      "2026-10-31",
      "Likely to end at $400, within its budget of $400. That is its average of earlier months.",
    ],
    [
      "2026-11-15",
      "Likely to end at $200, within its budget of $400. Nothing so far, with the days to come at its usual $400 a month.",
    ],
  ])("forecast on %s a category without spending", (today, forecast) => {
    const budgets = [budget(3, 400_00, 0)];
    const unspent = tipFacts({ ...household, today: day(today), budgets });
    expect(wordFacts(unspent, "USD").forecasts.find(({ category }) => category === "Food")?.forecast).toBe(
      forecast,
    );
  });

  test("list the most urgent facts first", () => {
    expect(wordFacts(facts, "USD")).toMatchObject({
      about: [4, 3, "subscriptions", "goals", "to-spend"],
      summary:
        "$1,920.00 of the $2,000.00 planned for November 2026 is spent (96%), with 16 days to go. " +
        "The month is heading for $2,120.00, $120.00 over plan. Categories without history count as planned.",
      tips: [
        "Fun 2 is $20.00 over its budget of $100.00.",
        "Food is heading for $500.00, against a budget of $400.00.",
        "Keep $10.00 ready: 1 subscription payment due within 7 days.",
        "1 goal is behind schedule, by $52.10 in total. A contribution would catch up.",
        "$80.00 to spend for 16 days: up to $5.00 a day.",
      ],
      forecasts: [
        {
          category: "Food",
          forecast:
            "Likely to end at $500, $100 over its budget. $300 so far, with the days to come at its usual $400 a month.",
        },
        {
          category: "Fun 2",
          forecast: "There is no history yet to forecast from. It is $20 over its budget already.",
        },
        {
          category: "Rent",
          forecast: "Likely to end at $1,500, within its budget of $1,500. It is about $1,500 every month.",
        },
      ],
    });
  });

  test("say 100% for a plan that is exceeded by cents", () => {
    const budgets = [budget(3, 100_00, 100_10)];
    const facts = tipFacts({ ...household, budgets, history: [] });
    expect(wordFacts(facts, "USD").summary).toContain(
      "$100.10 of the $100.00 planned for November 2026 is spent (100%)",
    );
    const phrases = nameFacts(facts, "USD").categories.map((each) => each.phrases);
    expect(phrases).toMatchObject([{ "c1.percent": "100% of its budget spent" }]);
  });

  test.each([
    ["2026-11-15", "$300.00 of the $400.00 planned for November 2026 is spent (75%), with 16 days to go."],
    ["2026-10-31", "$400.00 is planned for November 2026."],
  ])("say on %s that there is no history", (today, known) => {
    const budgets = [budget(3, 400_00, 300_00)];
    const { summary, forecasts } = wordFacts(
      tipFacts({ ...household, today: day(today), budgets, history: [] }),
      "USD",
    );
    expect(summary).toBe(`${known} There is no history yet to forecast from.`);
    expect(forecasts).toMatchObject([
      { category: "Food", forecast: "There is no history yet to forecast from. So far, $300 is spent." },
    ]);
  });

  test("write amounts below one unit with cents", () => {
    const budgets = [budget(3, 400_00, 400_10)];
    const { forecasts } = wordFacts(tipFacts({ ...household, budgets, history: [] }), "USD");
    expect(forecasts[0]?.forecast).toContain("It is $0.10 over its budget already.");
  });

  test("never say that something is over by ¥0", () => {
    const budgets = [budget(3, 400_00, 400_40)];
    const { summary, tips, forecasts } = wordFacts(tipFacts({ ...household, budgets, history: [] }), "JPY");
    expect([summary, ...tips, ...forecasts.map(({ forecast }) => forecast)].join(" ")).not.toMatch(
      /¥0(?!\.)/,
    );
  });

  test("round the amount per day down to the currency's units", () => {
    const toSpend = { amount: cents(299_00), perDay: cents(33_22), days: 9 };
    const { tips } = wordFacts(tipFacts({ ...household, toSpend }), "JPY");
    expect(tips.join(" ")).toContain("¥299 to spend for 9 days: up to ¥33 a day.");
  });

  test("have no advice for an empty month", () => {
    const empty = {
      ...household,
      categories: [],
      budgets: [],
      history: [],
      subscriptions: [],
      goals: [],
      toSpend: { amount: ZERO, perDay: ZERO, days: 16 },
    };
    expect(wordFacts(tipFacts(empty), "USD")).toMatchObject({
      summary: "Nothing is planned or spent for November 2026 yet.",
      tips: ["Nothing needs attention: everything is within its plan."],
      forecasts: [],
    });
  });

  test("do not mention payments due in a past month", () => {
    const { tips } = wordFacts(tipFacts({ ...household, month: month("2026-10"), budgets: [] }), "USD");
    expect(tips).toEqual(["Nothing needs attention: everything is within its plan."]);
  });

  test("contain only numbers of the facts, in every currency", () => {
    const amount = fc.integer({ min: 0, max: MAX_AMOUNT });
    const days = fc
      .constantFrom("2026-10-31", "2026-11-01", "2026-11-15", "2026-11-30", "2026-12-24")
      .map(day);
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.constantFrom("Rent", "Food", "Ünï", "Gym"), { minLength: 1 }),
        fc.array(amount, { minLength: 4 }),
        days,
        fc.constantFrom(...CURRENCIES),
        (given, drawn, today, currency) => {
          const nth = (n: number) => drawn[n % drawn.length] ?? 0;
          const categories = given.map((name, n) => category({ id: n + 1, name }));
          const any = tipFacts({
            ...household,
            today,
            categories,
            budgets: categories.map(({ id }) => budget(id, nth(id), nth(id + 1))),
            history: household.history.map((past, n) => ({
              month: past.month,
              budgets: categories.map(({ id }) => ({ categoryId: id, actual: cents(nth(id + n)) })),
            })),
          });
          const { summary, tips, forecasts } = wordFacts(any, currency);
          const written = [summary, ...tips, ...forecasts.map(({ forecast }) => forecast)].flatMap(numbersIn);
          const percent = percentText(any.actualExpenses, any.projectedExpenses);
          const amounts = numbersOf(any).flatMap((n) =>
            numbersIn(
              `${n} ${formatMoney(cents(n), currency, AMERICAN)} ${formatWhole(cents(n), currency, AMERICAN)}`,
            ),
          );
          const known = new Set([...numbersIn(percent), ...amounts]);
          expect(written.filter((number) => !known.has(number))).toEqual([]);
        },
      ),
    );
  });
});

function numbersIn(text: string): string[] {
  return text.match(/\d+(?:,\d{3})*(?:\.\d+)?/g) ?? [];
}

/** Every number anywhere in the facts, without its sign, and the year of the month. */
function numbersOf(value: unknown): number[] {
  if (typeof value === "number") return [Math.abs(value)];
  if (typeof value === "string") return numbersIn(value).map(Number);
  return value && typeof value === "object" ? Object.values(value).flatMap(numbersOf) : [];
}
