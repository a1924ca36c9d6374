import { expect, test } from "vitest";
import { isVisible } from "./visible.ts";

test.each(["a", "ñ", "食", "🍕", "-", "é\u200d"])("%j can be seen", (text) => {
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
])("%j cannot", (text) => {
  expect(isVisible(text)).toBe(false);
});
