import { historyOf } from "@coffer/domain/budget/budget";
import { expectedOrPlanned, forecastMonth, HISTORY_MONTHS } from "@coffer/domain/budget/forecast";
import type { Id } from "@coffer/domain/id";
import { minus, sum } from "@coffer/domain/money/money";
import { pluralize } from "@coffer/domain/text/plural";
import { type Month, monthLabel } from "@coffer/domain/time/month";
import { useQuery } from "@tanstack/react-query";
import { budgetHistory, monthBudgets } from "../../api/budgets.ts";
import { categoryList } from "../../api/categories.ts";
import { categoryOf } from "../../budget/category-of.ts";
import { useMoney } from "../../format/money.ts";
import { useOpenBudget, useToday } from "../../selection/selection.ts";
import { CategoryBadge } from "../../ui/display/CategoryBadge.tsx";
import { EmptyState } from "../../ui/display/EmptyState.tsx";
import { WhyLink } from "../../why/WhyLink.tsx";
import { WhyResult } from "../../why/WhyResult.tsx";
import { WhySum } from "../../why/WhySum.tsx";

/** Where a month is heading: the categories' forecasts, and beside their sum the plan. */
export function ForecastWhy({ month }: { month: Month }) {
  const { budget } = useOpenBudget();
  const { money } = useMoney();
  const today = useToday();
  const categories = useQuery(categoryList(budget));
  const budgets = useQuery(monthBudgets(budget, month));
  const history = useQuery(budgetHistory(budget, month, HISTORY_MONTHS + 1));
  return (
    <WhyResult queries={{ categories, budgets, history }}>
      {(data) => {
        const forecasts = forecastMonth({ month, today, ...data }).filter(
          (one) => expectedOrPlanned(one) !== 0,
        );
        const expected = sum(forecasts.map(expectedOrPlanned));
        const planned = sum(forecasts.map((one) => one.budget));
        return (
          <WhySum
            amount={money(expected)}
            facts={[
              ["Planned", money(planned)],
              ["Left of the plan", money(minus(planned, expected))],
            ]}
            rows={forecasts.map((one) => ({
              key: one.categoryId,
              lead: <CategoryBadge {...categoryOf(one, data.categories)} size="small" />,
              name: one.category,
              note: one.expected
                ? `${money(one.spent)} so far, usually ${money(one.usual)}`
                : "No history yet: as planned",
              amount: expectedOrPlanned(one),
            }))}
          />
        );
      }}
    </WhyResult>
  );
}

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
