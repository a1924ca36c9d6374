import type { Budget } from "@coffer/domain/budget";
import { type Category, FLOWS } from "@coffer/domain/category";
import { groups } from "@coffer/domain/category-order";
import { budgetRow } from "@coffer/domain/figures/budget-row";
import { sum } from "@coffer/domain/money";
import type { CSSProperties, ReactNode } from "react";
import { useMoney } from "../../shell/money.ts";

type Props = { categories: Category[]; budgets: Budget[]; children: ReactNode };

/** Gives the columns of both lists the width of the longest amount in either. */
export function BudgetColumns({ categories, budgets, children }: Props) {
  const { currency } = useMoney();
  const lengths = FLOWS.flatMap((type) => {
    const shown = groups(type, categories, budgets);
    const total = {
      projected: sum(shown.map(({ projected }) => projected)),
      actual: sum(shown.map(({ actual }) => actual)),
    };
    return [total, ...shown, ...shown.flatMap(({ rows }) => rows)].flatMap(({ projected, actual }) => {
      const { text } = budgetRow(type, projected, actual, currency);
      return [text.projected.length, text.actual.length, text.difference.length];
    });
  });
  const style = { "--amount-chars": Math.max(...lengths) } as CSSProperties;
  return (
    <div className="budget-columns stack" style={style}>
      {children}
    </div>
  );
}
