import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { cents, formatMoney } from "../money/money.ts";
import { AMERICAN } from "../text/locale.ts";
import { budgetRow, percentOfPlan, percentText, unplannedText } from "./budget-row.ts";

describe("a budget row", () => {
  test.each([
    ["whole units", 400_00, 320_50, "$400 $321 $80 80%", "met"],
    ["an even plan", 400_00, 400_00, "$400 $400 $0 100%", "met"],
    ["over by ten cents", 400_00, 400_10, "$400 $400 $0 100%", "missed"],
    ["under by ten cents", 400_00, 399_90, "$400 $400 $0 100%", "met"],
    ["two amounts that round to the same", 99_50, 100_49, "$100 $100 -$1 101%", "missed"],
    ["an amount below one unit", 40, 0, "$0 $0 $0 0%", "met"],
    ["cents of spending", 400_00, 30, "$400 $0 $400 0%", "met"],
    ["neither plan nor actual", 0, 0, "$0 $0 $0 0%", "empty"],
    ["spending without a plan", 0, 30_00, "$0 $30 -$30 0%", "unplanned"],
    ["more refunded than spent", 400_00, -12_00, "$400 -$12 $412 0%", "met"],
  ] as const)("shows %s", (_what, projected, actual, expected, state) => {
    const row = budgetRow(
      "expense",
      { projected: cents(projected), actual: cents(actual) },
      "USD",
      false,
      AMERICAN,
    );
    const { text, exact } = row;
    expect(`${text.projected} ${text.actual} ${text.difference} ${text.percent}`).toBe(expected);
    expect(row.state).toBe(state);
    expect(exact).toMatchObject({
      projected: formatMoney(cents(projected), "USD", AMERICAN),
      actual: formatMoney(cents(actual), "USD", AMERICAN),
    });
  });

  test.each([
    ["Below Target", 400_00, 399_90, "missed"],
    ["Above Target", 400_00, 400_10, "met"],
    ["Above Target", 0, 0, "empty"],
    ["Above Target", 0, 5_00, "unplanned"],
  ] as const)("of income is %s for %d cents planned and %d received", (status, projected, actual, state) => {
    expect(
      budgetRow("income", { projected: cents(projected), actual: cents(actual) }, "USD", false, AMERICAN),
    ).toMatchObject({
      status,
      state,
    });
  });

  test("of income cannot miss its plan until the month ends", () => {
    const row = (isOpen: boolean) =>
      budgetRow("income", { projected: cents(4_200_00), actual: cents(0) }, "USD", isOpen, AMERICAN);
    expect(row(true)).toMatchObject({ status: "Below Target", state: "to-come" });
    expect(row(false)).toMatchObject({ status: "Below Target", state: "missed" });
    expect(budgetRow("expense", { projected: cents(1), actual: cents(2) }, "USD", true, AMERICAN).state).toBe(
      "missed",
    );
  });

  test.each([
    ["money left over", 100_00, 80_00, 50_00, "met", "Under Budget", 70_00],
    ["money left over, beyond the plan", 100_00, 130_00, 50_00, "met", "Under Budget", 20_00],
    ["money left over, without a plan", 0, 30_00, 50_00, "met", "Under Budget", 20_00],
    ["less money than was spent", 100_00, 160_00, 50_00, "missed", "Over Budget", -10_00],
    ["overspending, within the plan", 100_00, 50_00, -80_00, "missed", "Over Budget", -30_00],
  ] as const)("that carried %s has its status from what is available", (...given) => {
    const [, projected, actual, carried, state, status, available] = given;
    const amounts = { projected: cents(projected), actual: cents(actual), carried: cents(carried) };
    const row = budgetRow("expense", amounts, "USD", false, AMERICAN);
    expect(row).toMatchObject({ state, status, difference: projected - actual, available });
  });

  test("is on plan only if the actual equals the plan", () => {
    const isOnPlan = (projected: number, actual: number) =>
      budgetRow("expense", { projected: cents(projected), actual: cents(actual) }, "USD", false, AMERICAN)
        .isOnPlan;
    expect([isOnPlan(900, 900), isOnPlan(900, 899), isOnPlan(0, 0)]).toEqual([true, false, false]);
  });

  test("shows yen without decimals", () => {
    expect(
      budgetRow("expense", { projected: cents(400_00), actual: cents(401_00) }, "JPY", false, AMERICAN).text
        .difference,
    ).toBe("-¥1");
  });

  const amount = fc.integer({ min: 0, max: 10 ** 8 }).map(cents);
  const near = fc.tuple(amount, fc.integer({ min: -200, max: 200 })).map(([projected, by]) => ({
    projected,
    actual: cents(Math.max(0, projected + by)),
  }));

  test("shows whole dollars and the rounded percent", () => {
    fc.assert(
      fc.property(near, fc.constantFrom("income", "expense"), ({ projected, actual }, type) => {
        const { text, exact } = budgetRow(type, { projected, actual }, "USD", false, AMERICAN);
        const shown = [text.projected, text.actual, text.difference];
        expect(shown.filter((amount) => !/^-?\$[\d,]+$/.test(amount) || amount === "-$0")).toEqual([]);
        const percent = projected === 0 ? 0 : Math.round((actual / projected) * 100);
        expect(text.percent).toBe(percent > 999 ? ">999%" : `${percent}%`);
        expect(exact.difference === "$0.00").toBe(projected === actual);
      }),
    );
  });
});

test.each([
  [154, 100, "154%"],
  [1, 1_000, "0%"],
  [0, 1_000, "0%"],
  [10, 0, "0%"],
  [1_000_01, 1_000_00, "100%"],
  [999, 100, "999%"],
  [9_999_999_999_99, 30, ">999%"],
])("writes %d of %d as %s", (actual, projected, text) => {
  expect(percentText(cents(actual), cents(projected))).toBe(text);
});

test.each([
  [0, 0, "No plan yet"],
  [72_00, 100_00, "72% of plan"],
  [7_438_00, 7_440_00, "Just under plan"],
  [7_440_00, 7_440_00, "100% of plan"],
  [7_442_00, 7_440_00, "Just over plan"],
])("writes %d of a planned %d as: %s", (actual, planned, text) => {
  expect(percentOfPlan(cents(actual), cents(planned))).toBe(text);
});

test("labels spending without a plan as not planned", () => {
  expect(unplannedText(cents(30_00), "USD", AMERICAN)).toBe("Not planned: $30.00");
});
