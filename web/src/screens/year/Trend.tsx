import type { Overview } from "@coffer/domain/budget/budget";
import { type Month, monthLabel, yearOf } from "@coffer/domain/time/month";
import { useMoney } from "../../format/money.ts";
import { PlanVsActual } from "../../ui/charts/PlanVsActual.tsx";
import { Card } from "../../ui/display/Card.tsx";
import { useIsDesktop } from "../../ui/layout/use-is-desktop.ts";
import { WhyLink } from "../../why/WhyLink.tsx";

export function Trend({ months }: { months: readonly (Overview & { month: Month })[] }) {
  const { whole } = useMoney();
  const isDesktop = useIsDesktop();
  return (
    <Card title="Plan against actual">
      <PlanVsActual
        title="Planned and actual expenses by month"
        format={whole}
        wrap={(month, bars, text) => (
          <WhyLink why="expenses" month={month} label={text}>
            {bars}
          </WhyLink>
        )}
        months={months.map(({ month, projectedExpenses, actualExpenses }) => {
          const name = `${monthLabel(month).slice(0, 3)} ${yearOf(month)}`;
          return {
            key: month,
            label: name.slice(0, isDesktop ? 3 : 1),
            name,
            plan: projectedExpenses,
            actual: actualExpenses,
          };
        })}
      />
    </Card>
  );
}
