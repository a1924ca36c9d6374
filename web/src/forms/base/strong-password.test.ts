import { isStrongPassword } from "@coffer/domain/account/strong-password";
import { expect, test } from "vitest";
import { mostUsedPasswords } from "../../../common-passwords.ts";

test("no password of the ten thousand most used is a strong one", () => {
  expect(mostUsedPasswords().filter(isStrongPassword)).toEqual([]);
});
