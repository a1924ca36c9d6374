import { describe, expect, test } from "vitest";
import { day, month, subscription, transaction } from "../../../test/fixtures.ts";
import { cents } from "../money/money.ts";
import { firstWeekday, paymentCalendar } from "./payment-calendar.ts";

const TODAY = day("2026-11-21");
const NOVEMBER = month("2026-11");
const shown = (...args: Parameters<typeof paymentCalendar>) =>
  paymentCalendar(...args).map(({ date, name, state }) => [date, name, state]);

describe("the payment calendar", () => {
  const music = subscription({
    id: 1,
    name: "Music",
    startDate: day("2026-11-03"),
    nextPaymentDate: day("2026-11-17"),
    frequency: "weekly",
  });
  const paid = transaction({ id: 5, description: "Music", date: day("2026-11-10"), subscriptionId: 1 });

  test("shows paid and due payments", () => {
    expect(shown([music], [paid], NOVEMBER, TODAY)).toEqual([
      ["2026-11-10", "Music", "paid"],
      ["2026-11-17", "Music", "overdue"],
      ["2026-11-24", "Music", "due"],
    ]);
  });

  test("shows the payment of a deleted subscription", () => {
    const lunch = transaction({ id: 6, description: "Lunch" });
    expect(shown([], [lunch, paid], NOVEMBER, TODAY)).toEqual([["2026-11-10", "Music", "paid"]]);
  });

  test("shows a pay day with its type", () => {
    const pay = subscription({ name: "Pay", type: "income", nextPaymentDate: day("2026-11-30") });
    expect(paymentCalendar([pay], [], NOVEMBER, TODAY)).toMatchObject([
      { name: "Pay", state: "due", type: "income", amount: pay.amount },
    ]);
  });

  test("shows the end of a trial and the last day to cancel", () => {
    const trial = subscription({
      name: "Films",
      amount: cents(999),
      startDate: day("2026-12-02"),
      nextPaymentDate: day("2026-12-02"),
      trialEndDate: day("2026-12-02"),
      cancelNoticeDays: 3,
    });
    expect(shown([trial], [], NOVEMBER, TODAY)).toEqual([["2026-11-29", "Cancel by: Films", "reminder"]]);
    expect(shown([trial], [], month("2026-12"), TODAY)).toEqual([
      ["2026-12-02", "Films", "due"],
      ["2026-12-02", "Trial ends: Films", "reminder"],
    ]);
  });
});

const WEEKS = [
  ["en-US", 0],
  ["de", 1],
  ["en-GB", 1],
  ["pt-BR", 0],
  ["ar-EG", 6],
  ["fa", 6],
  ["en-US@posix", 0],
] as const;

test.each(WEEKS)("weeks of %s begin on day %d", (locale, first) => expect(firstWeekday(locale)).toBe(first));

test("weeks begin on the same days without week data in the browser", () => {
  const { prototype } = Intl.Locale;
  const known = Object.getOwnPropertyDescriptors(prototype);
  for (const name of ["getWeekInfo", "weekInfo"]) Reflect.deleteProperty(prototype, name);
  try {
    for (const [locale, first] of WEEKS) expect(firstWeekday(locale)).toBe(first);
  } finally {
    Object.defineProperties(prototype, known);
  }
});
