import { expect, test } from "vitest";
import { peopleTerms, peopleText } from "./people-search.ts";

test("people are found by address, name and surname, regardless of case, accents and spaces", () => {
  const user = { firstName: " José  María", lastName: "Núñez", email: "jose@Example.com" };
  expect(peopleTerms(user)).toEqual({
    email: "jose@example.com",
    name: "jose maria nunez",
    surname: "nunez jose maria",
  });
  expect(peopleText("  JOSE\u0301 ")).toBe("jose");
});

test("a name whose letters decompose stays short enough for a key", () => {
  const terms = peopleTerms({ firstName: "각".repeat(100), lastName: "😀".repeat(100), email: "a@b.co" });
  for (const term of Object.values(terms)) {
    expect(new TextEncoder().encode(term).length).toBeLessThanOrEqual(400);
    expect(term.isWellFormed()).toBe(true);
  }
  expect(terms.name.startsWith(peopleText("각".repeat(100)))).toBe(true);
});
