import { describe, expect, test } from "vitest";
import { category, day, transaction } from "../../../test/fixtures.ts";
import { cents } from "../money/money.ts";
import { AMERICAN } from "../text/locale.ts";
import { isSentOn, letterFacts, periodLabel, periodOf } from "./letter.ts";

test.each([
  ["daily", 1, "2026-11-21", true],
  ["weekly", 6, "2026-11-21", true],
  ["weekly", 0, "2026-11-21", false],
  ["weekly", 0, "2026-11-22", true],
  ["monthly", 1, "2026-12-01", true],
  ["monthly", 1, "2026-11-30", false],
] as const)("a %s mail (weekday %i) is sent on %s: %s", (frequency, weekday, on, expected) => {
  expect(isSentOn({ frequency, weekday }, day(on))).toBe(expected);
});

test.each([
  ["daily", "2026-03-01", "2026-02-28", "2026-02-28", "Feb 28 to Feb 28"],
  ["weekly", "2026-03-02", "2026-02-23", "2026-03-01", "Feb 23 to Mar 1"],
  ["monthly", "2026-03-01", "2026-02-01", "2026-02-28", "February 2026"],
] as const)("a %s mail of %s is about %s to %s", (frequency, on, from, to, label) => {
  const period = periodOf(frequency, day(on));
  expect(period).toEqual({ from, to });
  if (frequency !== "daily") expect(periodLabel({ frequency, ...period }, AMERICAN)).toBe(label);
});

describe("a letter", () => {
  const bought = (id: number, date: string, amount: number, given: object = {}) =>
    transaction({ id, date: day(date), amount: cents(amount), description: `Number ${id}`, ...given });
  const NOTHING = { over: [], due: [], goals: [] };
  const letter = (given: Partial<Parameters<typeof letterFacts>[0]> = {}) =>
    letterFacts({
      frequency: "weekly",
      day: day("2026-11-21"),
      currency: "USD",
      locale: AMERICAN,
      categories: [category({ id: 1, name: "Food" }), category({ id: 2, name: "Fun" })],
      transactions: [],
      planned: null,
      lowest: null,
      facts: NOTHING,
      ...given,
    });

  test("totals only the transactions of its period", () => {
    const transactions = [
      bought(1, "2026-11-13", 900_00),
      bought(2, "2026-11-14", 30_00),
      bought(3, "2026-11-20", 50_00, { categoryId: 2 }),
      bought(4, "2026-11-20", 5_00, { refund: true }),
      bought(5, "2026-11-18", 2_000_00, { type: "income" }),
      bought(6, "2026-11-21", 900_00),
    ];
    expect(letter({ transactions })).toMatchObject({
      came: 2_000_00,
      went: 75_00,
      categories: [
        { name: "Fun", amount: 50_00 },
        { name: "Food", amount: 25_00 },
      ],
      worth: [{ text: "The largest purchase was Number 3, $50.00.", why: 2 }],
    });
  });

  test("says at most three things, a coming shortage first", () => {
    const over = { categoryId: 1, category: "Food", projected: cents(1), actual: cents(2), by: cents(12_50) };
    const due = { id: 9, name: "Rent", amount: cents(900_00), day: day("2026-11-28"), when: "7 days" };
    const facts = {
      over: [{ ...over, carried: cents(0) }],
      due: [due, { ...due, id: 8, name: "Gym", when: "Overdue" }],
      goals: [],
    };
    const lowest = { date: day("2027-01-14"), amount: cents(-40_00) };
    expect(letter({ facts, lowest }).worth.map(({ text }) => text)).toEqual([
      "On Jan 14, $40.00 will be missing.",
      "Gym, $900.00, is overdue.",
      "Food is $12.50 over its plan.",
    ]);
    expect(letter({ facts: { ...facts, due: [due] } }).worth.map(({ text }) => text)).toEqual([
      "Food is $12.50 over its plan.",
      "Rent, $900.00, is due on Nov 28.",
    ]);
  });

  test("compares a month with its plan", () => {
    const transactions = [bought(1, "2026-10-05", 900_00)];
    const of = {
      frequency: "monthly",
      day: day("2026-11-01"),
      transactions,
      planned: cents(800_00),
    } as const;
    expect(letter(of)).toMatchObject({ went: 900_00, plan: { planned: 800_00, left: -100_00 } });
  });
});
