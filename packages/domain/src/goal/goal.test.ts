import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { day, goal, month, transaction } from "../../../test/fixtures.ts";
import { cents, MAX_AMOUNT } from "../money/money.ts";
import { addDays } from "../time/day.ts";
import { monthOfDay } from "../time/month.ts";
import {
  behindBy,
  contribute,
  expectedBy,
  goalDeltas,
  heldBy,
  isBehind,
  isGoalAsLeft,
  isReached,
  neededIn,
  neededPerMonth,
  newGoalDefaults,
  progressPercent,
  remaining,
  timeLeft,
  withAmount,
  withRows,
} from "./goal.ts";

const amount = fc.integer({ min: 0, max: MAX_AMOUNT }).map(cents);

describe("progress", () => {
  test.each([
    [0, 1000, 0],
    [1, 1000, 0],
    [5, 1000, 1],
    [335, 1000, 34],
    [1000, 1000, 100],
    [5000, 1000, 100],
    [5, 0, 0],
  ])("%d of %d is %d percent, rounded and capped at 100", (current, target, percent) => {
    expect(progressPercent(cents(current), cents(target))).toBe(percent);
  });

  test("is a whole number from 0 to 100", () => {
    fc.assert(
      fc.property(amount, amount, (currentAmount, targetAmount) => {
        const percent = progressPercent(currentAmount, targetAmount);
        expect(Number.isInteger(percent) && percent >= 0 && percent <= 100).toBe(true);
        expect(remaining({ currentAmount, targetAmount })).toBe(Math.max(0, targetAmount - currentAmount));
      }),
    );
  });

  test("reaches a milestone once the current amount equals it", () => {
    expect(isReached({ amount: cents(500) }, { currentAmount: cents(499) })).toBe(false);
    expect(isReached({ amount: cents(500) }, { currentAmount: cents(500) })).toBe(true);
  });
});

test("a new goal starts today and ends six months later", () => {
  expect(newGoalDefaults(day("2026-08-31"))).toEqual({ startDate: "2026-08-31", targetDate: "2027-02-28" });
});

test.each([
  ["2026-11-21", "Due today"],
  ["2026-11-22", "1 day left"],
  ["2026-12-03", "12 days left"],
  ["2027-01-20", "60 days left"],
  ["2027-01-21", "2 months left"],
  ["2027-02-21", "3 months left"],
  ["2028-11-20", "23 months left"],
  ["2028-11-21", "2 years left"],
  ["2026-11-20", "1 day overdue"],
  ["2026-11-16", "5 days overdue"],
])("time left until %s reads '%s'", (target, expected) => {
  expect(timeLeft(day(target), day("2026-11-21"))).toBe(expected);
});

describe("the amount expected of a goal", () => {
  const steady = goal({
    startDate: day("2026-01-01"),
    targetDate: day("2026-01-11"),
    targetAmount: cents(1000),
  });

  test.each([
    ["2025-12-31", 0],
    ["2026-01-01", 0],
    ["2026-01-02", 100],
    ["2026-01-06", 500],
    ["2026-01-11", 1000],
    ["2027-01-01", 1000],
  ])("is by %s %d cents", (by, expected) => expect(expectedBy(steady, day(by))).toBe(expected));

  test("never falls on the way from 0 to the target", () => {
    const days = fc.integer({ min: 0, max: 40_000 });
    fc.assert(
      fc.property(amount, days, days, days, (targetAmount, length, a, b) => {
        const startDate = day("2026-01-01");
        const saving = { startDate, targetDate: addDays(startDate, length), targetAmount };
        const [earlier, later] = [Math.min(a, b), Math.max(a, b)].map((n) =>
          expectedBy(saving, addDays(startDate, n)),
        );
        expect(earlier).toBeGreaterThanOrEqual(0);
        expect(earlier).toBeLessThanOrEqual(later ?? 0);
        expect(later).toBeLessThanOrEqual(targetAmount);
      }),
    );
  });

  test.each([
    // 900 over November, December and January: 300 a month.
    ["in its first month", "2026-11-30", 0, 0],
    ["with the share of the first month", "2026-12-31", 300_00, 0],
    ["with less than the share of the first month", "2026-12-01", 250_00, 50_00],
    ["with the shares of two months", "2027-01-31", 600_00, 0],
    ["past its target date", "2027-02-01", 600_00, 300_00],
  ])("lacks the shares of past months, %s", (_when, today, current, by) => {
    const saving = goal({
      startDate: day("2026-11-15"),
      targetDate: day("2027-01-31"),
      targetAmount: cents(900_00),
      currentAmount: cents(current),
    });
    expect(behindBy(saving, day(today))).toBe(by);
    expect(isBehind(saving, day(today))).toBe(by > 0);
    expect(isBehind({ ...saving, status: "cancelled" }, day(today))).toBe(false);
  });

  test("is never behind if each month's share is saved", () => {
    const months = fc.integer({ min: 1, max: 30 });
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 50_000_00 }), months, (target, length) => {
        let saving = goal({
          startDate: day("2026-01-15"),
          targetDate: addDays(day("2026-01-15"), length * 30),
          targetAmount: cents(target),
        });
        for (let at = saving.startDate; at <= saving.targetDate; at = addDays(at, 30)) {
          expect(behindBy(saving, at)).toBe(0);
          const needed = neededPerMonth(saving, monthOfDay(at));
          saving = { ...saving, currentAmount: cents(saving.currentAmount + needed) };
        }
      }),
    );
  });

  test("names the months that share the needed amount", () => {
    const saving = (targetDate: string) =>
      goal({ startDate: day("2026-11-15"), targetDate: day(targetDate) });
    expect(neededIn(saving("2026-12-31"), month("2026-11"))).toBe("a month, November to December");
    expect(neededIn(saving("2027-01-31"), month("2026-11"))).toBe("a month, November 2026 to January 2027");
    expect(neededIn(saving("2026-12-31"), month("2026-12"))).toBe("in December");
  });
});

