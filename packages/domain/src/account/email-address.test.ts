import { expect, test } from "vitest";
import { isShortEnough, looksLikeAnother, normalizeEmail } from "./email-address.ts";

test("an address is stored trimmed, in lower case and composed", () => {
  expect(normalizeEmail("  JOSE\u0301@Example.COM ")).toBe("josé@example.com");
});

test("a stored address has at most 254 bytes", () => {
  expect(isShortEnough(`${"a".repeat(242)}@example.com`)).toBe(true);
  expect(isShortEnough(`${"a".repeat(243)}@example.com`)).toBe(false);
  // NFC decomposes this letter into three code points of two bytes each.
  expect(isShortEnough(`${"\ufb2c".repeat(40)}@example.com`)).toBe(true);
  expect(isShortEnough(`${"\ufb2c".repeat(41)}@example.com`)).toBe(false);
});

test.each([
  ["full-width", "ａna@example.com"],
  ["a zero-width space", "an\u200ba@example.com"],
  ["a soft hyphen", "an\u00ada@example.com"],
  ["a Cyrillic a", "аna@example.com"],
  ["a Greek o", "bοb@example.com"],
  ["a Cyrillic letter in the domain", "ana@exаmple.com"],
  ["a ligature", "\ufb01ona@example.com"],
])("an address with %s looks like another", (_what, email) => {
  expect(looksLikeAnother(email)).toBe(true);
});

test.each([
  "ana@example.com",
  "josé@example.com",
  "иван@пример.com",
  "иван.ivan@example.com",
  "花子@例え.jp",
  "o'neil+x@example.com",
])("%s does not look like another", (email) => {
  expect(looksLikeAnother(email)).toBe(false);
});
