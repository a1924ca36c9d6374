import { day, fields, money, optionalText, replyMoney, text } from "@coffer/domain/definition/values";
import * as v from "valibot";
import { describe, expect, test } from "vitest";
import { monthNumber, pathId, yearNumber } from "./fields.ts";
import { account, file, reference } from "./import.ts";

const rule = { required: "Amount is required", invalid: "Amount must be a positive number" };
/** The parsed value, or the first message. */
function read(schema: v.GenericSchema, input: unknown): unknown {
  const parsed = v.safeParse(schema, input);
  return parsed.success ? parsed.output : `✗ ${parsed.issues[0].message}`;
}

describe("an amount on the wire", () => {
  test.each([
    [0.01, 1],
    [0.29, 29],
    [1234.5, 123_450],
    [9_999_999_999.99, 999_999_999_999],
  ])("is read to the cent: %d", (wire, cents) => {
    expect(read(money(rule), wire)).toBe(cents);
  });

  test.each([Number.NaN, -5, -5.001, -0, 0, 0.001, "1,000", "5", "", true, [], {}])(
    "is refused unless positive: %j",
    (hostile) => {
      expect(read(money(rule), hostile)).toBe("✗ Amount must be a positive number");
    },
  );

  test.each([0.1 + 0.2, 1.005])("has at most two decimals, unlike %d", (fine) => {
    expect(read(money(rule), fine)).toBe("✗ Use at most two decimals");
  });

  test.each([10_000_000_000, 1e308, Number.POSITIVE_INFINITY])("has an upper limit below %d", (large) => {
    expect(read(money(rule), large)).toBe("✗ Use an amount of at most 9,999,999,999.99");
  });

  test.each([undefined, null])("is required, not %j", (absent) => {
    expect(read(money(rule), absent)).toBe("✗ Amount is required");
  });

  test("may be 0 if the field allows it", () => {
    expect(read(money({ ...rule, allowZero: true }), 0)).toBe(0);
    expect(read(money({ ...rule, allowZero: true }), -0)).toBe(0);
  });

  test("may be a total above the largest amount in a reply", () => {
    expect(read(replyMoney, 12_345_678_901_234.56)).toBe(1_234_567_890_123_456);
    expect(read(replyMoney, 0.005)).toBe("✗ This is not an amount");
  });
});

describe("text", () => {
  test("is trimmed, required and limited in length", () => {
    const name = text("Name is required");
    expect(read(name, "  Ana ")).toBe("Ana");
    for (const nothing of [undefined, null, "", "   ", 7])
      expect(read(name, nothing)).toBe("✗ Name is required");
    expect(read(name, "x".repeat(101))).toBe("✗ Use at most 100 characters");
  });

  test("that is optional is null when absent or empty", () => {
    for (const nothing of [undefined, null, "", "  "]) expect(read(optionalText(5), nothing)).toBeNull();
    expect(read(optionalText(5), " abc ")).toBe("abc");
    expect(read(optionalText(5), "abcdef")).toBe("✗ Use at most 5 characters");
  });
});

describe("a day", () => {
  test("must exist", () => {
    expect(read(day("Date is required"), "2026-02-28")).toBe("2026-02-28");
    expect(read(day("Date is required"), "2026-02-30")).toBe(
      "✗ Use a real date from 1900 to 2999, as yyyy-MM-dd",
    );
    for (const nothing of [undefined, null, "", 20260228]) {
      expect(read(day("Date is required"), nothing)).toBe("✗ Date is required");
      expect(read(day(), nothing)).toBe("✗ Use a real date from 1900 to 2999, as yyyy-MM-dd");
    }
  });
});

describe("numbers in paths and queries", () => {
  test("an id is decimal digits of a safe integer", () => {
    expect(read(pathId, "9007199254740991")).toBe(9_007_199_254_740_991);
    for (const bad of ["0", "-1", "01", "1.0", "1e3", "9007199254740992", "99999999999999999", "", "x"]) {
      expect(read(pathId, bad)).toBe("✗ This id is not valid");
    }
  });

  test("a month is 1 to 12 and a year 1900 to 2999, as text or number", () => {
    expect([read(monthNumber, "11"), read(monthNumber, 11), read(yearNumber, "2026")]).toEqual([
      11, 11, 2026,
    ]);
    expect([read(monthNumber, 0), read(monthNumber, "13")]).toEqual(Array(2).fill("✗ Month must be 1 to 12"));
    expect(read(yearNumber, 1899)).toBe("✗ Year must be 1900 to 2999");
    expect([read(monthNumber, undefined), read(yearNumber, "x")]).toEqual([
      "✗ Month is required",
      "✗ Year is required",
    ]);
  });
});

describe("an object", () => {
  test("drops unknown fields", () => {
    const body = fields({ name: text("Name is required"), amount: money(rule) });
    expect(read(body, { name: "a", amount: 1, isAdmin: true })).toEqual({ name: "a", amount: 100 });
    const parsed = v.safeParse(body, {});
    expect(parsed.issues?.map(({ message }) => message)).toEqual(["Name is required", "Amount is required"]);
    expect(read(body, null)).toBe("✗ Send a JSON object");
  });
});

test.each([
  ["reference", reference],
  ["account", account],
  ["file", file],
])("the %s of a row is trimmed", (_, schema) => {
  expect(read(schema, "  A 1\u00a0")).toBe("A 1");
});
