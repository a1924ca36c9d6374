import { expect, test } from "vitest";
import { isStrongPassword, STRONG_PASSWORD } from "./strong-password.ts";

test("a long one is, whatever it is made of", () => {
  expect(isStrongPassword("correct horse")).toBe(true);
  expect(isStrongPassword("x".repeat(STRONG_PASSWORD - 1))).toBe(false);
  expect(isStrongPassword("Qwerty123456")).toBe(false);
});
