import * as v from "valibot";
import { describe, expect, test } from "vitest";
import { typedAmount } from "./typed-amount.ts";

const rule = { required: "Amount is required", invalid: "Amount must be a positive number" };
/** The parsed value, or the first message. */
function read(typed: string): unknown {
  const parsed = v.safeParse(typedAmount(rule), typed);
  return parsed.success ? parsed.output : parsed.issues[0].message;
}

describe("an amount as typed", () => {
  test.each([
    ["1,234.50", 1234.5],
    [" 12 ", 12],
    ["$7.05", 7.05],
  ])("%j becomes a number", (typed, wire) => {
    expect(read(typed)).toBe(wire);
  });

  test.each(["0", "-5", "1.005", "abc", "NaN", "1e308", "0x10", "1.2.3"])("%j is refused", (typed) => {
    expect(read(typed)).toBe("Amount must be a positive number");
  });

  test("is required", () => {
    expect(read("  ")).toBe("Amount is required");
  });
});
