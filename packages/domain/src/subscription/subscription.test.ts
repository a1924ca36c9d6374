import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { countSteps } from "../../../test/count-steps.ts";
import { day, month, subscription } from "../../../test/fixtures.ts";
import { cents, MAX_AMOUNT } from "../money/money.ts";
import { AMERICAN } from "../text/locale.ts";
import { addDays, type Day, daysBetween } from "../time/day.ts";
import { firstDay, lastDay } from "../time/month.ts";
import { FREQUENCIES, type Frequency, nextPayment, occurrence, paymentAfter } from "./rhythm.ts";
import {
  cancelBy,
  countPayments,
  dueDates,
  isOver,
  nextJobDay,
  paymentsBetween,
  priceChangeText,
  type Subscription,
  status,
  timeRemaining,
  totalDue,
  totals,
  trialText,
  upcoming,
  withAmount,
  yearlyCost,
} from "./subscription.ts";

const TODAY = day("2026-11-21");
const frequency = fc.constantFrom(...FREQUENCIES);
const someDay = fc.integer({ min: 0, max: 40_000 }).map((n) => addDays(day("1990-01-01"), n));
const due = (text: string, more: Partial<Subscription> = {}) =>
  subscription({ nextPaymentDate: day(text), ...more });

describe("the cost of subscriptions", () => {
  test.each([
    ["daily", 1_00, 365_00, 30_42],
    ["biweekly", 10_00, 260_00, 21_67],
    ["every-four-weeks", 10_00, 130_00, 10_83],
    ["semimonthly", 10_00, 240_00, 20_00],
    ["semiannually", 10_00, 20_00, 1_67],
    ["weekly", 10_00, 520_00, 43_33],
    ["monthly", 9_99, 119_88, 9_99],
    ["quarterly", 1, 4, 0],
    ["quarterly", 2, 8, 1],
    ["annually", 6, 6, 1],
    ["annually", 100_00, 100_00, 8_33],
  ] as const)("of %s %d cents is %d a year and %d a month", (often, amount, year, month) => {
    const one = due("2027-03-01", { amount: cents(amount), frequency: often });
    expect(yearlyCost(one)).toBe(year);
    expect(totals([one], TODAY)).toMatchObject({ monthly: month, annual: year });
  });

  test("is exact for the largest amount, daily", () => {
    expect(yearlyCost({ amount: MAX_AMOUNT, frequency: "daily" })).toBe(MAX_AMOUNT * 365);
  });

  test("is a twelfth of the exact annual total a month", () => {
    const three = [1, 2, 3].map((id) => due("2027-03-01", { id, amount: cents(4), frequency: "annually" }));
    expect(totals(three.slice(0, 1), TODAY).monthly).toBe(0);
    expect(totals(three, TODAY)).toEqual({ monthly: 1, annual: 12, upcoming: 0 });
  });

  test("excludes recurring income", () => {
    const pay = due("2026-11-27", { amount: cents(3_000_00), type: "income" });
    expect(totals([pay], TODAY)).toEqual({ monthly: 0, annual: 0, upcoming: 0 });
    expect(upcoming([pay], TODAY)).toEqual([]);
    expect(upcoming([pay], TODAY, "income")).toEqual([pay]);
  });

  test("excludes inactive and ended subscriptions", () => {
    const subs = [
      due("2026-11-25"),
      due("2026-11-25", { active: false }),
      due("2026-11-15", { endDate: day("2026-11-20") }),
      due("2026-11-25", { endDate: day("2026-11-24") }),
    ];
    expect(totals(subs, TODAY)).toEqual({ monthly: 1000, annual: 12_000, upcoming: 1 });
  });
});

