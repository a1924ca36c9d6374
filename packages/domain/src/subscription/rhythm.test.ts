import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { day } from "../../../test/fixtures.ts";
import {
  addDays,
  addMonthsAnchored,
  type Day,
  dayOfMonth,
  daysInMonth,
  monthOfYear,
  yearOfDay,
} from "../time/day.ts";
import {
  canCoincide,
  FREQUENCIES,
  type Frequency,
  movedPayment,
  occurrence,
  paymentAfter,
  paymentsUntil,
} from "./rhythm.ts";

const TODAY = day("2026-11-21");
const frequency = fc.constantFrom(...FREQUENCIES);
const recurring = fc.constantFrom(...FREQUENCIES.filter((one) => one !== "once"));
const someDay = fc.integer({ min: 0, max: 40_000 }).map((n) => addDays(day("1990-01-01"), n));
const of = (startDate: Day, frequency: Frequency, secondDay?: number) => ({
  startDate,
  frequency,
  secondDay,
});

describe("payment days", () => {
  test.each([
    ["2026-01-31", "monthly", ["2026-01-31", "2026-02-28", "2026-03-31", "2026-04-30", "2026-05-31"]],
    ["2027-12-29", "monthly", ["2027-12-29", "2028-01-29", "2028-02-29", "2028-03-29"]],
    ["2026-12-30", "monthly", ["2026-12-30", "2027-01-30", "2027-02-28", "2027-03-30"]],
    ["2024-02-29", "annually", ["2024-02-29", "2025-02-28", "2026-02-28", "2027-02-28", "2028-02-29"]],
    ["2026-08-31", "quarterly", ["2026-08-31", "2026-11-30", "2027-02-28", "2027-05-31"]],
    ["2026-08-31", "semiannually", ["2026-08-31", "2027-02-28", "2027-08-31"]],
    ["2026-12-28", "biweekly", ["2026-12-28", "2027-01-11", "2027-01-25"]],
    ["2026-12-28", "every-four-weeks", ["2026-12-28", "2027-01-25", "2027-02-22"]],
    ["2026-01-01", "semimonthly", ["2026-01-01", "2026-01-16", "2026-02-01", "2026-02-16"]],
    ["2026-12-28", "weekly", ["2026-12-28", "2027-01-04", "2027-01-11"]],
    ["2028-02-28", "daily", ["2028-02-28", "2028-02-29", "2028-03-01"]],
  ] as const)("from %s, %s", (start, often, expected) => {
    expect(expected.map((_, n) => occurrence(of(day(start), often), n))).toEqual(expected);
    expect(expected.slice(1)).toEqual(
      expected.slice(0, -1).map((one) => paymentAfter(of(day(start), often), day(one))),
    );
  });

  test("keep the day of the month for a hundred years", () => {
    fc.assert(
      fc.property(
        someDay,
        fc.constantFrom(
          "monthly" as const,
          "quarterly" as const,
          "semiannually" as const,
          "annually" as const,
        ),
        (start, often) => {
          const months = { monthly: 1, quarterly: 3, semiannually: 6, annually: 12 }[often];
          for (let n = 1, paid = start; n <= 1200 / months; n++) {
            paid = paymentAfter(of(start, often), paid);
            expect(paid).toBe(addMonthsAnchored(start, n * months));
            const length = daysInMonth(yearOfDay(paid), monthOfYear(paid));
            expect(dayOfMonth(paid)).toBe(Math.min(dayOfMonth(start), length));
          }
        },
      ),
      { numRuns: 20 },
    );
  });

  test("continue with the earliest later day", () => {
    fc.assert(
      fc.property(someDay, frequency, someDay, (start, often, after) => {
        const next = paymentAfter(of(start, often), after);
        expect(next > after).toBe(true);
        if (after < start) expect(next).toBe(start);
        else expect(addDays(next, -LONGEST[often]) <= after).toBe(true);
        expect(paymentAfter(of(start, often), addDays(next, -1))).toBe(next);
      }),
    );
  });

  test.each([
    ["a start in the future is kept", "2026-12-01", "monthly", "2026-12-01"],
    ["a start today moves on", "2026-11-21", "monthly", "2026-12-21"],
    ["a start in the past moves past today", "2026-01-31", "monthly", "2026-11-30"],
    ["but not to today", "2026-11-14", "weekly", "2026-11-28"],
    ["so does a leap day", "2024-02-29", "annually", "2027-02-28"],
  ] as const)("the first payment day: %s", (_rule, start, often, expected) => {
    expect(paymentAfter(of(day(start), often), TODAY)).toBe(expected);
  });
});

const LONGEST: Record<Frequency, number> = {
  daily: 1,
  weekly: 7,
  biweekly: 14,
  "every-four-weeks": 28,
  semimonthly: 17,
  monthly: 31,
  quarterly: 92,
  semiannually: 184,
  annually: 366,
  once: Number.POSITIVE_INFINITY,
};

