import { type Budget, overview } from "@coffer/domain/budget/budget";
import type { Category } from "@coffer/domain/category/category";
import type { WhyTarget } from "@coffer/domain/link/links";
import { type Cents, minus } from "@coffer/domain/money/money";
import { useMoney } from "../../format/money.ts";
import { Skeleton } from "../../ui/display/Skeleton.tsx";
import { WhyAmount } from "../../why/WhyLink.tsx";
import "./PlanStrip.css";

/** The month's plan as a sum that stays in sight, with what came of it; without figures until both have loaded. */
export function PlanStrip({ categories, budgets }: { categories?: Category[]; budgets?: Budget[] }) {
  const totals = categories && budgets && overview(categories, budgets);
  const { money } = useMoney();
  const longest = Math.max(0, ...Object.values(totals ?? {}).map((amount) => money(amount).length));
  const left = totals && minus(totals.projectedIncome, totals.projectedExpenses);
  const isShort = left !== undefined && left < 0;
  const isOver = totals && totals.actualExpenses > totals.projectedExpenses;
  return (
    <section className="plan-strip" aria-label="Monthly Overview" style={{ "--chars": longest || 8 }}>
      <Figure label="Projected Income" why="planned-income" amount={totals?.projectedIncome} />
      <span aria-hidden>−</span>
      <Figure label="Projected Expenses" why="budget" amount={totals?.projectedExpenses} />
      <span aria-hidden>=</span>
      <p role="status">
        <Figure label="Left to plan" why="left-to-plan" amount={left} isOver={isShort} />
      </p>
      <div className="plan-strip-actuals">
        <Figure label="Actual Income" why="actual-income" amount={totals?.actualIncome} />
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

type FigureProps = { label: string; why: WhyTarget; amount: Cents | undefined; isOver?: boolean | undefined };

function Figure({ label, why, amount, isOver = false }: FigureProps) {
  const { money } = useMoney();
  return (
    <span className="plan-figure">
      <span>{label} </span>
      {amount === undefined ? (
        <Skeleton width="5rem" />
      ) : (
        <WhyAmount why={why} text={money(amount)} tone={isOver ? "over" : "neutral"} />
      )}
    </span>
  );
}
