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
  /** The part of it that covers moved here, negative where they took it away: not to be planned again next month. */
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
  /** The month's plan so far, which planning it at once leaves as it is; null where nothing is. */
  planned: v.nullable(replyMoney),
  due: v.array(v.omit(duePayment, ["categoryId"])),
  /** What bills and pay days of the month have recorded already, which is proposed too. */
  paid: v.optional(replyMoney),
  setAside: v.array(setAside),
});
