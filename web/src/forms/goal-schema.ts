import { goalBody, milestoneBody } from "@coffer/contract/goal";
import { withRules } from "@coffer/domain/definition/kind";
import { fields } from "@coffer/domain/definition/values";
import { currentAmount, goal, stepAmount, targetAmount } from "@coffer/domain/goal/definition";
import type { Currency } from "@coffer/domain/money/money";
import * as v from "valibot";
import { typedAmount, typedAmountOrZero } from "./base/typed-values.ts";

export const goalForm = (currency: Currency) =>
  withRules(
    fields({
      ...goalBody.entries,
      targetAmount: typedAmount(targetAmount, currency),
      currentAmount: typedAmountOrZero(currentAmount, currency),
      categoryId: v.pipe(
        v.string(),
        v.transform((chosen): number | null => (chosen === "" ? null : Number(chosen))),
      ),
    }),
    goal.rules,
  );

export const milestoneForm = (currency: Currency) =>
  fields({ ...milestoneBody.entries, amount: typedAmount(stepAmount, currency) });
export const contributionForm = (currency: Currency) => fields({ amount: typedAmount(stepAmount, currency) });
