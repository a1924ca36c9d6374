import * as v from "valibot";
import * as field from "../definition/field.ts";
import { defineKind } from "../definition/kind.ts";
import { amountRule, day, replyMoney } from "../definition/values.ts";
import { duePayment } from "../subscription/definition.ts";

export const PROPOSAL_SOURCES = ["last-month", "average", "last-year", "zero"] as const;

export type ProposalSource = (typeof PROPOSAL_SOURCES)[number];

export const projectedAmount = amountRule("Budget amount must be a non-negative number", { allowZero: true });

export const plan = defineKind("plan", {
  month: field.monthField(),
  categoryId: field.managed(field.categoryRef("Category is required", null)),
  projected: field.amount("Planned", projectedAmount),
  /** The part that was moved in to cover overspending, or moved out (negative). Not planned again next month. */
  moved: field.internal(
    field.managed(field.later(field.amount(null, { ...projectedAmount, allowNegative: true }))),
  ),
});

export const setAside = v.object({
  subscriptionId: v.optional(v.number()),
  goalId: v.optional(v.number()),
  name: v.string(),
  date: day(),
  amount: replyMoney,
  saved: replyMoney,
  proposed: replyMoney,
});

export const proposal = v.object({
  categoryId: v.number(),
  lastPlan: replyMoney,
  lastActual: replyMoney,
  proposed: replyMoney,
  /** The existing plan, which planning the whole month keeps; null if there is none. */
  planned: v.nullable(replyMoney),
  due: v.array(v.omit(duePayment, ["categoryId"])),
  /** The amount that subscriptions have already recorded in the month; part of `proposed`. */
  paid: v.optional(replyMoney),
  setAside: v.array(setAside),
});
