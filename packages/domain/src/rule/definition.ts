import { categoryRef, identity, requiredText } from "../definition/field.ts";
import { defineKind } from "../definition/kind.ts";

/** "description contains REWE → Groceries". Rules stand in an order: the first that applies wins. */
export const rule = defineKind("rule", {
  id: identity(),
  contains: requiredText("Text", "Say what the description contains"),
  categoryId: categoryRef("Category is required"),
});
