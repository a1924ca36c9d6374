import type { Flow } from "@coffer/domain/category/category";
import type { Problem } from "../ledger/ledger.ts";
import { invalid, Refusal } from "../refusal.ts";

export const typeIsFixed = (by: Extract<Problem, "transactions" | "subscriptions" | "uncounted">) =>
  new Refusal(
    "conflict",
    by === "uncounted"
      ? "This budget is too large to check whether the category is in use, so its type cannot change"
      : `This category has ${by}, so its type cannot change`,
  );

export const unfitTarget = () => invalid("moveTo", "Choose another category of the same type");

export type CategoryProblem = Extract<Problem, "noCategory" | "otherType">;

export const unfitCategory = (problem: Problem, type: Flow): Refusal =>
  problem === "otherType" ? invalid("categoryId", `Choose a category of type ${type}`) : categoryRequired();

export const categoryRequired = () => invalid("categoryId", "Category is required");

export const noSuchCategory = (path = "categoryId") => invalid(path, "Choose a category of this budget");
