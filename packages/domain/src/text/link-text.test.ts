import { expect, test } from "vitest";
import { mentionsLink } from "./link-text.ts";

test.each([
  "https://evil.example",
  "See www.evil",
  "evil.com",
  "Ana evil.com/prize Ruiz",
  "ana@evil.example",
  "EVIL.COM",
  "ｅｖｉｌ．ｃｏｍ",
  "evil。com",
  "xn--80ak6aa92e.com",
])("finds a link in %j", (text) => {
  expect(mentionsLink(text)).toBe(true);
});

test.each([
  "Ana",
  "J. R. R. Tolkien",
  "J.R.R. Tolkien",
  "Dr. Smith",
  "Thanks. See you!",
  "3.50 each",
  "…",
  "St. John",
  "",
])("finds no link in %j", (text) => {
  expect(mentionsLink(text)).toBe(false);
});
