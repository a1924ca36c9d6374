import { type Budget, overview } from "@coffer/domain/budget";
import type { Category } from "@coffer/domain/category";
import { minus } from "@coffer/domain/money";
import type { CSSProperties, ReactNode } from "react";
import { useMoney } from "../../shell/money.ts";

type Props = { categories: Category[]; budgets: Budget[]; children: ReactNode };

/** Gives the columns of both lists the width of the longest amount in either, which is one of the totals. */
export function BudgetColumns({ categories, budgets, children }: Props) {
  const { whole } = useMoney();
  const { projectedIncome, actualIncome, projectedExpenses, actualExpenses } = overview(categories, budgets);
  const amounts = [
    ...[projectedIncome, actualIncome, minus(actualIncome, projectedIncome)],
    ...[projectedExpenses, actualExpenses, minus(projectedExpenses, actualExpenses)],
  ];
  const chars = Math.max(...amounts.map((amount) => whole(amount).length));
  return (
    <div className="budget-columns stack" style={{ "--amount-chars": chars } as CSSProperties}>
      {children}
    </div>
  );
}
