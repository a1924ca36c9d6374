import { PROPOSAL_SOURCES, plan, proposal } from "@coffer/domain/budget/definition";
import { replyOf } from "@coffer/domain/definition/kind";
import { fields, replyMoney, withMonth } from "@coffer/domain/definition/values";
import * as v from "valibot";
import { allow } from "./endpoint.ts";
import { categoryId, monthNumber, pathId, yearNumber } from "./fields.ts";

const projected = plan.fields.projected.body;

/** So many fit into one write of the store. */
export const MAX_PLANS = 49;

/** `expected` is the plan as it was seen, 0 where there was none. */
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
  /** What subscriptions recorded, and of the other purchases their number, the largest and its day; absent for none. */
  made: v.optional(
    v.object({ billed: replyMoney, purchases: v.number(), largest: replyMoney, on: v.number() }),
  ),
  /** Absent where a single plan is answered. */
  carried: v.optional(replyMoney),
  available: v.optional(replyMoney),
  /** When the month's actuals were reset, in milliseconds; absent where they were not. */
  actualsSince: v.optional(v.number()),
});

export const monthQuery = { month: monthNumber, year: yearNumber };

export const budgets = {
  list: allow("read").get("/api/budgets", {
    summary: "What was planned in a month beside what happened, per category",
    query: fields({ ...monthQuery, categoryId: v.optional(pathId) }),
    reply: v.array(budgetReply),
  }),
  history: allow("read").get("/api/budgets/history", {
    summary: "The same for several months ending with the given one, oldest first",
    query: fields({
      ...monthQuery,
      months: v.optional(
        v.pipe(v.string(), v.regex(/^\d{1,2}$/), v.transform(Number), v.minValue(1), v.maxValue(13)),
        "6",
      ),
    }),
    reply: v.array(withMonth({ budgets: v.array(budgetReply) })),
  }),
  proposal: allow("read").get("/api/budgets/proposal", {
    summary: "What a month's plan may start from, per category that is not archived",
    query: fields({
      ...monthQuery,
      from: v.picklist(PROPOSAL_SOURCES, "Start from last-month, average, last-year or zero"),
    }),
    reply: v.array(proposal),
  }),
  save: allow("categories").post("/api/budgets", {
    summary: "Plan an amount for a category in a month; planning it again replaces the amount",
    body: fields({ categoryId, ...monthQuery, projected }),
    reply: budgetReply,
    status: 201,
    versioned: true,
  }),
  planMonth: allow("categories").post("/api/budgets/plan-month", {
    summary: "Plan what has no plan in a month yet, all of it or nothing; plans that are there stay",
    body: fields({
      ...monthQuery,
      plans: v.pipe(
        v.array(fields({ categoryId, projected }), "Send the plans"),
        v.maxLength(MAX_PLANS, `Plan at most ${MAX_PLANS} categories at once`),
      ),
    }),
    reply: v.array(budgetReply),
  }),
  rebalance: allow("categories").post("/api/budgets/rebalance", {
    summary: "Move planned amounts between categories, or to them from what is left to plan, all or nothing",
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
    summary: "Count the month's actuals from zero again; projections stay",
    body: fields(monthQuery),
    reply: v.array(budgetReply),
  }),
};
