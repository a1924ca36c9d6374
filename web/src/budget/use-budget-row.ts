import { type BudgetRow, budgetRow } from "@coffer/domain/budget/budget-row";
import type { Flow } from "@coffer/domain/category/category";
import type { Cents } from "@coffer/domain/money/money";
import { monthOfDay } from "@coffer/domain/time/month";
import { useMonth, useToday } from "../selection/selection.ts";
import { useUser } from "../session/auth-context.tsx";

/** Rows of the chosen month, in the user's currency. */
export function useBudgetRow(): (type: Flow, projected: Cents, actual: Cents, carried?: Cents) => BudgetRow {
  const { currency } = useUser();
  const isOpen = useMonth() >= monthOfDay(useToday());
  return (type, projected, actual, carried) => budgetRow(type, projected, actual, currency, isOpen, carried);
}
