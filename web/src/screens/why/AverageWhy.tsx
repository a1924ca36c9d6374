import { historyOf } from "@coffer/domain/budget";
import type { Id } from "@coffer/domain/id";
import { type Month, monthLabel } from "@coffer/domain/month";
import { pluralize } from "@coffer/domain/plural";
import { useQuery } from "@tanstack/react-query";
import { budgetHistory } from "../../api/budgets.ts";
import { useMoney } from "../../shell/money.ts";
import { useOpenBudget } from "../../shell/selection.ts";
import { WhyLink } from "../../shell/WhyLink.tsx";
import { EmptyState } from "../../ui/display/EmptyState.tsx";
import { WhyResult } from "../../why/WhyResult.tsx";
import { WhySum } from "../../why/WhySum.tsx";

/** A category's actuals of the year that ends with a month, of which the number is the average. */
export function AverageWhy({ id, month }: { id: Id; month: Month }) {
  const { budget } = useOpenBudget();
  const { money } = useMoney();
  const year = useQuery(budgetHistory(budget, month, 12));
  return (
    <WhyResult queries={{ year }}>
      {({ year: months }) => {
        const history = historyOf(id, months);
        if (!history) return <EmptyState illustration="categories" title="Nothing is in it yet" />;
        const used = months.slice(-history.actuals.length);
        return (
          <WhySum
            amount={money(history.mean)}
            from={`a month, over ${pluralize(used.length, "month")}`}
            rows={used
              .map(({ month: one }, index) => ({
                key: one,
                name: (
                  <WhyLink why={id} month={one}>
                    {monthLabel(one)}
                  </WhyLink>
                ),
                amount: history.actuals[index] ?? history.mean,
              }))
              .reverse()}
          />
        );
      }}
    </WhyResult>
  );
}
