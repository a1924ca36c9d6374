import { type Budget, overview } from "@coffer/domain/budget";
import type { Category } from "@coffer/domain/category";
import { percentOfPlan } from "@coffer/domain/figures/budget-row";
import { useMoney } from "../../shell/money.ts";
import { linkTo } from "../../shell/WhyLink.tsx";
import { Card } from "../../ui/display/Card.tsx";
import { StatCard } from "../../ui/display/StatCard.tsx";
import "./MonthlyOverview.css";

export function MonthlyOverview({ categories, budgets }: { categories: Category[]; budgets: Budget[] }) {
  const { money } = useMoney();
  const totals = overview(categories, budgets);
  const { projectedIncome, actualIncome, projectedExpenses, actualExpenses } = totals;
  const over = actualExpenses > projectedExpenses;
  return (
    <Card title="Monthly Overview" flush>
      <div className="stats overview">
        <StatCard label="Projected Income" value={money(projectedIncome)} wrap={linkTo("planned-income")} />
        <StatCard
          label="Actual Income"
          value={money(actualIncome)}
          wrap={linkTo("income")}
          note={percentOfPlan(actualIncome, projectedIncome)}
        />
        <StatCard label="Projected Expenses" value={money(projectedExpenses)} wrap={linkTo("budget")} />
        <StatCard
          label="Actual Expenses"
          value={money(actualExpenses)}
          wrap={linkTo("expenses")}
          tone={over ? "over" : "neutral"}
          note={percentOfPlan(actualExpenses, projectedExpenses)}
        />
      </div>
    </Card>
  );
}
