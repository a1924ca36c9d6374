import { projectedAmount } from "@coffer/contract/budget";
import { categoryBody } from "@coffer/contract/category";
import { fields, NAME_MAX, optionalText } from "@coffer/contract/fields";
import type { Currency } from "@coffer/domain/money";
import * as v from "valibot";
import { typedAmountOrZero } from "./base/typed-amount.ts";

export const categoryForm = (currency: Currency) =>
  fields({
    ...categoryBody.entries,
    group: optionalText(NAME_MAX),
    projected: v.pipe(v.optional(v.string(), ""), typedAmountOrZero(projectedAmount, currency)),
  });
