import { PROPOSAL_SOURCES, plan, proposal } from "@coffer/domain/budget/definition";
import { CEILINGS } from "@coffer/domain/ceilings";
import { replyOf } from "@coffer/domain/definition/kind";
import { fields, replyMoney, withMonth } from "@coffer/domain/definition/values";
import * as v from "valibot";
import { allow } from "./endpoint.ts";
import { categoryId, monthNumber, pathId, yearNumber } from "./fields.ts";

const projected = plan.fields.projected.body;

/** A restored budget may have ten times as many categories. */
const MAX_PLANS = 10 * CEILINGS.category;

/** `expected` is the plan that the client saw, 0 if there was none. */
const rebalanced = v.pipe(
  v.array(fields({ categoryId, expected: projected, projected }), "Send the plans"),
  v.minLength(1, "Name one category or more"),
  v.maxLength(MAX_PLANS, `Plan at most ${MAX_PLANS} categories at once`),
  v.check(
    (plans) => new Set(plans.map(({ categoryId }) => categoryId)).size === plans.length,
    "Name each category once",
  ),
);

const budgetReply = replyOf(plan, {
  id: v.string(),
  actual: replyMoney,
  /**
   * `billed` is the amount recorded by subscriptions. `purchases` counts all others; the `largest` of them was made `on`
   * that day of the month. Absent if there are none.
   */
  made: v.optional(
    v.object({ billed: replyMoney, purchases: v.number(), largest: replyMoney, on: v.number() }),
  ),
  /** Absent in replies with a single plan. */
  carried: v.optional(replyMoney),
  available: v.optional(replyMoney),
  /** When the month's actuals were reset, in milliseconds; absent if never. */
  actualsSince: v.optional(v.number()),
});

export const monthQuery = { month: monthNumber, year: yearNumber };

/** Its own month replaces the months of the request. */
const plannedCategory = v.pipe(
  fields({ categoryId, projected, month: v.optional(monthNumber), year: v.optional(yearNumber) }),
  v.forward(
    v.check(
      ({ month, year }) => (month === undefined) === (year === undefined),
      "Send month and year together",
    ),
    ["month"],
  ),
);

export const budgets = {
  list: allow("read").get("/api/budgets", {
    summary: "List planned and actual amounts of a month by category",
    query: fields({ ...monthQuery, categoryId: v.optional(pathId) }),
    reply: v.array(budgetReply),
    inParts: true,
  }),
  history: allow("read").get("/api/budgets/history", {
    summary: "List planned and actual amounts of several months up to the given one, oldest first",
    query: fields({
      ...monthQuery,
      months: v.optional(
        v.pipe(v.string(), v.regex(/^\d{1,2}$/), v.transform(Number), v.minValue(1), v.maxValue(13)),
        "6",
      ),
    }),
    reply: v.array(withMonth({ budgets: v.array(budgetReply) })),
    inParts: true,
  }),
  proposal: allow("read").get("/api/budgets/proposal", {
    summary: "Propose a month's plan: an amount for each category that is not archived",
    query: fields({
      ...monthQuery,
      from: v.picklist(PROPOSAL_SOURCES, "Start from last-month, average, last-year or zero"),
    }),
    reply: v.array(proposal),
    inParts: true,
  }),
  save: allow("categories").post("/api/budgets", {
    summary: "Set a category's planned amount in a month",
    body: fields({ categoryId, ...monthQuery, projected }),
    reply: budgetReply,
    status: 201,
    versioned: true,
  }),
  planMonth: allow("categories").post("/api/budgets/plan-month", {
    summary:
      "Plan the categories without a plan in a month, or in all months until another, in one write; existing plans are kept unless `replace` is true",
    body: fields({
      ...monthQuery,
      until: v.optional(fields(monthQuery)),
      replace: v.optional(v.boolean("Replace must be true or false"), false),
      plans: v.pipe(
        v.array(plannedCategory, "Send the plans"),
        v.maxLength(MAX_PLANS, `Plan at most ${MAX_PLANS} categories at once`),
      ),
    }),
    reply: v.array(budgetReply),
  }),
  rebalance: allow("categories").post("/api/budgets/rebalance", {
    summary: "Move planned amounts between categories, or assign the amount left to plan, in one write",
    body: fields({ ...monthQuery, plans: rebalanced }),
    reply: v.array(budgetReply),
  }),
  update: allow("categories").put("/api/budgets/:id", {
    summary: "Change a planned amount",
    params: v.object({ id: v.string() }),
    body: fields({ projected }),
    reply: budgetReply,
  }),
  resetMonth: allow("categories").post("/api/budgets/reset-month", {
    summary: "Reset a month's actuals to zero; planned amounts are kept",
    body: fields(monthQuery),
    reply: v.array(budgetReply),
  }),
};
