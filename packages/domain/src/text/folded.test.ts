import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { folded, foldedWords, wordsOf } from "./folded.ts";

test.each([
  ["Straße", "STRASSE"],
  ["Łódź", "lodz"],
  ["Smørrebrød", "SMORREBROD"],
  ["Ærø Kaffe", "aero kaffe"],
  ["Œuvre", "oeuvre"],
  ["Café", "cafe\u0301"],
  ["Đak", "dak"],
  ["İstanbul", "istanbul"],
  ["ISTANBUL", "ıstanbul"],
  ["Þór", "thor"],
  ["ＲＥＷＥ　ｃｉｔｙ", "rewe city"],
  ["ｶﾌｪ", "カフェ"],
  ["Sainsbury’s", "Sainsbury's"],
  ["“Zum Ochsen”", '"Zum Ochsen"'],
  ["Coca–Cola", "Coca-Cola"],
  ["Ёлка", "елка"],
  ["ΚΑΦΈΣ", "καφες"],
  ["مُحَمَّد", "محمد"],
  ["ﬁtness", "Fitness"],
  ["co\u00adop\u200b", "COOP"],
  ["A\u00a0 B\t C", "a b c"],
  ["2²", "22"],
])("%s and %s fold to the same text", (one, other) => {
  expect(folded(one)).toBe(folded(other));
});

test.each([
  ["カ", "ガ"],
  ["क", "कि"],
  ["家賃", "家具"],
  ["월세", "월급"],
  ["a-b", "a b"],
])("%s and %s fold to different texts", (one, other) => {
  expect(folded(one)).not.toBe(folded(other));
});

test("folding a folded text changes nothing", () => {
  fc.assert(
    fc.property(fc.string({ unit: "grapheme" }), (text) => {
      expect(folded(folded(text))).toBe(folded(text));
      expect(folded(text.normalize("NFD"))).toBe(folded(text.normalize("NFC")));
      expect(foldedWords(foldedWords(text))).toBe(foldedWords(text));
    }),
  );
});

describe("the words of", () => {
  test.each([
    ["EE Mobile", ["ee", "mobile"]],
    ["O2", ["o2"]],
    ["26.11. REWE 4711", ["rewe"]],
    ["Sainsbury’s", ["sainsbury"]],
    ["L'Occitane", ["occitane"]],
    ["X", ["x"]],
    ["किराया नवंबर", ["किराया", "नवंबर"]],
    ["월세", ["월세"]],
    ["家賃振込", ["家賃振込", "家賃", "賃振", "振込"]],
    ["4711", []],
  ])("%s", (text, words) => {
    expect([...wordsOf(text)]).toEqual(words);
  });

  test.each([
    ["家賃", "11月分家賃"],
    ["월세", "월세송금"],
    ["ค่าเช่า", "โอนค่าเช่า"],
  ])("%s include a word of %s", (one, other) => {
    const words = wordsOf(other);
    expect([...wordsOf(one)].some((word) => words.has(word))).toBe(true);
  });
});