describe("twice a month", () => {
  test.each([
    ["the 15th and the last", "2026-01-15", 31, ["01-15", "01-31", "02-15", "02-28", "03-15", "03-31"]],
    ["starting on the later day", "2026-01-31", 15, ["01-31", "02-15", "02-28", "03-15", "03-31", "04-15"]],
    ["the 1st and the 30th", "2026-01-01", 30, ["01-01", "01-30", "02-01", "02-28", "03-01", "03-30"]],
  ])("keeps both days through short months: %s", (_what, start, second, expected) => {
    const rhythm = of(day(start), "semimonthly", second);
    expect(expected.map((_, n) => occurrence(rhythm, n))).toEqual(expected.map((one) => `2026-${one}`));
  });

  test("has two days in every month", () => {
    fc.assert(
      fc.property(someDay, fc.integer({ min: 1, max: 31 }), fc.nat(600), (start, second, n) => {
        fc.pre(!canCoincide(start, second));
        const rhythm = of(start, "semimonthly", second);
        const paid = occurrence(rhythm, n);
        expect(paymentAfter(rhythm, paid)).toBe(occurrence(rhythm, n + 1));
        expect(occurrence(rhythm, n + 1) > paid).toBe(true);
        expect(paymentsUntil(rhythm, paid)).toBe(n + 1);
        expect(occurrence(rhythm, n + 2).slice(0, 7)).not.toBe(paid.slice(0, 7));
      }),
    );
  });

  test.each([
    ["2026-01-30", 31, true],
    ["2026-01-28", 29, true],
    ["2026-01-15", 15, true],
    ["2026-01-27", 28, false],
    ["2026-01-01", 31, false],
  ])("detects days that coincide in a short month: %s and %d", (start, second, expected) => {
    expect(canCoincide(day(start), second)).toBe(expected);
  });
});

describe("a payment whose dates change", () => {
  const monthly = (startDate: string) => of(day(startDate), "monthly");
  test.each([
    ["the first, a day later", monthly("2026-11-26"), "2026-11-26", monthly("2026-11-27"), "2026-11-27"],
    ["the first, weeks earlier", monthly("2026-11-26"), "2026-11-26", monthly("2026-11-01"), "2026-11-01"],
    ["the fourth, a day later", monthly("2026-08-26"), "2026-11-26", monthly("2026-08-27"), "2026-11-27"],
    ["the fourth, weeks earlier", monthly("2026-08-26"), "2026-11-26", monthly("2026-08-01"), "2026-11-01"],
    [
      "the fourth, into the next month",
      monthly("2026-08-31"),
      "2026-11-30",
      monthly("2026-09-01"),
      "2026-12-01",
    ],
    ["the fourth, months later", monthly("2026-08-26"), "2026-11-26", monthly("2026-11-27"), "2026-11-27"],
    ["the fourth, months earlier", monthly("2026-08-26"), "2026-11-26", monthly("2026-02-27"), "2026-11-27"],
    ["weekly to monthly", of(day("2026-11-05"), "weekly"), "2026-11-26", monthly("2026-11-05"), "2026-12-05"],
    ["monthly to daily", monthly("2026-08-26"), "2026-11-26", of(day("2026-08-26"), "daily"), "2026-11-26"],
    [
      "the second day",
      of(day("2026-11-01"), "semimonthly", 15),
      "2026-11-15",
      of(day("2026-11-01"), "semimonthly", 20),
      "2026-11-20",
    ],
    [
      "a longer trial",
      { ...monthly("2026-11-01"), trialEndDate: day("2026-11-15") },
      "2026-11-15",
      { ...monthly("2026-11-01"), trialEndDate: day("2026-11-30") },
      "2026-11-30",
    ],
  ] as const)("stays due on its new day: %s", (_what, before, next, after, expected) => {
    expect(movedPayment(before, day(next), after, null)).toBe(expected);
  });

  test("is always after the latest settled payment", () => {
    fc.assert(
      fc.property(
        fc.tuple(someDay, recurring),
        fc.tuple(someDay, recurring),
        fc.nat(60),
        ([start, often], [otherStart, otherOften], n) => {
          const [before, after] = [of(start, often), of(otherStart, otherOften)];
          const next = occurrence(before, n);
          const settled = n > 0 ? occurrence(before, n - 1) : null;
          const moved = movedPayment(before, next, after, settled);
          expect(occurrence(after, paymentsUntil(after, moved) - 1)).toBe(moved);
          if (settled) expect(moved > settled).toBe(true);
        },
      ),
    );
  });

  test("returns to its date if the change is undone", () => {
    const days = fc.integer({ min: -13, max: 13 });
    fc.assert(
      fc.property(
        someDay,
        fc.constantFrom("monthly", "quarterly", "annually"),
        fc.nat(40),
        days,
        (start, often, n, shift) => {
          const [before, after] = [of(start, often), of(addDays(start, shift), often)];
          const next = occurrence(before, n);
          const moved = movedPayment(before, next, after, null);
          expect(moved).toBe(occurrence(after, n));
          expect(movedPayment(after, moved, before, null)).toBe(next);
        },
      ),
    );
  });

  test("is not within a pause", () => {
    const rests = [{ after: day("2026-12-03"), through: day("2027-01-10") }];
    const rested = { ...monthly("2026-08-26"), rests };
    expect(paymentAfter(rested, day("2026-11-26"))).toBe("2027-01-26");
    expect(paymentAfter(rested, day("2026-11-01"))).toBe("2026-11-26");
  });
});
