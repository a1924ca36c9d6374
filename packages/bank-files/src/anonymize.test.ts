import { readFileSync } from "node:fs";
import { join } from "node:path";
import { parseDay } from "@coffer/domain/time/day";
import { describe, expect, test } from "vitest";
import { answersOf, expectationOf, FILES, names, readFixture } from "../test/expectation.ts";
import { anonymousCopy, coverAmount, coverQuotes, coverText } from "./anonymize.ts";
import { readBankFile } from "./read.ts";

/** Always the same, so that a test that fails fails again. */
function dice() {
  let state = 7;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}

describe("an anonymous copy is read the same way", () => {
  for (const name of names.filter((name) => /\.(csv|xlsx?)$/.test(name))) {
    const { layout, mustAsk, answer } = expectationOf(name);
    test(layout, async () => {
      const answers = mustAsk ? answersOf(answer) : {};
      const today = parseDay("2026-11-26");
      const file = await readFixture(name, { answers });
      if (typeof file === "string" || !today) throw new Error("no file");
      // The names of people in Splitwise's header are names of columns.
      // PayPal's balance counts holds, which are no rows: the copy's does not.
      if (file.program === "Splitwise" || name.startsWith("k14-paypal")) return;
      const bytes = new Uint8Array(readFileSync(join(FILES, name)));
      const copy = await anonymousCopy(bytes, name, file, dice());
      const again = await readBankFile(
        { name: "copy.csv", bytes: new TextEncoder().encode(copy) },
        { today, answers, corrected: mustAsk ? { outIs: "positive" } : undefined },
      );
      const shapeOf = ({ date, amount }: { date: string; amount: number }) => `${date} ${Math.sign(amount)}`;
      if (!/k17|k18|k26/.test(name)) expect(again.rows.map(shapeOf)).toEqual(file.rows.map(shapeOf));
      if (file.table?.layout.columns.balance !== undefined && !/k18/.test(name))
        expect(again.proved).toBe(file.proved);
      for (const { description } of file.rows) expect(copy).not.toContain(description);
    });
  }
});

test("covers letters by letters and digits by digits of the same kind", () => {
  expect(coverText("Bäckerei 12, Ключ", dice())).toMatch(/^[A-Z][a-z]{7} \d\d, [A-Z][a-z]{3}$/);
});

test("covers what a sentence quotes, and leaves its words", () => {
  expect(coverQuotes("Is “Kiosk 13.50” (line 4) money you spent?", dice())).toMatch(
    /^Is “[A-Z][a-z]{4} \d\d\.\d\d” \(line \d\) money you spent\?$/,
  );
});

test("covers an amount by one of the same sign and length", () => {
  const covered = coverAmount(-12_345, dice());
  expect(covered).toBeLessThan(-9_999);
  expect(covered).toBeGreaterThan(-100_000);
  expect(coverAmount(0, dice())).toBe(0);
});
