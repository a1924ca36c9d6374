import { expect, test } from "vitest";
import { mostUsedPasswords } from "../../../../web/common-passwords.ts";
import { isStrongPassword, STRONG_PASSWORD } from "./strong-password.ts";

test("no password of the ten thousand most used is a strong one", () => {
  expect(mostUsedPasswords().filter(isStrongPassword)).toEqual([]);
});

test("a long one is, whatever it is made of", () => {
  expect(isStrongPassword("correct horse")).toBe(true);
  expect(isStrongPassword("x".repeat(STRONG_PASSWORD - 1))).toBe(false);
  expect(isStrongPassword("Qwerty123456")).toBe(false);
});
