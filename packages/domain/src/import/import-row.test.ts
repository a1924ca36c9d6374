import fc from "fast-check";
import { expect, test } from "vitest";
import { cents } from "../money/money.ts";
import { foldedWords } from "../text/folded.ts";
import { toDay } from "../time/day.ts";
import { fingerprintOf, type ImportRow } from "./import-row.ts";

const row = (changes: Partial<ImportRow> = {}): ImportRow => ({
  date: toDay(2026, 11, 5),
  description: "Corner Café",
  amount: cents(350),
  type: "expense",
  ...changes,
});

test("a fingerprint never changes, because it is stored", () => {
  expect(fingerprintOf(row({ reference: "ofx:FIT-1" }))).toEqual({
    facts: "2026-11-05:-350:3i65i6jpep",
    folded: "2026-11-05:-350:18py23iwo4",
    references: ["2026-11-05:-350:ofx#u12e7ama72"],
  });
});

test("a fingerprint ignores notes, category and a blank reference", () => {
  expect(fingerprintOf(row({ notes: "with Ana", category: "Food", reference: "  " }))).toEqual(
    fingerprintOf(row()),
  );
});

test("different dates, amounts, directions, descriptions and references have different fingerprints", () => {
  const rows = [
    row(),
    row({ date: toDay(2026, 11, 6) }),
    row({ amount: cents(351) }),
    row({ type: "income" }),
    row({ description: "Corner Cafés" }),
  ];
  expect(new Set(rows.map((one) => fingerprintOf(one).facts)).size).toBe(rows.length);
  const references = ["1", "2", "11", "12"].map(
    (reference) => fingerprintOf(row({ reference })).references[0],
  );
  expect(new Set(references).size).toBe(4);
});

test("twenty thousand descriptions have distinct fingerprints", () => {
  const all = Array.from(
    { length: 20_000 },
    (_, index) => fingerprintOf(row({ description: `Shop ${index}` })).facts,
  );
  expect(new Set(all).size).toBe(20_000);
});

test("case, spaces and punctuation of a description are ignored", () => {
  for (const spelling of [
    "REWE sagt Danke 42",
    " rewe  SAGT-danke,42 ",
    "'Rewe\tsagt: danke (42)",
    "ＲＥＷＥ sagt Danke 42",
  ])
    expect(foldedWords(spelling)).toBe("rewe sagt danke 42");
});

test("normalizing a normalized description changes nothing", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), (text) => {
      const normal = foldedWords(text);
      expect(foldedWords(normal)).toBe(normal);
    }),
  );
});

test("a refund and an income of the same amount have the same fingerprint", () => {
  expect(fingerprintOf(row({ refund: true }))).toEqual(fingerprintOf(row({ type: "income" })));
  expect(fingerprintOf(row({ refund: true }))).not.toEqual(fingerprintOf(row()));
});
