import fc from "fast-check";
import { expect, test } from "vitest";
import { firstRule, isDescribedAlike, ruleApplies, steadyText } from "./rule.ts";

test("a rule applies wherever its text stands, whatever case and spaces", () => {
  expect(ruleApplies({ contains: "rewe" }, "LASTSCHRIFT REWE SAGT DANKE")).toBe(true);
  expect(ruleApplies({ contains: " Rewe  sagt" }, "REWE SAGT DANKE")).toBe(true);
  expect(ruleApplies({ contains: "rewe" }, "EDEKA")).toBe(false);
});

test("a rule's text is plain text, not a pattern", () => {
  expect(ruleApplies({ contains: "a.b*" }, "axbb")).toBe(false);
  expect(ruleApplies({ contains: "a.b*" }, "Shop A.B* Berlin")).toBe(true);
});

test("a rule without text applies to nothing", () => {
  expect(ruleApplies({ contains: "  " }, "anything")).toBe(false);
});

test("the first rule that applies wins", () => {
  const rules = [
    { contains: "amazon prime", categoryId: 1 },
    { contains: "amazon", categoryId: 2 },
  ];
  expect(firstRule(rules, "AMAZON MARKETPLACE")?.categoryId).toBe(2);
  expect(firstRule(rules, "Amazon Prime Video")?.categoryId).toBe(1);
  expect(firstRule(rules, "REWE")).toBeUndefined();
});

test.each([
  ["To savings 12", "To savings"],
  ["26.11. REWE SAGT DANKE 4711 Berlin", "REWE SAGT DANKE"],
  ["2026-11-26 Lidl", "Lidl"],
  ["CARD PAYMENT LIDL 0001 REF 99812", "CARD PAYMENT LIDL"],
  ["Lohn November", "Lohn"],
  ["Salary Nov 2026", "Salary"],
  ["Miete 11/2026 Wohnung", "Wohnung"],
  ["Gehalt März", "Gehalt"],
  ["Mai Thai Restaurant", "Mai Thai Restaurant"],
  ["O2 Mobilfunk RG123456", "O2 Mobilfunk"],
  ["7 Eleven", "Eleven"],
  ["DE89370400440532013000", "DE89370400440532013000"],
  ["4711", "4711"],
  ["  Bakery   on  the corner ", "Bakery on the corner"],
])("the steady part of %j is %j", (description, steady) => {
  expect(steadyText(description)).toBe(steady);
});

test("a rule made of a text's steady part applies to the text", () => {
  const word = fc.oneof(fc.stringMatching(/^[\p{L}\p{N}./-]{1,8}$/u), fc.constantFrom("Nov", "März", "2026"));
  fc.assert(
    fc.property(fc.array(word, { minLength: 1, maxLength: 6 }), (words) => {
      const description = words.join(" ");
      expect(ruleApplies({ contains: steadyText(description) }, description)).toBe(true);
    }),
  );
});

test.each([
  ["MVG TICKET 0001", "mvg  ticket 0002 17/11", true],
  ["MVG TICKET 0001", "MVG TICKET", true],
  ["PAYPAL 4711 SPOTIFY", "PAYPAL 4712 NETFLIX", false],
  ["4711", "4712", false],
  ["Bus 9a", "Bus 9b", false],
])("%s and %s are alike: %s, as the numbers at their ends tell nothing", (one, other, alike) => {
  expect(isDescribedAlike(one, other)).toBe(alike);
});

test.each([
  ["strasse", "Straßenreinigung"],
  ["zabka", "ŻABKA Z1234"],
  ["sainsbury's", "SAINSBURY’S 42"],
  ["家賃", "11月分家賃"],
  ["किराया", "NEFT किराया नवंबर"],
  ["ＥＥ", "EE Ltd"],
  ["lodz", "Łódź Fabryczna"],
])("a rule that contains %s applies to %s", (contains, description) => {
  expect(ruleApplies({ contains }, description)).toBe(true);
});
