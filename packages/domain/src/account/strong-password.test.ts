import { expect, test } from "vitest";
import { isStrongPassword, STRONG_PASSWORD } from "./strong-password.ts";

test("a long password is strong unless it is a common one", () => {
  expect(isStrongPassword("correct horse")).toBe(true);
  expect(isStrongPassword("x".repeat(STRONG_PASSWORD - 1))).toBe(false);
  expect(isStrongPassword("Qwerty123456")).toBe(false);
});
