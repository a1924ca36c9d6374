import { type Budget, overview } from "@coffer/domain/budget";
import type { Category } from "@coffer/domain/category";
import { useMoney } from "../../shell/money.ts";
import { percentOfPlan } from "../../shell/percent-of-plan.ts";
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
        <StatCard label="Projected Income" value={money(projectedIncome)} />
        <StatCard
          label="Actual Income"
          value={money(actualIncome)}
          note={percentOfPlan(actualIncome, projectedIncome)}
        />
        <StatCard label="Projected Expenses" value={money(projectedExpenses)} />
        <StatCard
          label="Actual Expenses"
          value={money(actualExpenses)}
          tone={over ? "over" : "neutral"}
          note={percentOfPlan(actualExpenses, projectedExpenses)}
        />
      </div>
    </Card>
  );
}
