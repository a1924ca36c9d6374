import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { countSteps } from "../../../test/count-steps.ts";
import { day, subscription, transaction } from "../../../test/fixtures.ts";
import { cents } from "../money/money.ts";
import { atOnce } from "../steps.ts";
import { addDays } from "../time/day.ts";
import { rhythmOf, suggestions as suggestionSteps } from "./repeats.ts";
import { FREQUENCIES, occurrence } from "./rhythm.ts";

const spotify = (dates: readonly string[], given: object = {}) =>
  dates.map((date, id) =>
    transaction({
      id: id + 1,
      description: `SPOTIFY AB ${id}${id}9`,
      amount: cents(10_99),
      date: day(date),
      ...given,
    }),
  );
const MONTHLY = ["2026-09-05", "2026-10-05", "2026-11-06"];
const none = new Set<string>();
const suggestions = (...given: Parameters<typeof suggestionSteps>) => atOnce(suggestionSteps(...given));

describe("three regular expenses", () => {
  test("suggest a subscription with a stable id", () => {
    const [found, ...more] = suggestions(spotify(MONTHLY), [], none);
    expect(more).toEqual([]);
    expect(found).toMatchObject({
      id: "subscription:spotify",
      kind: "subscription",
      amount: 10_99,
      frequency: "monthly",
      transactionIds: [1, 2, 3],
    });
    expect(suggestions(spotify([...MONTHLY, "2026-12-05"]), [], none)[0]?.id).toBe(found?.id);
    expect(suggestions(spotify(MONTHLY), [], new Set([found?.id ?? ""]))).toEqual([]);
  });

  test.each([
    ["only two", spotify(MONTHLY.slice(1)), []],
    ["irregular dates", spotify(["2026-09-05", "2026-10-19", "2026-11-06"]), []],
    ["different amounts", spotify(MONTHLY).map((one, n) => ({ ...one, amount: cents(10_00 * (n + 1)) })), []],
    ["payments of a subscription", spotify(MONTHLY, { subscriptionId: 3 }), []],
    ["refunds", spotify(MONTHLY, { refund: true }), []],
    ["a known subscription", spotify(MONTHLY), [subscription({ name: "Spotify", amount: cents(10_99) })]],
  ])("suggest nothing: %s", (_what, rows, known) => expect(suggestions(rows, known, none)).toEqual([]));

  test("reveal their frequency by their dates", () => {
    const some = fc.constantFrom(
      ...FREQUENCIES.filter((one) => one !== "daily" && one !== "semimonthly" && one !== "once"),
    );
    fc.assert(
      fc.property(some, fc.nat(700), (frequency, ahead) => {
        const startDate = addDays(day("2025-01-01"), ahead);
        const dates = [0, 1, 2].map((n) => occurrence({ startDate, frequency }, n));
        expect(["monthly", frequency]).toContain(rhythmOf(dates));
        if (frequency !== "every-four-weeks") expect(rhythmOf(dates)).toBe(frequency);
      }),
    );
  });
});

describe("another price", () => {
  const known = subscription({
    id: 4,
    name: "Spotify",
    amount: cents(10_99),
    startDate: day("2026-01-05"),
    nextPaymentDate: day("2026-12-05"),
  });
  const charged = (given: object = {}) => spotify(["2026-11-06"], { amount: cents(12_99), ...given });

  test("is suggested near a due date", () => {
    expect(suggestions(charged(), [known], none)).toMatchObject([
      {
        id: "price:4:1299",
        kind: "price",
        name: "Spotify",
        amount: 12_99,
        subscriptionId: 4,
        transactionIds: [1],
      },
    ]);
  });

  test.each([
    ["Apple TV", "APPLE TV 0042", true],
    ["Apple TV", "Apple Store cable", false],
    ["Spotify Family", "SPOTIFY AB STOCKHOLM", true],
    ["EE", "EE LIMITED 0042", true],
    ["家賃", "11月分家賃", true],
    ["Car insurance", "HOME INSURANCE AXA", false],
    ["Café Ümlaut", "CAFE UMLAUT", true],
  ])("of %s is the charge %s: %s", (name, description, isPrice) => {
    expect(suggestions(charged({ description }), [{ ...known, name }], none)).toHaveLength(isPrice ? 1 : 0);
  });

  test.each([
    ["the known price", charged({ amount: cents(10_99) }), {}],
    ["far from a due date", charged({ date: day("2026-11-18") }), {}],
    ["a different purchase", charged({ amount: cents(49_00) }), {}],
    [
      "a charge from before the price changed",
      charged(),
      { amount: cents(11_99), amountChangedOn: day("2026-11-10") },
    ],
    ["a paused subscription", charged(), { active: false }],
  ])("is not suggested: %s", (_what, rows, given) => {
    expect(suggestions(rows, [{ ...known, ...given }], none)).toEqual([]);
  });
});

test("each description is folded once, even if many subscriptions share a word with it", () => {
  const rows = Array.from({ length: 1_000 }, (_, id) =>
    transaction({
      id: id + 1,
      description: `Direct debit ${id}`,
      date: addDays(day("2026-11-21"), -(id % 800)),
    }),
  );
  const known = Array.from({ length: 300 }, (_, id) =>
    subscription({ id: id + 1, name: `Debit of ${id}`, frequency: "annually", startDate: day("2020-12-24") }),
  );
  const { texts, dates } = countSteps(() => suggestions(rows, known, none));
  expect(texts).toBeLessThanOrEqual(rows.length + known.length);
  expect(dates).toBeLessThan(20 * (rows.length + known.length));
});
