import {
  categoryRef,
  flag,
  identity,
  later,
  laterOrNull,
  otherId,
  requiredText,
} from "../definition/field.ts";
import { defineKind } from "../definition/kind.ts";

/** "description contains REWE → Groceries"; the first that applies wins. One that leaves rows out has no category. */
export const rule = defineKind(
  "rule",
  {
    id: identity(),
    contains: requiredText("Text", "Say what the description contains"),
    categoryId: later(categoryRef("Category is required")),
    leaveOut: later(flag("Leave out", "Leave out must be true or false")),
    /** The goal of the category that a row is put aside for. */
    goalId: laterOrNull(otherId()),
  },
  {
    of: ["categoryId", "leaveOut"],
    at: "categoryId",
    holds: ({ categoryId, leaveOut }) => (categoryId === undefined) === (leaveOut === true),
    message: "Category is required, unless the rule leaves rows out",
  },
);