describe("due dates", () => {
  const since = (start: string, often: Frequency, more: Partial<Subscription> = {}) =>
    subscription({ startDate: day(start), frequency: often, nextPaymentDate: day(start), ...more });

  test.each([
    ["missed months are due", since("2026-08-31", "monthly"), ["2026-08-31", "2026-09-30", "2026-10-31"]],
    ["today is due", since("2026-11-21", "weekly"), ["2026-11-21"]],
    ["tomorrow is not due", since("2026-11-22", "weekly"), []],
    [
      "the end date is due",
      since("2026-11-07", "weekly", { endDate: day("2026-11-14") }),
      ["2026-11-07", "2026-11-14"],
    ],
    [
      "days after the end date are not due",
      since("2026-11-07", "weekly", { endDate: day("2026-11-13") }),
      ["2026-11-07"],
    ],
    ["an inactive subscription is never due", since("2026-11-07", "weekly", { active: false }), []],
    [
      "recorded payments are not due again",
      since("2026-08-31", "monthly", { nextPaymentDate: day("2026-10-31") }),
      ["2026-10-31"],
    ],
    [
      "a moved date is followed by regular ones",
      since("2026-08-31", "monthly", { nextPaymentDate: day("2026-09-10") }),
      ["2026-09-10", "2026-09-30", "2026-10-31"],
    ],
  ])("%s", (_rule, sub, expected) => expect(dueDates(sub, TODAY)).toEqual(expected));

  test("are limited after years of missed days", () => {
    const old = since("1990-01-01", "daily");
    expect(dueDates(old, TODAY, 3)).toEqual(["1990-01-01", "1990-01-02", "1990-01-03"]);
    expect(dueDates(old, TODAY)).toHaveLength(400);
    expect(dueDates(old, TODAY, 100_000)).toHaveLength(daysBetween(day("1990-01-01"), TODAY) + 1);
  });

  test("are each due once with any limit", () => {
    const small = fc.integer({ min: 1, max: 40 });
    fc.assert(
      fc.property(
        someDay,
        frequency,
        small,
        fc.integer({ min: 0, max: 900 }),
        (start, often, portion, behind) => {
          const today = addDays(start, behind);
          let sub = since(start, often);
          const posted: Day[] = [];
          for (
            let days = dueDates(sub, today, portion);
            days.length > 0;
            days = dueDates(sub, today, portion)
          ) {
            posted.push(...days);
            const last = days.at(-1) ?? today;
            sub = { ...sub, nextPaymentDate: paymentAfter(sub, last) };
          }
          expect(posted).toEqual(posted.map((_, n) => occurrence(sub, n)));
          expect(sub.nextPaymentDate > today).toBe(true);
          expect(dueDates(since(start, often), today)).toEqual(posted.slice(0, 400));
        },
      ),
    );
  });
});

describe("the state of a subscription", () => {
  test.each([
    ["2026-11-20", "Overdue", "Overdue"],
    ["2026-11-21", "Due Today", "Today"],
    ["2026-11-22", "Soon", "Tomorrow"],
    ["2026-11-24", "Soon", "3 days"],
    ["2026-11-25", "Upcoming", "4 days"],
    ["2027-11-21", "Upcoming", "365 days"],
  ])("due %s is the status '%s' and the time '%s'", (date, expected, time) => {
    expect(status(due(date), TODAY)).toBe(expected);
    expect(timeRemaining(day(date), TODAY)).toBe(time);
    expect(status(due(date, { active: false }), TODAY)).toBe("Inactive");
  });

  test.each([
    ["no end", null, "2026-11-25", false],
    ["an end today", "2026-11-21", "2026-11-21", false],
    ["an end yesterday", "2026-11-20", "2026-11-20", true],
    ["a next payment after the end", "2026-11-24", "2026-11-25", true],
    ["a next payment on the end", "2026-11-25", "2026-11-25", false],
  ])("is over or not: %s", (_rule, end, next, expected) => {
    const sub = due(next, { endDate: end === null ? null : day(end) });
    expect(isOver(sub, TODAY)).toBe(expected);
    expect(status(sub, TODAY) === "Inactive").toBe(expected);
  });

  test("is upcoming if it is active and due within 7 days", () => {
    const dates = ["2026-11-28", "2026-11-20", "2026-11-21", "2026-11-29", "2026-11-23"];
    const subs = dates.map((date, id) => due(date, { id, active: true }));
    const shown = upcoming([...subs, due("2026-11-22", { active: false })], TODAY);
    expect(shown.map((sub) => sub.nextPaymentDate)).toEqual(["2026-11-21", "2026-11-23", "2026-11-28"]);
  });
});

