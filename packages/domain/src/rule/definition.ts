import * as field from "../definition/field.ts";
import { defineKind } from "../definition/kind.ts";

/** "description contains REWE → Groceries". The first match applies; a rule that leaves rows out has no category. */
export const rule = defineKind(
  "rule",
  {
    id: field.identity(),
    contains: field.requiredText("Text", "Say what the description contains"),
    categoryId: field.later(field.categoryRef("Category is required")),
    leaveOut: field.later(field.flag("Leave out", "Leave out must be true or false")),
    /** The goal of the category for which a row is put aside. */
    goalId: field.laterOrNull(field.otherId()),
  },
  {
    of: ["categoryId", "leaveOut"],
    at: "categoryId",
    holds: ({ categoryId, leaveOut }) => (categoryId === undefined) === (leaveOut === true),
    message: "Category is required, unless the rule leaves rows out",
  },
);
