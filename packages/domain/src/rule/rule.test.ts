import { expect, test } from "vitest";
import { firstRule, isDescribedAlike, ruleApplies } from "./rule.ts";

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
  ["MVG TICKET 0001", "mvg  ticket 0002 17/11", true],
  ["MVG TICKET 0001", "MVG TICKET", true],
  ["PAYPAL 4711 SPOTIFY", "PAYPAL 4712 NETFLIX", false],
  ["4711", "4712", false],
  ["Bus 9a", "Bus 9b", false],
])("%s and %s are alike: %s, as the numbers at their ends tell nothing", (one, other, alike) => {
  expect(isDescribedAlike(one, other)).toBe(alike);
});
