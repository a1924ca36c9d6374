import { expectedOrPlanned, forecastMonth, HISTORY_MONTHS } from "@coffer/domain/figures/forecast";
import { minus, sum } from "@coffer/domain/money";
import type { Month } from "@coffer/domain/month";
import { useQuery } from "@tanstack/react-query";
import { budgetHistory, monthBudgets } from "../../api/budgets.ts";
import { categoryList } from "../../api/categories.ts";
import { categoryOf } from "../../shell/category-of.ts";
import { useMoney } from "../../shell/money.ts";
import { useOpenBudget, useToday } from "../../shell/selection.ts";
import { CategoryBadge } from "../../ui/display/CategoryBadge.tsx";
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
