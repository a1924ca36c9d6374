import { expect, test } from "vitest";
import { month } from "../../../test/fixtures.ts";
import { parseWhy, screenPath, whyText } from "./links.ts";

test.each([
  [7, { kind: "month", explained: { categoryIds: [7], part: "actual" } }],
  ["plan-7", { kind: "month", explained: { categoryIds: [7], part: "plan" } }],
  ["difference-7_8", { kind: "month", explained: { categoryIds: [7, 8], part: "difference" } }],
  ["available-7", { kind: "month", explained: { categoryIds: [7], part: "available" } }],
  ["to-spend", { kind: "month", explained: { card: "to-spend" } }],
  ["left-to-plan", { kind: "month", explained: { card: "left-to-plan" } }],
  ["goal-12", { kind: "goal", id: 12 }],
  ["annual-subscriptions", { kind: "annual-subscriptions" }],
  ["average-7", { kind: "average", id: 7 }],
  ["found-expense", { kind: "found", flow: "expense" }],
  ["payments-due", { kind: "payments-due" }],
  ["due-before-pay", { kind: "due-before-pay" }],
  ["sheet-left", { kind: "sheet", of: "sheet-left" }],
  ["proposal-7", { kind: "proposal", id: 7 }],
] as const)("reads %s", (why, subject) =>
  expect(parseWhy(whyText(why))).toEqual({ subject, month: undefined }),
);

test("reads a month after an @", () => {
  expect(parseWhy(whyText("expenses", month("2026-09")))).toEqual({
    subject: { kind: "month", explained: { card: "expenses" } },
    month: month("2026-09"),
  });
});

test.each([
  "",
  "0",
  "x",
  "goal-1_2",
  "7_",
  "goal-x",
  "toString",
  "left@2026-13",
  "left@",
  "7@2026-01@2026-02",
  "1".repeat(17),
])("reads no number from %j", (text) => expect(parseWhy(text)).toBeUndefined());

test("builds the path of a number in its budget", () => {
  expect(screenPath("/goals", { budget: 5, why: "goal-12" })).toBe("/goals?budget=5&why=goal-12");
  expect(screenPath("/", { budget: null, month: month("2026-09"), why: 7 })).toBe("/?month=2026-09&why=7");
  expect(screenPath("/activity")).toBe("/activity");
});
