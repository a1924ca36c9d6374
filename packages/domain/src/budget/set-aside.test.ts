import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { category, day, goal, month, subscription } from "../../../test/fixtures.ts";
import { cents, sum, ZERO } from "../money/money.ts";
import { atOnce } from "../steps.ts";
import type { Frequency } from "../subscription/rhythm.ts";
import { paymentsBetween, type Subscription } from "../subscription/subscription.ts";
import { addDays, type Day } from "../time/day.ts";
import { addMonthsTo, firstDay, lastDay, type Month } from "../time/month.ts";
import { propose as proposalSteps, setAsideForBills, setAsideForGoals } from "./proposal.ts";

const propose = (...given: Parameters<typeof proposalSteps>) => atOnce(proposalSteps(...given));

const bill = (amount: number, due: Day, given: Partial<Subscription> = {}) =>
  subscription({
    id: 1,
    name: "Insurance",
    amount: cents(amount),
    frequency: "annually",
    startDate: due,
    nextPaymentDate: due,
    ...given,
  });
const total = (rows: readonly { proposed: number }[]) =>
  rows.reduce((all, { proposed }) => all + proposed, 0);

describe("a yearly bill", () => {
  const insurance = bill(1_512_00, day("2027-03-01"));

  test.each([
    ["2027-01", 0, 504_00],
    ["2027-02", 504_00, 504_00],
    ["2027-03", 1_008_00, 504_00],
    ["2027-03", 1_512_00, 0],
    ["2026-04", 0, 126_00],
    ["2026-03", 0, 0],
    ["2027-01", -100_00, 538_00],
  ])("proposes in %s, with %d cents carried, %d cents", (of, carried, expected) => {
    expect(total(setAsideForBills(month(of), [insurance], cents(carried)))).toBe(expected);
  });

  test("subtracts bills still unpaid before the month from the carried amount", () => {
    const late = bill(1_200_00, day("2026-11-30"));
    expect(setAsideForBills(month("2026-12"), [late], cents(1_200_00))).toMatchObject([
      { date: "2027-11-30", saved: 0, proposed: 100_00 },
    ]);
  });

  test("is covered by savings in the order of due dates", () => {
    const tax = bill(400_00, day("2027-02-15"), { id: 2, name: "Tax" });
    expect(setAsideForBills(month("2027-01"), [insurance, tax], cents(500_00))).toMatchObject([
      { name: "Tax", saved: 400_00, proposed: 0 },
      { name: "Insurance", saved: 100_00, proposed: 471_00 },
    ]);
  });

  test.each(["monthly", "weekly", "semimonthly"] as const)("does not include %s ones", (frequency) => {
    const often = bill(10_00, day("2027-01-05"), { frequency });
    expect(setAsideForBills(month("2027-01"), [often], ZERO)).toEqual([]);
  });
});

const START = month("2027-01");
const rare = fc.constantFrom<Frequency>("quarterly", "semiannually", "annually");
const bills = fc.array(
  fc.record({ amount: fc.integer({ min: 1, max: 5_000_00 }), days: fc.nat(364), frequency: rare }),
  { maxLength: 5 },
);
const subscriptionsOf = (given: readonly { amount: number; days: number; frequency: Frequency }[]) =>
  given.map(({ amount, days, frequency }, id) =>
    bill(amount, addDays(firstDay(START), days), { id: id + 1, frequency }),
  );

describe("for all bills", () => {
  test("setting the proposed amounts aside pays every bill of two years", () => {
    fc.assert(
      fc.property(bills, fc.nat(3_000_00), (given, carried) => {
        let subs = subscriptionsOf(given);
        let saved = carried;
        let of: Month = START;
        for (let n = 0; n < 24; n++, of = addMonthsTo(of, 1)) {
          saved += total(setAsideForBills(of, subs, cents(saved)));
          for (const sub of subs) {
            saved -= sum(paymentsBetween(sub, firstDay(of), lastDay(of)).map(() => sub.amount));
          }
          expect(saved).toBeGreaterThanOrEqual(0);
          const next = firstDay(addMonthsTo(of, 1));
          subs = subs.map((sub) => ({
            ...sub,
            nextPaymentDate: paymentsBetween(sub, next, addDays(next, 400))[0] ?? sub.nextPaymentDate,
          }));
        }
      }),
      { numRuns: 40 },
    );
  });

  test("the parts sum to the largest of (due until then − carried) ÷ months left, rounded up", () => {
    fc.assert(
      fc.property(bills, fc.nat(3_000_00), (given, carried) => {
        const subs = subscriptionsOf(given);
        const due = subs
          .flatMap((sub) =>
            paymentsBetween(sub, firstDay(START), lastDay(addMonthsTo(START, 11))).map((date) => ({
              date,
              amount: sub.amount,
            })),
          )
          .sort((a, b) => (a.date < b.date ? -1 : 1));
        const needs = due.map(({ date }) => {
          const until = sum(due.filter((one) => one.date <= date).map(({ amount }) => amount));
          return Math.ceil((until - carried) / Number(date.slice(5, 7)) / 100) * 100;
        });
        expect(total(setAsideForBills(START, subs, cents(carried)))).toBe(Math.max(0, ...needs));
      }),
    );
  });
});

describe("a goal", () => {
  const bicycle = goal({ targetDate: day("2027-04-30"), currentAmount: cents(100_00) });

  test("proposes the rest in equal parts from its start until it is reached", () => {
    expect(setAsideForGoals(START, [bicycle])).toEqual([
      {
        goalId: 1,
        name: "Bicycle",
        date: "2027-04-30",
        amount: 1_000_00,
        saved: 100_00,
        proposed: 225_00,
      },
    ]);
    expect(setAsideForGoals(month("2025-12"), [bicycle])).toEqual([]);
    expect(setAsideForGoals(START, [{ ...bicycle, status: "completed" }])).toEqual([]);
    expect(setAsideForGoals(START, [{ ...bicycle, currentAmount: cents(1_000_00) }])).toEqual([]);
  });

  test("whose date has passed proposes all of the rest", () => {
    expect(setAsideForGoals(month("2028-01"), [bicycle])).toMatchObject([{ proposed: 900_00 }]);
  });
});

test("thirty categories and forty bills are proposed from at once", () => {
  const categories = Array.from({ length: 30 }, (_, n) => category({ id: n + 1 }));
  const subscriptions = Array.from({ length: 40 }, (_, n) =>
    bill(100_00 + n, addDays(firstDay(START), n * 9), { id: n + 1, categoryId: (n % 30) + 1 }),
  );
  const facts = { from: "average", plans: [], budgets: [], goals: [], carried: new Map() } as const;
  const proposals = propose({ ...facts, month: START, today: firstDay(START), categories, subscriptions });
  expect(proposals.filter(({ proposed }) => proposed > 0)).toHaveLength(30);
});
