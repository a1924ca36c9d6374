import { describe, expect, test } from "vitest";
import { day, subscription } from "../../../test/fixtures.ts";
import { cents } from "../money/money.ts";
import { AMERICAN } from "../text/locale.ts";
import { nextPayment } from "./rhythm.ts";
import { cancelBy, priceChangeText, trialText, withAmount } from "./subscription-terms.ts";

const TODAY = day("2026-11-21");
const orNull = (text: string | null) => (text === null ? null : day(text));

describe("a trial", () => {
  test.each([
    ["no trial", "2026-11-21", null, "2026-12-21"],
    ["a trial of two weeks", "2026-12-05", "2026-12-05", "2026-12-05"],
    ["a trial over two payment days", "2026-11-01", "2026-12-15", "2026-12-15"],
    ["a trial of a week", "2026-11-20", "2026-11-27", "2026-11-27"],
    ["a trial that ends today", "2026-11-07", "2026-11-21", "2026-11-21"],
    ["a trial that ended yesterday", "2026-11-06", "2026-11-20", "2026-12-20"],
    ["a trial that ends as it begins", "2026-11-21", "2026-11-21", "2026-11-21"],
    ["a trial that is over", "2026-01-15", "2026-02-15", "2026-12-15"],
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
    ["the notice before the payment", { cancelNoticeDays: 14 }, "2026-12-01"],
    ["the day before it in a trial", { trialEndDate: day("2026-12-15") }, "2026-12-14"],
    ["the notice in a trial", { trialEndDate: day("2026-12-15"), cancelNoticeDays: 3 }, "2026-12-12"],
    ["none once it has passed", { cancelNoticeDays: 30 }, null],
    ["today on its last day", { cancelNoticeDays: 24 }, "2026-11-21"],
    ["none without notice or trial", {}, null],
    ["none without notice", { cancelNoticeDays: 0 }, null],
    ["none where it ends before", { cancelNoticeDays: 3, endDate: day("2026-12-14") }, null],
    ["none at rest", { cancelNoticeDays: 3, active: false }, null],
  ])("is %s", (_what, terms, expected) => {
    expect(cancelBy(subscription({ nextPaymentDate: day("2026-12-15"), ...terms }), TODAY)).toBe(expected);
  });
});

describe("a change of price", () => {
  const film = subscription({ amount: cents(12_99) });

  test("is remembered with the price before and its day", () => {
    const dearer = withAmount(film, cents(14_99), TODAY);
    expect(dearer).toEqual({ ...film, amount: 14_99, previousAmount: 12_99, amountChangedOn: TODAY });
    expect(priceChangeText(dearer, "USD", TODAY, AMERICAN)).toBe("was $12.99, +15%");
  });

  test("downwards is told as well", () => {
    expect(priceChangeText(withAmount(film, cents(9_99), TODAY), "USD", TODAY, AMERICAN)).toBe(
      "was $12.99, −23%",
    );
  });

  test("below half a percent has no percentage", () => {
    expect(priceChangeText(withAmount(film, cents(13_00), TODAY), "USD", TODAY, AMERICAN)).toBe("was $12.99");
  });

  test("corrected on the same day counts from the price of the day before", () => {
    const corrected = withAmount(withAmount(film, cents(149_90), TODAY), cents(14_99), TODAY);
    expect(corrected).toMatchObject({ amount: 14_99, previousAmount: 12_99 });
    expect(priceChangeText(withAmount(corrected, cents(12_99), TODAY), "USD", TODAY, AMERICAN)).toBeNull();
  });

  test("to the same price is none", () => {
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
