import type { Currency } from "@coffer/domain/money/money";
import * as v from "valibot";
import { describe, expect, test } from "vitest";
import { typedAmount, typedAmountOrZero } from "./typed-values.ts";

const rule = { required: "Amount is required", invalid: "Amount must be a positive number" };
/** The parsed value, or the first message. */
function read(typed: string, currency: Currency = "USD"): unknown {
  const parsed = v.safeParse(typedAmount(rule, currency), typed);
  return parsed.success ? parsed.output : parsed.issues[0].message;
}

describe("an amount as typed", () => {
  test.each([
    ["1,234.50", 123_450],
    ["12,50", 1_250],
    [" 12 ", 1_200],
    ["$7.05", 705],
    ["12+5", 1_700],
    ["50/2", 2_500],
  ])("%j becomes cents", (typed, cents) => {
    expect(read(typed)).toBe(cents);
  });

  test.each(["0", "-5", "abc", "NaN", "1e308", "0x10", "1.2.3"])("%j is refused", (typed) => {
    expect(read(typed)).toBe("Amount must be a positive number");
  });

  test("is refused with both readings where it has two", () => {
    expect(read("1.250")).toBe("This can be read in two ways: type 1250.00 or 1.25");
  });

  test("has at most the decimals of the user's currency", () => {
    expect(read("1.2345")).toBe("Use at most two decimals");
    expect(read("12.50", "JPY")).toBe("Amounts in yen have no decimals");
    expect(read("1250", "JPY")).toBe(125_000);
  });

  test("is required", () => {
    expect(read("  ")).toBe("Amount is required");
  });

  test("is 0 where the field may be empty", () => {
    expect(v.parse(typedAmountOrZero(rule, "USD"), " ")).toBe(0);
  });
});
