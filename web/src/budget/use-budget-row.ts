import type { RowAmounts } from "@coffer/domain/budget/budget";
import { type BudgetRow, budgetRow } from "@coffer/domain/budget/budget-row";
import type { Flow } from "@coffer/domain/category/category";
import { monthOfDay } from "@coffer/domain/time/month";
import { useMonth, useToday } from "../selection/selection.ts";
import { useUser } from "../session/auth-context.tsx";

/** Rows of the chosen month, in the user's currency. */
export function useBudgetRow(): (type: Flow, amounts: RowAmounts) => BudgetRow {
  const { currency } = useUser();
  const isOpen = useMonth() >= monthOfDay(useToday());
  return (type, amounts) => budgetRow(type, amounts, currency, isOpen);
}
