import { fields } from "@coffer/contract/fields";
import {
  currentAmount,
  goalBody,
  milestoneBody,
  stepAmount,
  TARGET_BEFORE_START,
  targetAmount,
} from "@coffer/contract/goal";
import * as v from "valibot";
import { typedAmount, typedAmountOrZero } from "./base/typed-amount.ts";

const { name, description, startDate, targetDate, icon, color } = goalBody.entries;

/** The dialogs' values; their output is the call's body. */
export const goalForm = v.pipe(
  fields({
    name,
    description,
    icon,
    color,
    startDate: v.pipe(startDate, v.transform(String)),
    targetDate: v.pipe(targetDate, v.transform(String)),
    targetAmount: typedAmount(targetAmount),
    currentAmount: typedAmountOrZero(currentAmount),
    categoryId: v.pipe(
      v.string(),
      v.transform((chosen): number | null => (chosen === "" ? null : Number(chosen))),
    ),
  }),
  v.forward(
    v.partialCheck(
      [["startDate"], ["targetDate"]],
      (goal) => goal.startDate <= goal.targetDate,
      TARGET_BEFORE_START,
    ),
    ["targetDate"],
  ),
);

export const milestoneForm = fields({ ...milestoneBody.entries, amount: typedAmount(stepAmount) });
export const contributionForm = fields({ amount: typedAmount(stepAmount) });
