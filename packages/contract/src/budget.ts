import { plan } from "@coffer/domain/budget/definition";
import { PROPOSAL_SOURCES } from "@coffer/domain/budget/proposal-sources";
import { replyOf } from "@coffer/domain/definition/kind";
import { day, fields, replyMoney, withMonth } from "@coffer/domain/definition/values";
import * as v from "valibot";
import { endpoint } from "./endpoint.ts";
import { categoryId, monthNumber, pathId, yearNumber } from "./fields.ts";

const projected = plan.fields.projected.body;

/** The number of plans that fit into one write of the store. */
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
  /**
   * The amount that opened the month, and the one that it and the plan leave; absent where a single plan is answered.
   */
  carried: v.optional(replyMoney),
  available: v.optional(replyMoney),
  /** When the month's actuals were reset, in milliseconds; absent where they were not. */
  actualsSince: v.optional(v.number()),
});

/** Of a bill or a goal. */
const setAside = v.object({
  subscriptionId: v.optional(v.number()),
  goalId: v.optional(v.number()),
  name: v.string(),
  date: day(),
  amount: replyMoney,
  saved: replyMoney,
  proposed: replyMoney,
});

export const monthQuery = { month: monthNumber, year: yearNumber };

export const budgets = {
  list: endpoint.get("/api/budgets", {
    access: "read",
    summary: "What was planned in a month beside what happened, per category",
    query: fields({ ...monthQuery, categoryId: v.optional(pathId) }),
    reply: v.array(budgetReply),
  }),
  history: endpoint.get("/api/budgets/history", {
    access: "read",
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
  proposal: endpoint.get("/api/budgets/proposal", {
    access: "read",
    summary: "What a month's plan may start from, per category that is not archived",
    query: fields({
      ...monthQuery,
      from: v.picklist(PROPOSAL_SOURCES, "Start from last-month, average, last-year or zero"),
    }),
    reply: v.array(
      v.object({
        categoryId: v.number(),
        lastPlan: replyMoney,
        lastActual: replyMoney,
        proposed: replyMoney,
        /** Null where the month has no plan for it yet. */
        planned: v.nullable(replyMoney),
        due: v.array(
          v.object({ subscriptionId: v.number(), name: v.string(), amount: replyMoney, date: day() }),
        ),
        /** Contained in `proposed`: for bills that come less often than monthly, and for goals. */
        setAside: v.array(setAside),
      }),
    ),
  }),
  save: endpoint.post("/api/budgets", {
    access: "categories",
    summary: "Plan an amount for a category in a month; planning it again replaces the amount",
    body: fields({ categoryId, ...monthQuery, projected }),
    reply: budgetReply,
    status: 201,
    versioned: true,
  }),
  planMonth: endpoint.post("/api/budgets/plan-month", {
    access: "categories",
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
  rebalance: endpoint.post("/api/budgets/rebalance", {
    access: "categories",
    summary: "Move planned amounts between categories, or to them from what is left to plan, all or nothing",
    body: fields({ ...monthQuery, plans: rebalanced }),
    reply: v.array(budgetReply),
  }),
  update: endpoint.put("/api/budgets/:id", {
    access: "categories",
    summary: "Change a planned amount",
    params: v.object({ id: v.string() }),
    body: fields({ projected }),
    reply: budgetReply,
  }),
  resetMonth: endpoint.post("/api/budgets/reset-month", {
    access: "categories",
    summary: "Count the month's actuals from zero again; projections stay",
    body: fields(monthQuery),
    reply: v.array(budgetReply),
  }),
};