describe("the payment calendar", () => {
  test.each([
    ["each week from the next payment on", "2026-11-12", { frequency: "weekly" }, ["12", "19", "26"]],
    ["once a month", "2026-11-05", { frequency: "monthly" }, ["05"]],
    ["nothing before the next payment", "2026-12-05", { frequency: "monthly" }, []],
    ["a month after the next payment", "2026-09-30", { frequency: "monthly" }, ["30"]],
    ["nothing in a month between", "2026-10-15", { frequency: "quarterly" }, []],
    [
      "nothing after the end",
      "2026-11-12",
      { frequency: "weekly", endDate: day("2026-11-20") },
      ["12", "19"],
    ],
    ["nothing while inactive", "2026-11-12", { frequency: "weekly", active: false }, []],
  ] as const)("shows %s", (_what, next, given, days) => {
    const sub = due(next, { startDate: day(next), ...given });
    expect(paymentsBetween(sub, firstDay(month("2026-11")), lastDay(month("2026-11")))).toEqual(
      days.map((each) => `2026-11-${each}`),
    );
  });

  test("stops at the last day of the calendar", () => {
    const last = day("2999-12-31");
    expect(paymentsBetween(due(last, { startDate: last }), firstDay(month("2999-12")), last)).toEqual([last]);
  });
});

describe("the daily job", () => {
  const auto = { autoCreateTransaction: true, categoryId: 1 };
  test.each([
    ["an automatically recorded payment", auto, "2026-11-25"],
    ["recurring income", { type: "income", autoCreateTransaction: false }, "2026-11-25"],
    [
      "an automatically recorded payment on its end date",
      { ...auto, endDate: day("2026-11-25") },
      "2026-11-25",
    ],
    ["the end of an automatically recorded payment", { ...auto, endDate: day("2026-11-24") }, "2026-11-25"],
    ["nothing without a category", { ...auto, categoryId: null }, null],
    ["nothing if people record payments themselves", { autoCreateTransaction: false }, null],
    [
      "the end of payments that people record",
      { autoCreateTransaction: false, endDate: day("2026-12-31") },
      "2027-01-01",
    ],
    ["nothing while inactive", { ...auto, active: false, endDate: day("2026-12-31") }, null],
  ] as const)("next runs for %s", (_what, given, expected) => {
    expect(nextJobDay(due("2026-11-25", given))).toBe(expected);
  });

  test("finds the last day of the calendar due once", () => {
    const last = day("2999-12-31");
    expect(dueDates(due(last, { startDate: last, frequency: "monthly" }), last)).toEqual([last]);
  });
});

describe("counting payments", () => {
  test("gives the number of listed payments", () => {
    fc.assert(
      fc.property(
        frequency,
        someDay,
        fc.nat(900),
        fc.nat(900),
        fc.option(fc.nat(900)),
        fc.boolean(),
        (...given) => {
          const [frequency, startDate, ahead, length, end, active] = given;
          const sub = subscription({
            frequency,
            startDate,
            nextPaymentDate: paymentAfter({ frequency, startDate }, addDays(startDate, ahead)),
            endDate: end === null ? null : addDays(startDate, end),
            active,
          });
          const first = addDays(startDate, 300);
          const last = addDays(first, length);
          expect(countPayments(sub, first, last)).toBe(paymentsBetween(sub, first, last).length);
        },
      ),
    );
  });

  test("takes constant time, even for a thousand years", () => {
    const many = Array.from({ length: 100 }, (_, id) => due("2026-12-01", { id, frequency: "daily" }));
    const { dates } = countSteps(() => totalDue(many, day("2026-12-01"), day("2999-12-01")));
    expect(dates).toBeLessThan(20 * many.length);
  });
});

const orNull = (text: string | null) => (text === null ? null : day(text));

