import * as field from "../definition/field.ts";
import { defineKind } from "../definition/kind.ts";
import { amountRule } from "../definition/values.ts";

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
