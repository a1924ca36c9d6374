import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { budget, category, day, goal, month, subscription } from "../../test/fixtures.ts";
import { CURRENCIES, cents, MAX_AMOUNT } from "./money.ts";
import { lastMonths, previousMonth } from "./month.ts";
import type { Tips } from "./tips.ts";
import { numbersOf, onlyKnownNumbers, tipFacts } from "./tips.ts";
import { wordFacts } from "./wording.ts";

const november = month("2026-11");
const household = {
  month: november,
  today: day("2026-11-15"),
  categories: [
    category({ id: 1, name: "Salary", type: "income" }),
    category({ id: 2, name: "Rent" }),
    category({ id: 3, name: "Food" }),
    category({ id: 4, name: "Fun 2" }),
    category({ id: 5, name: "Never used" }),
  ],
  budgets: [
    budget(1, 5_000_00, 5_000_00),
    budget(2, 1_500_00, 1_500_00),
    budget(3, 400_00, 300_00),
    budget(4, 100_00, 120_00),
  ],
  history: lastMonths(previousMonth(november), 2).map((past, n) => ({
    month: past,
    totals: [
      { categoryId: 2, actual: cents(1_500_00) },
      { categoryId: 3, actual: cents(n === 0 ? 300_00 : 500_00) },
    ],
  })),
  subscriptions: [
    subscription({ nextPaymentDate: day("2026-11-16") }),
    subscription({ nextPaymentDate: day("2026-12-16") }),
  ],
  goals: [goal({ targetDate: day("2026-12-01"), currentAmount: cents(900_00) })],
};
const facts = tipFacts(household);

