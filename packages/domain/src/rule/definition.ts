import * as field from "../definition/field.ts";
import { defineKind } from "../definition/kind.ts";
import { DESCRIPTION_MAX } from "../definition/values.ts";
import { MAX_AMOUNT } from "../money/money.ts";

const ruleAmount = {
  required: "Amount is required",
  invalid: "Amount must be a positive number",
  allowZero: true,
};

/**
 * "description contains REWE → Groceries", for amounts from `amountFrom` to `amountTo`. The first matching rule applies. It
 * gives rows a category, leaves them out or marks them as moved between own accounts (`transfer`). It may also, or only,
 * rename them; people then see `rename` instead of the description.
 */
export const rule = defineKind(
  "rule",
  {
    id: field.identity(),
    contains: field.requiredText("Text", "Say what the description contains"),
    categoryId: field.later(field.categoryRef("Category is required")),
    leaveOut: field.later(field.flag("Leave out", "Leave out must be true or false")),
    /** The goal of the category that rows contribute to. */
    goalId: field.laterOrNull(field.otherId()),
    amountFrom: field.laterOrNull(field.amount("From", ruleAmount)),
    amountTo: field.laterOrNull(field.amount("To", ruleAmount)),
    rename: field.laterOrNull(field.requiredText("Name", "Say what to call it", DESCRIPTION_MAX)),
    transfer: field.later(field.flag("Own transfer", "Own transfer must be true or false")),
  },
  {
    of: ["categoryId", "leaveOut", "transfer", "rename"],
    at: "categoryId",
    holds: ({ categoryId, leaveOut, transfer, rename }) => {
      const does = [categoryId !== undefined, leaveOut, transfer].filter(Boolean).length;
      return does === 1 || (does === 0 && typeof rename === "string");
    },
    message: "Category is required, unless the rule leaves rows out",
  },
  {
    of: ["amountFrom", "amountTo"],
    at: "amountTo",
    holds: ({ amountFrom, amountTo }) => (amountFrom ?? 0) <= (amountTo ?? MAX_AMOUNT),
    message: "The largest amount must not be below the smallest",
  },
);
