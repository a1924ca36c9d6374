import { planAgainstActual } from "@coffer/domain/dashboard";
import { monthLabel } from "@coffer/domain/month";
import { useQuery } from "@tanstack/react-query";
import { Loaded } from "../../shell/Loaded.tsx";
import { useMoney } from "../../shell/money.ts";
import { PlanVsActual } from "../../ui/charts/PlanVsActual.tsx";
import { Card } from "../../ui/display/Card.tsx";
import { EmptyState } from "../../ui/display/EmptyState.tsx";
import { Skeleton } from "../../ui/display/Skeleton.tsx";
import type { Reads, reads } from "./reads.ts";

type Props = Reads & { history: ReturnType<typeof reads>["history"] };

/** Expenses planned and made over the last months. */
export function Trend({ categories, ...props }: Props) {
  const history = useQuery(props.history);
  const { whole } = useMoney();
  const ready = categories.data && history.data;
  return (
    <Card title="Plan against actual">
      <Loaded
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
      </Loaded>
    </Card>
  );
}
