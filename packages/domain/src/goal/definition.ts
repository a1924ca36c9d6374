import * as field from "../definition/field.ts";
import { defineKind, withFields } from "../definition/kind.ts";
import { amountRule, DESCRIPTION_MAX } from "../definition/values.ts";

export const GOAL_STATUSES = ["in-progress", "completed", "cancelled"] as const;
export const GOAL_ICONS = ["savings", "flag", "target", "trending-up"] as const;
export const GOAL_COLORS = ["green", "blue", "purple", "yellow", "red"] as const;

export const targetAmount = amountRule("Target amount must be greater than 0");
export const currentAmount = amountRule("Current amount cannot be negative", { allowZero: true });
/** The amount of a milestone or a contribution. */
export const stepAmount = amountRule("Amount must be greater than 0");

export const goal = defineKind(
  "goal",
  {
    id: field.identity(),
    name: field.requiredText("Name", "Name is required"),
    description: field.freeText("Description", DESCRIPTION_MAX),
    targetAmount: field.amount("Target amount", targetAmount),
    currentAmount: field.partlyManaged(field.amount("Current amount", currentAmount)),
    startDate: field.date("Start date", "Start date is required"),
    targetDate: field.date("Target date", "Target date is required"),
    categoryId: field.nullable(field.categoryRef()),
    icon: field.withDefault(field.choice("Icon", GOAL_ICONS, "Choose one of the offered icons"), "savings"),
    color: field.withDefault(field.choice("Color", GOAL_COLORS, "Choose one of the offered colors"), "green"),
    status: field.partlyManaged(
      field.choice("Status", GOAL_STATUSES, "Status must be in-progress, completed or cancelled"),
    ),
  },
  {
    of: ["startDate", "targetDate"],
    at: "targetDate",
    holds: ({ startDate, targetDate }) => startDate <= targetDate,
    message: "Target date must not be before the start date",
  },
);

/** `contributed` is the sum of the contributions, without the goal's transactions; it may be negative. */
export const storedGoal = withFields(goal, {
  contributed: field.internal(
    field.managed(field.later(field.amount(null, { ...currentAmount, allowNegative: true }))),
  ),
});

/** Goals are deleted together with their milestones in one transactional write, which limits their number. */
export const MAX_MILESTONES = 50;

/** A milestone is reached when the goal's current amount is; this is not stored. */
export const milestone = defineKind("milestone", {
  id: field.identity(),
  /** Not exported: an export nests milestones in their goal. */
  goalId: field.notExported(field.identity()),
  name: field.requiredText("Name", "Name is required"),
  amount: field.amount("Amount", stepAmount),
  description: field.freeText("Description", DESCRIPTION_MAX),
});

export const contribution = defineKind("contribution", {
  id: field.identity(),
  goalId: field.identity(),
  /** Negative for a withdrawal. */
  amount: field.amount("Amount", { ...stepAmount, invalid: "Amount must not be 0", allowNegative: true }),
  /** The goal's current amount after it. */
  balance: field.managed(field.amount(null, currentAmount)),
  at: field.moment(),
  createdBy: field.notExported(field.managed(field.later(field.otherId()))),
});
