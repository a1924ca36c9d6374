import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { budget, category, day } from "../../../test/fixtures.ts";
import { household } from "../../../test/household.ts";
import { CURRENCIES, cents, MAX_AMOUNT } from "../money/money.ts";
import { MAX_NAMED_CATEGORIES, nameFacts } from "./named-facts.ts";
import { tipFacts } from "./tips.ts";

const named = nameFacts(tipFacts(household), "USD");

test("facts have names and phrases", () => {
  expect(named).toEqual({
    monthIs: "current",
    always: { "month.name": "November 2026", "month.daysLeft": "16 days left in the month" },
    month: {
      "month.plan": "$2,000.00 planned",
      "month.spent": "$1,920.00 spent",
      "month.percent": "96% of the plan spent",
      "month.left": "$80.00 left of the plan",
      "month.toSpend": "$80.00 to spend, after what is due",
      "month.perDay": "$5.00 to spend a day for 16 days",
      "month.expected": "$2,120.00 expected to be spent in all",
      "month.overAtEnd": "$120.00 expected over the plan",
      "month.plannedIncome": "$5,000.00 of income planned",
      "month.income": "$5,000.00 received",
      "month.paymentsDue": "1 subscription payment of $10.00 in all within 7 days",
      "month.goalsBehind": "1 goal behind schedule by $52.10 in all",
    },
    categories: [
      {
        key: "c1",
        forecast: true,
        phrases: {
          "c1.name": "Food",
          "c1.spent": "$300.00 spent",
          "c1.budget": "a budget of $400.00",
          "c1.percent": "75% of its budget spent",
          "c1.left": "$100.00 left of its budget",
          "c1.expected": "$500.00 expected by the end of the month",
          "c1.overAtEnd": "$100.00 expected over its budget",
          "c1.usual": "$400.00 in a usual month",
        },
      },
      {
        key: "c2",
        forecast: false,
        phrases: {
          "c2.name": "Fun 2",
          "c2.spent": "$120.00 spent",
          "c2.budget": "a budget of $100.00",
          "c2.percent": "120% of its budget spent",
          "c2.overNow": "$20.00 over its budget",
        },
      },
      {
        key: "c3",
        forecast: true,
        phrases: {
          "c3.name": "Rent",
          "c3.spent": "$1,500.00 spent",
          "c3.budget": "a budget of $1,500.00",
          "c3.percent": "100% of its budget spent",
          "c3.expected": "$1,500.00 expected by the end of the month",
          "c3.usual": "$1,500.00 in a usual month",
        },
      },
    ],
  });
});

describe("a fact that is not true is absent", () => {
  const of = (given: Partial<typeof household>) => nameFacts(tipFacts({ ...household, ...given }), "USD");

  test("an empty month has only its name", () => {
    const empty = { categories: [], budgets: [], history: [], subscriptions: [], goals: [] };
    expect(of({ ...empty, today: day("2026-10-15") })).toEqual({
      monthIs: "future",
      always: { "month.name": "November 2026" },
      month: {},
      categories: [],
    });
  });

  test("a past month has no forecasts, days left or payments due", () => {
    const { always, month, categories } = of({ today: day("2026-12-15") });
    const names = [always, month, ...categories.map(({ phrases }) => phrases)].flatMap(Object.keys);
    expect(names.filter((name) => /expected|AtEnd|daysLeft|PerDay|Due|Behind/.test(name))).toEqual([]);
  });

  test("without history a month has no forecast", () => {
    const { month, categories } = of({ history: [] });
    const names = [month, ...categories.map(({ phrases }) => phrases)].flatMap(Object.keys);
    expect(names.filter((name) => /expected|AtEnd|usual/.test(name))).toEqual([]);
  });

  test("no phrase contains zero or a negative amount in any currency", () => {
    const amount = fc.oneof(fc.integer({ min: 0, max: MAX_AMOUNT }), fc.integer({ min: 0, max: 120 }));
    const days = fc.constantFrom("2026-10-31", "2026-11-15", "2026-11-30", "2026-12-24").map(day);
    fc.assert(
      fc.property(
        fc.array(fc.record({ plan: amount, spent: amount, past: amount }), { maxLength: 5 }),
        days,
        fc.constantFrom(...CURRENCIES),
        (rows, today, currency) => {
          const facts = tipFacts({
            ...household,
            today,
            categories: rows.map((_row, n) => category({ id: n + 1, name: "Food" })),
            budgets: rows.map(({ plan, spent }, n) => budget(n + 1, plan, spent)),
            history: household.history.map((past) => ({
              ...past,
              budgets: rows.map((row, n) => ({ categoryId: n + 1, actual: cents(row.past) })),
            })),
          });
          const { always, month, categories } = nameFacts(facts, currency);
          const phrases = [always, month, ...categories.map((c) => c.phrases)].flatMap(Object.values);
          const numbers = phrases.flatMap((phrase) => phrase.match(/-?\p{Sc}?-?\d[\d,.]*/gu) ?? []);
          expect(numbers.filter((number) => /-/.test(number) || !/[1-9]/.test(number))).toEqual([]);
        },
      ),
    );
  });
});

test("a model sees the categories with the largest overruns under distinct keys", () => {
  const many = Array.from({ length: 50 }, (_, n) => category({ id: n + 1, name: "{{c1.name}}" }));
  const budgets = many.map(({ id }) => budget(id, 100_00, 100_00 + id));
  const { categories } = nameFacts(tipFacts({ ...household, categories: many, budgets, history: [] }), "USD");
  expect(new Set(categories.map(({ key }) => key)).size).toBe(MAX_NAMED_CATEGORIES);
  expect(categories[0]?.phrases["c1.overNow"]).toBe("$0.50 over its budget");
});
