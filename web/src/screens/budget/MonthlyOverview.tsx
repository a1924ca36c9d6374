import { type Budget, overview } from "@coffer/domain/budget/budget";
import { percentOfPlan } from "@coffer/domain/budget/budget-row";
import type { Category } from "@coffer/domain/category/category";
import { useMoney } from "../../format/money.ts";
import { Card } from "../../ui/display/Card.tsx";
import { Skeleton } from "../../ui/display/Skeleton.tsx";
import { StatCard } from "../../ui/display/StatCard.tsx";
import { wrapInWhyLink } from "../../why/WhyLink.tsx";
import "./MonthlyOverview.css";

/** Without figures until both have loaded. */
export function MonthlyOverview({ categories, budgets }: { categories?: Category[]; budgets?: Budget[] }) {
  const { money } = useMoney();
  const totals = categories && budgets && overview(categories, budgets);
  const loading = <Skeleton width="60%" />;
  const isOver = totals && totals.actualExpenses > totals.projectedExpenses;
  return (
    <Card title="Monthly Overview" flush>
      <div className="stats overview">
        <StatCard
          label="Projected Income"
          value={totals && money(totals.projectedIncome)}
          wrap={wrapInWhyLink("planned-income")}
        />
        <StatCard
          label="Actual Income"
          value={totals && money(totals.actualIncome)}
          wrap={wrapInWhyLink("actual-income")}
          note={totals ? percentOfPlan(totals.actualIncome, totals.projectedIncome) : loading}
        />
        <StatCard
          label="Projected Expenses"
          value={totals && money(totals.projectedExpenses)}
          wrap={wrapInWhyLink("budget")}
        />
        <StatCard
          label="Actual Expenses"
          value={totals && money(totals.actualExpenses)}
          wrap={wrapInWhyLink("actual-expenses")}
          tone={isOver ? "over" : "neutral"}
          note={totals ? percentOfPlan(totals.actualExpenses, totals.projectedExpenses) : loading}
        />
      </div>
    </Card>
  );
}