describe("facts", () => {
  test("hold the month against its plan, and where it is going", () => {
    expect(facts).toMatchObject({
      when: "current",
      projectedExpenses: 2_000_00,
      actualExpenses: 1_920_00,
      percent: 96,
      daysLeft: 16,
      remaining: 80_00,
      leftPerDay: 5_00,
      expected: 2_120_00,
      expectedRemaining: -120_00,
      incomeMissing: 0,
      due: { count: 1, total: 10_00, days: 7 },
      behind: { count: 1, missing: 52_10 },
    });
  });

  test("foresee each expense category in use, the largest overrun first", () => {
    const foreseen = facts.categories.map((c) => [c.category, c.expected, c.overAtEnd]);
    expect(foreseen).toEqual([
      ["Food", { amount: 500_00, basis: "pace" }, 100_00],
      ["Fun 2", null, 20_00],
      ["Rent", { amount: 1_500_00, basis: "steady" }, 0],
    ]);
  });

  test("hold nothing a person wrote but category names (product page section 4)", () => {
    const text = JSON.stringify(facts);
    for (const written of ["Newspaper", "Bicycle"]) expect(text).not.toContain(written);
  });

  test("history counts the last six months before the month shown, and no other", () => {
    const history = lastMonths(november, 12).map((past) => ({
      month: past,
      totals: [
        { categoryId: 3, actual: cents(past < "2026-05" ? 9_999_00 : past < "2026-11" ? 100_00 : 9_999_00) },
      ],
    }));
    const food = tipFacts({ ...household, history: history.toReversed() }).categories.find(
      (c) => c.category === "Food",
    );
    expect(food?.usual).toBe(100_00);
  });

  test("a month that is over, or to come, is told as such", () => {
    expect(tipFacts({ ...household, today: day("2026-12-01") })).toMatchObject({
      when: "past",
      daysLeft: 0,
      leftPerDay: 0,
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
  ])("say on %s what a category without spending may come to", (today, forecast) => {
    const budgets = [budget(3, 400_00, 0)];
    const unspent = tipFacts({ ...household, today: day(today), budgets });
    expect(wordFacts(unspent, "USD").forecasts.find(({ category }) => category === "Food")?.forecast).toBe(
      forecast,
    );
  });

  test("word the facts, the most pressing first", () => {
    expect(wordFacts(facts, "USD")).toEqual({
      summary:
        "$1,920.00 of the $2,000.00 planned for November 2026 is spent (96%), with 16 days to go. " +
        "The month is heading for $2,120.00, $120.00 over plan. Categories without history count as planned.",
      tips: [
        "Fun 2 is $20.00 over its budget of $100.00.",
        "Food is heading for $500.00, against a budget of $400.00.",
        "Keep $10.00 ready: 1 subscription payment due within 7 days.",
        "1 goal is behind schedule, by $52.10 in total. A contribution would catch up.",
        "Up to $5.00 a day keeps the month within its plan.",
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

  test.each([
    ["2026-11-15", "$300.00 of the $400.00 planned for November 2026 is spent (75%), with 16 days to go."],
    ["2026-10-31", "$400.00 is planned for November 2026."],
  ])("say on %s, without history, that there is none to forecast from", (today, known) => {
    const budgets = [budget(3, 400_00, 300_00)];
    const { summary, forecasts } = wordFacts(
      tipFacts({ ...household, today: day(today), budgets, history: [] }),
      "USD",
    );
    expect(summary).toBe(`${known} There is no history yet to forecast from.`);
    expect(forecasts).toEqual([
      { category: "Food", forecast: "There is no history yet to forecast from. So far, $300 is spent." },
    ]);
  });

  test("say to the cent what lies below a whole unit", () => {
    const budgets = [budget(3, 400_00, 400_10)];
    const { forecasts } = wordFacts(tipFacts({ ...household, budgets, history: [] }), "USD");
    expect(forecasts[0]?.forecast).toContain("It is $0.10 over its budget already.");
  });

  test("an empty month needs nothing", () => {
    const empty = { ...household, categories: [], budgets: [], history: [], subscriptions: [], goals: [] };
    expect(wordFacts(tipFacts(empty), "USD")).toEqual({
      summary: "Nothing is planned or spent for November 2026 yet.",
      tips: ["Nothing needs attention: everything is within its plan."],
      forecasts: [],
    });
  });

  test("a month that is over says nothing of payments due now", () => {
    const { tips } = wordFacts(tipFacts({ ...household, month: month("2026-10"), budgets: [] }), "USD");
    expect(tips).toEqual(["Nothing needs attention: everything is within its plan."]);
  });

  const amount = fc.integer({ min: 0, max: MAX_AMOUNT });
  const names = fc.uniqueArray(
    fc.constantFrom("Rent", "Room 12", "5", "1,000", "401(k)", "24/7 Gym", "Ünï 3", "2026"),
    {
      minLength: 1,
    },
  );
  const days = fc.constantFrom("2026-10-31", "2026-11-01", "2026-11-15", "2026-11-30", "2026-12-24").map(day);

  test("use no number that the facts do not hold, whatever they are, in every currency", () => {
    fc.assert(
      fc.property(
        names,
        fc.array(amount, { minLength: 4 }),
        days,
        fc.constantFrom(...CURRENCIES),
        (given, amounts, today, currency) => {
          const nth = (n: number) => amounts[n % amounts.length] ?? 0;
          const categories = given.map((name, n) => category({ id: n + 1, name }));
          const any = tipFacts({
            ...household,
            today,
            categories,
            budgets: categories.map(({ id }) => budget(id, nth(id), nth(id + 1))),
            history: household.history.map((past, n) => ({
              month: past.month,
              totals: categories.map(({ id }) => ({ categoryId: id, actual: cents(nth(id + n)) })),
            })),
          });
          expect(onlyKnownNumbers(wordFacts(any, currency), any, currency)).toBe(true);
        },
      ),
    );
  });
});

describe("a model's answer may only word the facts (S12)", () => {
  const answer = (given: Partial<Tips>): Tips => ({
    summary: "All is well.",
    tips: [],
    forecasts: [],
    ...given,
  });

  test.each([
    ["no number at all", answer({})],
    [
      "a number of the facts, however written",
      answer({ summary: "You spent $1,920 or 1920.00, 96% of plan, in November 2026." }),
    ],
    ["the digit in a category's name", answer({ tips: ["Fun 2 is over."] })],
    [
      "a forecast of a known category",
      answer({ forecasts: [{ category: "Food", forecast: "About $500." }] }),
    ],
  ])("accepted: %s", (_what, given) => expect(onlyKnownNumbers(given, facts, "USD")).toBe(true));

  test.each([
    ["in the summary", answer({ summary: "You spent $1,921." })],
    ["in a tip", answer({ tips: ["Save 13% more."] })],
    ["in a forecast", answer({ forecasts: [{ category: "Food", forecast: "$501" }] })],
    ["scaled", answer({ tips: ["Move $3k away."] })],
    ["in words", answer({ tips: ["Put a thousand aside."] })],
    ["in another script", answer({ tips: ["٩٩"] })],
    ["beside a name that has digits", answer({ tips: ["Fun 2.50 is over."] })],
    ["or a category", answer({ forecasts: [{ category: "Crypto", forecast: "Rises." }] })],
  ])("refused: a number invented %s", (_where, given) =>
    expect(onlyKnownNumbers(given, facts, "USD")).toBe(false),
  );

  test("yen are known as they are written: whole", () => {
    expect(numbersOf(facts, "JPY").has("1920")).toBe(true);
  });
});
