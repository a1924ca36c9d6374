import { subscriptionBody } from "@coffer/contract/subscription";
import { withRules } from "@coffer/domain/definition/kind";
import { day, fields } from "@coffer/domain/definition/values";
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
import * as v from "valibot";
import { typedAmount } from "./base/typed-values.ts";
import { chosenCategory } from "./category-schema.ts";

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