describe("a trial", () => {
  test.each([
    ["no trial", "2026-11-21", null, "2026-12-21"],
    ["a trial of two weeks", "2026-12-05", "2026-12-05", "2026-12-05"],
    ["a trial over two payment days", "2026-11-01", "2026-12-15", "2026-12-15"],
    ["a trial of a week", "2026-11-20", "2026-11-27", "2026-11-27"],
    ["a trial that ends today", "2026-11-07", "2026-11-21", "2026-11-21"],
    ["a trial that ended yesterday", "2026-11-06", "2026-11-20", "2026-12-20"],
    ["a trial that ends on its first day", "2026-11-21", "2026-11-21", "2026-11-21"],
    ["a trial that ended long ago", "2026-01-15", "2026-02-15", "2026-12-15"],
  ])("is first paid after it: %s", (_what, start, trial, expected) => {
    const terms = { startDate: day(start), frequency: "monthly", trialEndDate: orNull(trial) } as const;
    expect(nextPayment(terms, TODAY)).toBe(expected);
  });

  test.each([
    ["2026-11-20", null],
    ["2026-11-21", "Trial ends today"],
    ["2026-11-22", "Trial ends tomorrow"],
    ["2026-11-26", "Trial ends in 5 days"],
    [null, null],
  ])("that ends on %s reads '%s'", (trial, expected) => {
    expect(trialText(subscription({ trialEndDate: orNull(trial), nextPaymentDate: TODAY }), TODAY)).toBe(
      expected,
    );
  });

  test("of a cancelled subscription is not mentioned", () => {
    expect(trialText(subscription({ trialEndDate: TODAY, active: false }), TODAY)).toBeNull();
  });
});

describe("the day to cancel by", () => {
  test.each([
    ["the notice period before the payment", { cancelNoticeDays: 14 }, "2026-12-01"],
    ["the day before the payment in a trial", { trialEndDate: day("2026-12-15") }, "2026-12-14"],
    [
      "the notice period before the end of a trial",
      { trialEndDate: day("2026-12-15"), cancelNoticeDays: 3 },
      "2026-12-12",
    ],
    ["none once it has passed", { cancelNoticeDays: 30 }, null],
    ["today on its last day", { cancelNoticeDays: 24 }, "2026-11-21"],
    ["none without a notice period or trial", {}, null],
    ["none with a notice period of 0 days", { cancelNoticeDays: 0 }, null],
    ["none if the subscription ends before", { cancelNoticeDays: 3, endDate: day("2026-12-14") }, null],
    ["none while inactive", { cancelNoticeDays: 3, active: false }, null],
  ])("is %s", (_what, terms, expected) => {
    expect(cancelBy(subscription({ nextPaymentDate: day("2026-12-15"), ...terms }), TODAY)).toBe(expected);
  });
});

describe("a change of price", () => {
  const film = subscription({ amount: cents(12_99) });

  test("stores the previous price and the day", () => {
    const dearer = withAmount(film, cents(14_99), TODAY);
    expect(dearer).toEqual({ ...film, amount: 14_99, previousAmount: 12_99, amountChangedOn: TODAY });
    expect(priceChangeText(dearer, "USD", TODAY, AMERICAN)).toBe("was $12.99, +15%");
  });

  test("may be a lower price", () => {
    expect(priceChangeText(withAmount(film, cents(9_99), TODAY), "USD", TODAY, AMERICAN)).toBe(
      "was $12.99, −23%",
    );
  });

  test("below half a percent has no percentage", () => {
    expect(priceChangeText(withAmount(film, cents(13_00), TODAY), "USD", TODAY, AMERICAN)).toBe("was $12.99");
  });

  test("that is corrected on the same day keeps the earlier price", () => {
    const corrected = withAmount(withAmount(film, cents(149_90), TODAY), cents(14_99), TODAY);
    expect(corrected).toMatchObject({ amount: 14_99, previousAmount: 12_99 });
    expect(priceChangeText(withAmount(corrected, cents(12_99), TODAY), "USD", TODAY, AMERICAN)).toBeNull();
  });

  test("to the same price is no change", () => {
    expect(withAmount(film, cents(12_99), TODAY)).toBe(film);
    expect(priceChangeText(film, "USD", TODAY, AMERICAN)).toBeNull();
  });

  test.each([
    ["2027-11-21", "was $12.99, +15%"],
    ["2027-11-22", null],
  ])("is shown for a year: %s", (date, expected) => {
    expect(priceChangeText(withAmount(film, cents(14_99), TODAY), "USD", day(date), AMERICAN)).toBe(expected);
  });
});
