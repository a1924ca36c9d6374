import { type Budget, overview } from "@coffer/domain/budget";
import type { Category } from "@coffer/domain/category";
import { percentOfPlan } from "@coffer/domain/figures/budget-row";
import { useMoney } from "../../shell/money.ts";
import { linkTo } from "../../shell/WhyLink.tsx";
import { Card } from "../../ui/display/Card.tsx";
import { StatCard } from "../../ui/display/StatCard.tsx";
import "./MonthlyOverview.css";

/** Without figures until both have loaded. */
export function MonthlyOverview({ categories, budgets }: { categories?: Category[]; budgets?: Budget[] }) {
  const { money } = useMoney();
  const of = categories && budgets && overview(categories, budgets);
  const isOver = of && of.actualExpenses > of.projectedExpenses;
  return (
    <Card title="Monthly Overview" flush>
      <div className="stats overview">
        <StatCard
          label="Projected Income"
          value={of && money(of.projectedIncome)}
          wrap={linkTo("planned-income")}
        />
        <StatCard
          label="Actual Income"
          value={of && money(of.actualIncome)}
          wrap={linkTo("income")}
          note={of && percentOfPlan(of.actualIncome, of.projectedIncome)}
        />
        <StatCard
          label="Projected Expenses"
          value={of && money(of.projectedExpenses)}
          wrap={linkTo("budget")}
        />
        <StatCard
          label="Actual Expenses"
          value={of && money(of.actualExpenses)}
          wrap={linkTo("expenses")}
          tone={isOver ? "over" : "neutral"}
          note={of && percentOfPlan(of.actualExpenses, of.projectedExpenses)}
        />
      </div>
    </Card>
  );
}
