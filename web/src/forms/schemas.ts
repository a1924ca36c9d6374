import { categoryBody } from "@coffer/contract/category";
import { goalBody, milestoneBody } from "@coffer/contract/goal";
import { subscriptionBody } from "@coffer/contract/subscription";
import { transactionBody } from "@coffer/contract/transaction";
import { projectedAmount } from "@coffer/domain/budget/definition";
import { CATEGORY_KINDS } from "@coffer/domain/category/choices";
import { openingAmount } from "@coffer/domain/category/definition";
import { withRules } from "@coffer/domain/definition/kind";
import { day, fields, NAME_MAX, optionalText } from "@coffer/domain/definition/values";
import { currentAmount, goal, stepAmount, targetAmount } from "@coffer/domain/goal/definition";
import type { Currency } from "@coffer/domain/money/money";
import {
  CANCEL_DAYS,
  cancelNoticeDays,
  NOTIFY_DAYS,
  notifyBeforeDays,
  SECOND_DAY,
  secondDay,
  subscription,
  subscriptionAmount,
} from "@coffer/domain/subscription/definition";
import { transactionAmount } from "@coffer/domain/transaction/definition";
import * as v from "valibot";
import { typedAmount, typedAmountOrZero } from "./base/typed-values.ts";

/** The value of a kind that follows from the category's rows. */
export const AUTOMATIC = "" as const;

export const categoryForm = (currency: Currency) =>
  fields({
    ...categoryBody.entries,
    group: optionalText(NAME_MAX),
    kind: v.pipe(
      v.optional(v.picklist([AUTOMATIC, ...CATEGORY_KINDS]), AUTOMATIC),
      v.transform((kind) => (kind === AUTOMATIC ? null : kind)),
    ),
    opening: v.pipe(v.optional(v.string(), ""), typedAmountOrZero(openingAmount, currency)),
    projected: v.pipe(v.optional(v.string(), ""), typedAmountOrZero(projectedAmount, currency)),
  });

const MISSING = "Category is required";

export const chosenCategory = v.pipe(v.string(MISSING), v.minLength(1, MISSING), v.transform(Number));

export const transactionForm = (currency: Currency) =>
  fields({
    ...transactionBody.entries,
    amount: typedAmount(transactionAmount, currency),
    categoryId: chosenCategory,
  });

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

const optionalDate = v.pipe(
  v.optional(v.string(), ""),
  v.transform((typed): string | null => typed || null),
  v.nullable(day()),
);

const optionalNumber = (digits: RegExp, message: string, schema: v.GenericSchema<number, number>) =>
  v.pipe(
    v.optional(v.string(), ""),
    v.trim(),
    v.regex(digits, message),
    v.transform((typed) => (typed === "" ? null : Number(typed))),
    v.nullable(schema),
  );

export const subscriptionForm = (currency: Currency) =>
  withRules(
    fields({
      ...subscriptionBody.entries,
      amount: typedAmount(subscriptionAmount, currency),
      endDate: optionalDate,
      trialEndDate: optionalDate,
      secondDay: optionalNumber(/^\d{0,2}$/, SECOND_DAY, secondDay),
      cancelNoticeDays: optionalNumber(/^\d{0,3}$/, CANCEL_DAYS, cancelNoticeDays),
      categoryId: chosenCategory,
      notifyBeforeDays: v.pipe(
        v.string(NOTIFY_DAYS),
        v.trim(),
        v.regex(/^\d{1,3}$/, NOTIFY_DAYS),
        v.transform(Number),
        notifyBeforeDays,
      ),
    }),
    subscription.rules,
  );
