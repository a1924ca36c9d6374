import { categoryBody } from "@coffer/contract/category";
import { projectedAmount } from "@coffer/domain/budget/definition";
import { CATEGORY_KINDS } from "@coffer/domain/category/choices";
import { openingAmount } from "@coffer/domain/category/definition";
import { fields, NAME_MAX, optionalText } from "@coffer/domain/definition/values";
import type { Currency } from "@coffer/domain/money/money";
import * as v from "valibot";
import { typedAmountOrZero } from "./base/typed-values.ts";

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
