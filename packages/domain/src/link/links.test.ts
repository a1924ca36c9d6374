import { expect, test } from "vitest";
import { month } from "../../../../packages/test/fixtures.ts";
import { parseWhy } from "./parse-why.ts";

test.each([
  [7, { kind: "month", explained: { categoryIds: [7], part: "actual" } }],
  ["plan-7", { kind: "month", explained: { categoryIds: [7], part: "plan" } }],
  ["difference-7_8", { kind: "month", explained: { categoryIds: [7, 8], part: "difference" } }],
  ["left-to-plan", { kind: "month", explained: { card: "left-to-plan" } }],
  ["goal-12", { kind: "goal", id: 12 }],
  ["annual-subscriptions", { kind: "annual-subscriptions" }],
  ["average-7", { kind: "average", id: 7 }],
  ["found-expense", { kind: "found", flow: "expense" }],
  ["payments-due", { kind: "payments-due" }],
] as const)("reads %s", (why, subject) => expect(parseWhy(why)).toEqual({ subject, month: undefined }));

test("reads a month after an @", () => {
  expect(parseWhy("expenses@2026-09")).toEqual({
    subject: { kind: "month", explained: { card: "expenses" } },
    month: month("2026-09"),
  });
});
