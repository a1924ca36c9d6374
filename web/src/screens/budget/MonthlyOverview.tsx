import { type Budget, overview } from "@coffer/domain/budget/budget";
import type { Category } from "@coffer/domain/category/category";
import type { WhyTarget } from "@coffer/domain/link/links";
import { type Cents, minus } from "@coffer/domain/money/money";
import { useId } from "react";
import { useMoney } from "../../format/money.ts";
import { Skeleton } from "../../ui/base/Loading.tsx";
import { WhyAmount } from "../../why/WhyLink.tsx";
import "./MonthlyOverview.css";

/** Without figures until both have loaded. */
type Props = { categories?: Category[]; budgets?: Budget[] };

export function MonthlyOverview(props: Props) {
  const { totals, style } = useTotals(props);
  const id = useId();
  const isOver = totals && totals.actualExpenses > totals.projectedExpenses;
  return (
    <section className="overview" aria-labelledby={id} style={style}>
      <h2 id={id}>Monthly Overview</h2>
      <div className="overview-figures">
        <Figure label="Projected Income" why="planned-income" amount={totals?.projectedIncome} />
        <Figure label="Actual Income" why="actual-income" amount={totals?.actualIncome} />
        <Figure label="Projected Expenses" why="budget" amount={totals?.projectedExpenses} />
        <Figure
          label="Actual Expenses"
          why="actual-expenses"
          amount={totals?.actualExpenses}
          isOver={isOver}
        />
      </div>
    </section>
  );
}

/** The month's plan as a sum, which stays in sight below the header. */
export function PlanStrip(props: Props) {
  const { totals, style } = useTotals(props);
  const left = totals && minus(totals.projectedIncome, totals.projectedExpenses);
  const isShort = left !== undefined && left < 0;
  return (
    <section className="plan-strip" aria-label="Plan of the month" style={style}>
      <Figure label="Projected Income" why="planned-income" amount={totals?.projectedIncome} />
      <span aria-hidden>−</span>
      <Figure label="Projected Expenses" why="budget" amount={totals?.projectedExpenses} />
      <span aria-hidden>=</span>
      <p role="status">
        <Figure label="Left to plan" why="left-to-plan" amount={left} isOver={isShort} />
      </p>
    </section>
  );
}

function useTotals({ categories, budgets }: Props) {
  const { money } = useMoney();
  const totals = categories && budgets && overview(categories, budgets);
  const longest = Math.max(0, ...Object.values(totals ?? {}).map((amount) => money(amount).length));
  return { totals, style: { "--chars": longest || 8 } };
}

type FigureProps = { label: string; why: WhyTarget; amount: Cents | undefined; isOver?: boolean | undefined };

function Figure({ label, why, amount, isOver = false }: FigureProps) {
  const { money } = useMoney();
  return (
    <span className="plan-figure">
      <span>{label} </span>
      {amount === undefined ? (
        <Skeleton width="5rem" />
      ) : (
        <WhyAmount of={label} why={why} text={money(amount)} tone={isOver ? "over" : "neutral"} />
      )}
    </span>
  );
}
