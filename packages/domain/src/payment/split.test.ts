import fc from "fast-check";
import { expect, test } from "vitest";
import { cents, sum } from "../money/money.ts";
import { splitOf } from "./split.ts";

const amount = fc.integer({ min: -99_999, max: 999_999 }).map(cents);

test("a split's last line takes what the others leave, so that the lines add up to the cent", () => {
  fc.assert(
    fc.property(amount, fc.array(amount, { minLength: 1, maxLength: 19 }), (total, others) => {
      const split = splitOf(total, [...others, null]);
      const rest = total - sum(others);
      if (rest > 0) expect(split).toEqual({ amounts: [...others, rest] });
      else expect(split).toEqual({ off: rest === 0 ? 0 : -rest });
    }),
  );
});

test("lines that are all typed say by how much they miss the payment", () => {
  const typed = [cents(3_010), cents(1_225)];
  expect(splitOf(cents(4_235), typed)).toEqual({ amounts: typed });
  expect(splitOf(cents(4_000), typed)).toEqual({ off: 235 });
  expect(splitOf(cents(5_000), typed)).toEqual({ off: -765 });
  expect(splitOf(cents(4_000), [cents(3_010), cents(1_225), cents(-235)])).toHaveProperty("amounts");
});
