import fc from "fast-check";
import { expect, test } from "vitest";
import { csvOf, withoutFormulaGuard } from "./csv.ts";
import { AMERICAN } from "./locale.ts";

const lines = (text: string) => text.slice(1).split("\r\n");

test("numbers and plain text are not quoted", () => {
  expect(
    csvOf(
      [
        ["Date", "Amount"],
        ["2026-11-05", -12.5],
      ],
      AMERICAN,
    ),
  ).toBe("\uFEFFDate,Amount\r\n2026-11-05,-12.5\r\n");
});

test("text with a comma, a quote or a line break is quoted", () => {
  expect(lines(csvOf([["Rent, May", 'The "Fox"', "two\nlines"]], AMERICAN))[0]).toBe(
    '"Rent, May","The ""Fox""","two\nlines"',
  );
});

test.each(["=1+1", "+1", "-1", "@SUM(A1)", "\tx", "\rx", "  =1+1"])(
  "text that begins like a formula is guarded: %j",
  (text) => {
    expect(csvOf([[text]], AMERICAN).slice(1)).toMatch(/^"?'/);
  },
);

test.each([";", "\t"])("text that begins like a formula after %j is guarded", (separator) => {
  expect(csvOf([[`Rent${separator}=1+1`]], AMERICAN)).toContain(`Rent${separator}'=1+1`);
});

test("only apostrophes that guard a formula are removed", () => {
  expect(withoutFormulaGuard("'=1+1")).toBe("=1+1");
  expect(withoutFormulaGuard("'t Hooft")).toBe("'t Hooft");
});

test("no cell begins with a character of a formula", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", minLength: 1 }), (text) => {
      const written = csvOf([[text]], AMERICAN).slice(1);
      expect(written[written.startsWith('"') ? 1 : 0]).not.toMatch(/[=+\-@\t\r]/);
    }),
  );
});
