import { planAgainstActual } from "@coffer/domain/budget/dashboard";
import { monthLabel, yearOf } from "@coffer/domain/time/month";
import { useMoney } from "../../format/money.ts";
import { QueryResult } from "../../loading/QueryResult.tsx";
import { PlanVsActual } from "../../ui/charts/PlanVsActual.tsx";
import { Card } from "../../ui/display/Card.tsx";
import { EmptyState } from "../../ui/display/EmptyState.tsx";
import { useIsDesktop } from "../../ui/layout/use-is-desktop.ts";
import { WhyLink } from "../../why/WhyLink.tsx";
import { PlanFirst } from "./FirstSteps.tsx";
import type { Reads } from "./reads.ts";

const MONTHS = 6;

export function Trend({ categories, history }: Reads) {
  const { whole } = useMoney();
  const isDesktop = useIsDesktop();
  return (
    <Card title="Plan against actual" fold={!isDesktop}>
      <QueryResult queries={{ categories, history }} failed="Failed to fetch budgets" height="12rem">
        {(data) => {
          const months = planAgainstActual(data.history.slice(-MONTHS), data.categories);
          return months.every((past) => past.projectedExpenses === 0 && past.actualExpenses === 0) ? (
            <EmptyState
              illustration="goals"
              title="No plans and no expenses yet"
              action={<PlanFirst categories={data.categories} />}
            >
              How each month turns out against its plan is drawn here.
            </EmptyState>
          ) : (
            <PlanVsActual
              title="Planned and actual expenses by month"
              format={whole}
              wrap={(month, bars, text) => (
                <WhyLink why="expenses" month={month} label={text}>
                  {bars}
                </WhyLink>
              )}
              months={months.map((past) => {
                const label = monthLabel(past.month).slice(0, 3);
                return {
                  key: past.month,
                  label,
                  name: `${label} ${yearOf(past.month)}`,
                  plan: past.projectedExpenses,
                  actual: past.actualExpenses,
                };
              })}
            />
          );
        }}
      </QueryResult>
    </Card>
  );
}
