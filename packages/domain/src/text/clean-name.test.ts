import fc from "fast-check";
import { expect, test } from "vitest";
import { cleanName, isVisible } from "./clean-name.ts";
import { mentionsLink } from "./link-text.ts";

test.each([
  ["Ana Ruiz", "Ana Ruiz"],
  ["Budget 2026", "Budget 2026"],
  ["J. R. R. Tolkien", "J. R. R. Tolkien"],
  ["URGENT: call 0800 555 0199 - https://evil.example/pay", "URGENT: call"],
  ["Call 0800 now", "Call now"],
  ["Call +49 now", "Call now"],
  ["1-800-FLOWERS", "--FLOWERS"],
  ["Call 1 800 FLOWERS", "Call FLOWERS"],
  ["Call 1-800 flowers", "Call flowers"],
  ["1800FLOWERS", "FLOWERS"],
  ["Dial 1888 SCAM NOW", "Dial SCAM NOW"],
  ["Dial ０８００ ５５５", "Dial"],
  ["Dial ①②③④⑤", "Dial"],
  ["www.evil.example", ""],
  ["Pay at evil.example/pay today", "Pay at today"],
  ["Pay at evil.\u034fexample today", "Pay at today"],
  ["ask eve@evil.example", "ask"],
  ["Pay at हिन्दी.example", "Pay at"],
  ["Pay at evil.भारत today", "Pay at today"],
  ["Pay at i❤️.ws", "Pay at"],
  ["Pay at 👍🏽.example", "Pay at"],
  ["Pay at 1.1.1.1/pay", "Pay at"],
  ["Ring tel:911", "Ring"],
  ["एम.के. गांधी", "एम.के. गांधी"],
  ["Hotel: Rome", "Hotel: Rome"],
  ["Version 1.2.3", "Version 1.2.3"],
  // Removing characters does not create a link.
  ["evil.012345example", ""],
  ["evil.\u200bexample", "evil. example"],
  ["Ana\r\nBcc: all@evil.example", "Ana Bcc:"],
  ["\u202eanA", "anA"],
  ["👨‍👩‍👧 Family", "👨 👩 👧 Family"],
  ["A".repeat(300), "A".repeat(100)],
])("%j is shown as %j", (name, shown) => {
  expect(cleanName(name)).toBe(shown);
});

test("no name is shown with a link, a line break or more than four digits", () => {
  const parts = [
    "evil",
    ".",
    "example",
    "https://",
    "0800",
    "+",
    "1",
    "\u200b",
    "\u034f",
    " ",
    "\n",
    "www",
    "@",
    "。",
  ];
  const name = fc.array(fc.oneof(fc.constantFrom(...parts), fc.string({ unit: "grapheme" })), {
    maxLength: 12,
  });
  fc.assert(
    fc.property(name, (pieces) => {
      const shown = cleanName(pieces.join(""));
      expect(mentionsLink(shown)).toBe(false);
      expect(shown).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
      expect((shown.match(/\p{Nd}/gu) ?? []).length).toBeLessThanOrEqual(4);
    }),
  );
});

test.each(["a", "ñ", "食", "🍕", "-", "é\u200d"])("%j is visible", (text) => {
  expect(isVisible(text)).toBe(true);
});

test.each([
  "",
  " ",
  "\u200b",
  "\u200d\u2060",
  "\u3164",
  "\uffa0",
  "\u115f",
  "\u2800",
  "\u00ad",
  "\u202e",
  "\ufe0f",
])("%j is invisible", (text) => {
  expect(isVisible(text)).toBe(false);
});
