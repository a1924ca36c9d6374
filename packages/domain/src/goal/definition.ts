import {
  amount,
  besides,
  categoryRef,
  choice,
  date,
  freeText,
  identity,
  later,
  managed,
  moment,
  notExported,
  nullable,
  otherId,
  requiredText,
  withDefault,
} from "../definition/field.ts";
import { defineKind } from "../definition/kind.ts";
import { amountRule, DESCRIPTION_MAX } from "../definition/values.ts";
import { GOAL_COLORS, GOAL_ICONS, GOAL_STATUSES } from "./choices.ts";

export const targetAmount = amountRule("Target amount must be greater than 0");
export const currentAmount = amountRule("Current amount cannot be negative", { allowZero: true });
/** Of a milestone, or of what is put in or taken out. */
export const stepAmount = amountRule("Amount must be greater than 0");

export const goal = defineKind(
  "goal",
  {
    id: identity(),
    name: requiredText("Name", "Name is required"),
    description: freeText("Description", DESCRIPTION_MAX),
    targetAmount: amount("Target amount", targetAmount),
    currentAmount: besides(amount("Current amount", currentAmount)),
    startDate: date("Start date", "Start date is required"),
    targetDate: date("Target date", "Target date is required"),
    categoryId: nullable(categoryRef()),
    icon: withDefault(choice("Icon", GOAL_ICONS, "Choose one of the offered icons"), "savings"),
    color: withDefault(choice("Color", GOAL_COLORS, "Choose one of the offered colors"), "green"),
    status: besides(choice("Status", GOAL_STATUSES, "Status must be in-progress, completed or cancelled")),
  },
  {
    of: ["startDate", "targetDate"],
    at: "targetDate",
    holds: ({ startDate, targetDate }) => startDate <= targetDate,
    message: "Target date must not be before the start date",
  },
);

/** So many fit into the one transaction that deletes a goal with them. */
export const MAX_MILESTONES = 50;

/** Not stored is whether it is reached, because that follows from the goal's current amount. */
export const milestone = defineKind("milestone", {
  id: identity(),
  /** A file has milestones in their goal. */
  goalId: notExported(identity()),
  name: requiredText("Name", "Name is required"),
  amount: amount("Amount", stepAmount),
  description: freeText("Description", DESCRIPTION_MAX),
});

export const contribution = defineKind("contribution", {
  id: identity(),
  goalId: identity(),
  /** Negative where money was taken out. */
  amount: amount("Amount", { ...stepAmount, invalid: "Amount must not be 0", allowNegative: true }),
  /** The goal's current amount after it. */
  balance: managed(amount(null, currentAmount)),
  at: moment(),
  createdBy: notExported(managed(later(otherId()))),
});