test.each([
  ["six months away, both ends included", "2027-04-01", {}, 150_00],
  ["at the end of that month", "2027-04-30", {}, 150_00],
  ["rounded up to whole units", "2027-05-21", {}, 129_00],
  ["within the month", "2026-11-30", {}, 900_00],
  ["today", "2026-11-21", {}, 900_00],
  ["past", "2026-01-01", {}, 900_00],
  ["with a start in the future", "2027-06-01", { startDate: day("2027-01-01") }, 150_00],
  ["already reached", "2027-05-21", { currentAmount: cents(2_000_00) }, 0],
  ["completed", "2027-05-21", { status: "completed" }, 0],
] as const)("the amount needed each month for a target date %s", (_what, target, given, expected) => {
  const saving = goal({ currentAmount: cents(100_00), targetDate: day(target), ...given });
  expect(neededPerMonth(saving, month("2026-11"))).toBe(expected);
});

test("a contribution is refused below 0 and beyond the largest amount", () => {
  const saved = goal({ currentAmount: cents(100) });
  expect(contribute(saved, cents(50))).toMatchObject({ currentAmount: 150, contributed: 150 });
  expect(contribute(saved, cents(-100))?.currentAmount).toBe(0);
  expect(contribute(saved, cents(-101))).toBeUndefined();
  expect(contribute(saved, MAX_AMOUNT)).toBeUndefined();
});

test("deltas of changed transactions add up to the sum of the transactions in any order", () => {
  const rows = fc.array(
    fc.record({
      amount: fc.integer({ min: 1, max: 1_000_00 }).map(cents),
      refund: fc.boolean(),
      goalId: fc.option(fc.integer({ min: 1, max: 3 }), { nil: null }),
    }),
  );
  fc.assert(
    fc.property(rows, rows, (first, second) => {
      const [before, after] = [first, second].map((some) =>
        some.map((one) => transaction({ id: 1, ...one })),
      );
      const held = new Map([1, 2, 3].map((id) => [id, 0]));
      const apply = (changes: Parameters<typeof goalDeltas>[0]) => {
        for (const [id, amount] of goalDeltas(changes)) held.set(id, (held.get(id) ?? 0) + amount);
      };
      for (const one of before ?? []) apply([{ before: null, after: one }]);
      const count = Math.max(first.length, second.length);
      apply(
        Array.from({ length: count }, (_, n) => ({ before: before?.[n] ?? null, after: after?.[n] ?? null })),
      );
      const sumOf = (id: number) =>
        second
          .filter(({ goalId }) => goalId === id)
          .reduce((sum, { amount, refund }) => sum + (refund ? -amount : amount), 0);
      expect([...held]).toEqual([1, 2, 3].map((id) => [id, sumOf(id)]));
    }),
  );
});

test("an older goal's amount beyond its transactions is an opening contribution", () => {
  const older = goal({ currentAmount: cents(80_00) });
  expect(withRows(older, cents(30_00))).toMatchObject({ contributed: 50_00, currentAmount: 80_00 });
});

test("an amount that a person sets is kept for any sum of transactions", () => {
  for (const fromRows of [-20_00, 0, 300_00]) {
    const stated = withAmount(withRows(goal(), cents(fromRows)), cents(45_00));
    expect(withRows(stated, cents(fromRows)).currentAmount).toBe(45_00);
  }
});

test("a goal with more refunds than savings shows 0", () => {
  const owed = withRows(goal({ currentAmount: cents(0) }), cents(0));
  const below = withRows(owed, cents(-20_00));
  expect([below.currentAmount, heldBy(below)]).toEqual([0, -20_00]);
  expect(contribute(below, cents(50_00))).toMatchObject({ currentAmount: 30_00 });
  expect(contribute(below, cents(5_00))).toMatchObject({ currentAmount: 0, contributed: 5_00 });
});

test("changed transactions do not make a goal differ from its entry", () => {
  const left = withRows(goal({ currentAmount: cents(50_00) }), cents(0));
  const now = withRows(left, cents(80_00));
  expect(isGoalAsLeft(left, now)).toBe(true);
  expect(isGoalAsLeft(goal({ currentAmount: cents(50_00) }), now)).toBe(false);
  expect(isGoalAsLeft(left, { ...now, name: "Tandem" })).toBe(false);
  expect(isGoalAsLeft(left, contribute(now, cents(1)) ?? now)).toBe(false);
});
