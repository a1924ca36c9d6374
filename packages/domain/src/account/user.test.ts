import { expect, test } from "vitest";
import { fullName, initials } from "./user.ts";

test.each([
  ["ana", "lima", "AL", "ana lima"],
  ["Ada", "", "A", "Ada"],
  [" Élodie ", "Österreich", "ÉÖ", "Élodie Österreich"],
  ["𝒜lan", "Turing", "𝒜T", "𝒜lan Turing"],
  ["", "", "", ""],
])("gives %j %j the initials %s", (firstName, lastName, letters, name) => {
  expect(initials({ firstName, lastName })).toBe(letters);
  expect(fullName({ firstName, lastName })).toBe(name);
});
