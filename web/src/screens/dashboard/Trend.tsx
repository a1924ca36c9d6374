import { planAgainstActual } from "@coffer/domain/dashboard";
import { monthLabel } from "@coffer/domain/month";
import { useQuery } from "@tanstack/react-query";
import { useMoney } from "../../shell/money.ts";
import { QueryResult } from "../../shell/QueryResult.tsx";
import { PlanVsActual } from "../../ui/charts/PlanVsActual.tsx";
import { Card } from "../../ui/display/Card.tsx";
import { EmptyState } from "../../ui/display/EmptyState.tsx";
import { Skeleton } from "../../ui/display/Skeleton.tsx";
import type { Reads, reads } from "./reads.ts";

type Props = Reads & { history: ReturnType<typeof reads>["history"] };

export function Trend({ categories, ...props }: Props) {
  const history = useQuery(props.history);
  const { whole } = useMoney();
  const ready = categories.data && history.data;
  return (
    <Card title="Plan against actual">
      <QueryResult
        data={ready && planAgainstActual(history.data, categories.data)}
        from={[categories, history]}
        failed="Failed to fetch budgets"
        pending={<Skeleton height="12rem" />}
      >
        {(months) =>
          months.every((past) => past.projectedExpenses === 0 && past.actualExpenses === 0) ? (
            <EmptyState illustration="goals" title="No plans and no expenses yet" />
          ) : (
            <PlanVsActual
              title="Planned and actual expenses by month"
              format={whole}
              months={months.map((past) => ({
                key: past.month,
                label: monthLabel(past.month).slice(0, 3),
                plan: past.projectedExpenses,
                actual: past.actualExpenses,
              }))}
            />
          )
        }
      </QueryResult>
    </Card>
  );
}
