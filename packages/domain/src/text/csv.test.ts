import fc from "fast-check";
import { expect, test } from "vitest";
import { csvOf, withoutFormulaGuard } from "./csv.ts";
import { AMERICAN } from "./locale.ts";

const lines = (text: string) => text.slice(1).split("\r\n");

test("numbers and plain text are written as they are, a row a line", () => {
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
  "text that begins as a formula does is guarded: %j",
  (text) => {
    expect(csvOf([[text]], AMERICAN).slice(1)).toMatch(/^"?'/);
  },
);

test.each([";", "\t"])(
  "so is text that begins as one after %j, where some spreadsheets begin a cell",
  (separator) => {
    expect(csvOf([[`Rent${separator}=1+1`]], AMERICAN)).toContain(`Rent${separator}'=1+1`);
  },
);

test("a guard is taken away again, an apostrophe of one's own is not", () => {
  expect(withoutFormulaGuard("'=1+1")).toBe("=1+1");
  expect(withoutFormulaGuard("'t Hooft")).toBe("'t Hooft");
});

test("no text begins a cell with a formula's character", () => {
  fc.assert(
    fc.property(fc.string({ unit: "binary", minLength: 1 }), (text) => {
      const written = csvOf([[text]], AMERICAN).slice(1);
      expect(written[written.startsWith('"') ? 1 : 0]).not.toMatch(/[=+\-@\t\r]/);
    }),
  );
});
