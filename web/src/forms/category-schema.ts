import { categoryBody } from "@coffer/contract/category";
import { projectedAmount } from "@coffer/domain/budget/definition";
import { CATEGORY_KINDS } from "@coffer/domain/category/choices";
import { fields, NAME_MAX, optionalText } from "@coffer/domain/definition/values";
import type { Currency } from "@coffer/domain/money/money";
import * as v from "valibot";
import { typedAmountOrZero } from "./base/typed-amount.ts";

export const categoryForm = (currency: Currency) =>
  fields({
    ...categoryBody.entries,
    group: optionalText(NAME_MAX),
    kind: v.pipe(
      v.optional(v.union([v.literal(""), v.picklist(CATEGORY_KINDS)]), ""),
      v.transform((kind) => kind || null),
    ),
    projected: v.pipe(v.optional(v.string(), ""), typedAmountOrZero(projectedAmount, currency)),
  });

const MISSING = "Category is required";

/** The id of the category that is chosen in a select. */
export const chosenCategory = v.pipe(v.string(MISSING), v.minLength(1, MISSING), v.transform(Number));
