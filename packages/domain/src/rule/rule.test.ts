import fc from "fast-check";
import { expect, test } from "vitest";
import { cents } from "../money/money.ts";
import { constantPart, createRuleFinder, firstRule, isDescribedAlike, ruleApplies } from "./rule.ts";

test("a rule applies to any part of the text, ignoring case and spaces", () => {
  expect(ruleApplies({ contains: "rewe" }, { description: "LASTSCHRIFT REWE SAGT DANKE" })).toBe(true);
  expect(ruleApplies({ contains: " Rewe  sagt" }, { description: "REWE SAGT DANKE" })).toBe(true);
  expect(ruleApplies({ contains: "rewe" }, { description: "EDEKA" })).toBe(false);
});

test("a rule's text is plain text, not a pattern", () => {
  expect(ruleApplies({ contains: "a.b*" }, { description: "axbb" })).toBe(false);
  expect(ruleApplies({ contains: "a.b*" }, { description: "Shop A.B* Berlin" })).toBe(true);
});

test("a rule without text applies to nothing", () => {
  expect(ruleApplies({ contains: "  " }, { description: "anything" })).toBe(false);
});

test("the first rule that applies wins", () => {
  const rules = [
    { contains: "amazon prime", categoryId: 1 },
    { contains: "amazon", categoryId: 2 },
  ];
  expect(firstRule(rules, { description: "AMAZON MARKETPLACE" })?.categoryId).toBe(2);
  expect(firstRule(rules, { description: "Amazon Prime Video" })?.categoryId).toBe(1);
  expect(firstRule(rules, { description: "REWE" })).toBeUndefined();
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
])("the constant part of %j is %j", (description, steady) => {
  expect(constantPart(description)).toBe(steady);
});

test("a rule with the constant part of a text applies to the text", () => {
  const word = fc.oneof(fc.stringMatching(/^[\p{L}\p{N}./-]{1,8}$/u), fc.constantFrom("Nov", "März", "2026"));
  fc.assert(
    fc.property(fc.array(word, { minLength: 1, maxLength: 6 }), (words) => {
      const description = words.join(" ");
      expect(ruleApplies({ contains: constantPart(description) }, { description })).toBe(true);
    }),
  );
});

test.each([
  ["MVG TICKET 0001", "mvg  ticket 0002 17/11", true],
  ["MVG TICKET 0001", "MVG TICKET", true],
  ["PAYPAL 4711 SPOTIFY", "PAYPAL 4712 NETFLIX", false],
  ["4711", "4712", false],
  ["Bus 9a", "Bus 9b", false],
])("%s and %s are alike, ignoring trailing numbers: %s", (one, other, alike) => {
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
  expect(ruleApplies({ contains }, { description })).toBe(true);
});

test.each([
  [{ amountFrom: 5_00 }, 5_00, true],
  [{ amountFrom: 5_00 }, 4_99, false],
  [{ amountTo: 5_00 }, 5_00, true],
  [{ amountTo: 5_00 }, 5_01, false],
  [{ amountFrom: 1_00, amountTo: 5_00 }, 3_00, true],
  [{ amountFrom: 1_00 }, undefined, false],
  [{ amountFrom: null, amountTo: null }, undefined, true],
])("a rule of %j applies to %s: %s", (range, amount, applies) => {
  const toCents = (value: number | null | undefined) => (typeof value === "number" ? cents(value) : value);
  const rule = {
    contains: "shop",
    amountFrom: toCents("amountFrom" in range ? range.amountFrom : undefined),
    amountTo: toCents("amountTo" in range ? range.amountTo : undefined),
  };
  const row = { description: "Shop", amount: amount === undefined ? undefined : cents(amount) };
  expect(ruleApplies(rule, row)).toBe(applies);
});

test("a rule that only renames does not prevent the next rule", () => {
  const rules = createRuleFinder([
    { id: 1, contains: "amzn", rename: "Amazon" },
    { id: 2, contains: "amzn prime", categoryId: 3, rename: "Prime" },
  ]);
  const row = { description: "AMZN PRIME 0042" };
  expect([rules.first(row)?.id, rules.nameOf(row)]).toEqual([2, "Amazon"]);
});
