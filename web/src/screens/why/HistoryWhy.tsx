import { historyOf } from "@coffer/domain/budget/budget";
import { expectedOrPlanned, expectedParts } from "@coffer/domain/budget/forecast";
import { categoryOf } from "@coffer/domain/category/category";
import type { Id } from "@coffer/domain/id";
import { minus, sum } from "@coffer/domain/money/money";
import { pluralize } from "@coffer/domain/text/plural";
import { type Month, monthLabel } from "@coffer/domain/time/month";
import { useQuery } from "@tanstack/react-query";
import { budgetHistory } from "../../api/budgets.ts";
import { useForecasts } from "../../budget/forecasts.ts";
import { useMoney } from "../../format/money.ts";
import { useOpenLedger } from "../../selection/selection.ts";
import { CategoryBadge } from "../../ui/display/CategoryBadge.tsx";
import { EmptyState } from "../../ui/display/EmptyState.tsx";
import { WhyLink } from "../../why/WhyLink.tsx";
import { WhyResult, WhySum } from "../../why/WhySum.tsx";

export function CategoryForecastWhy({ id, month }: { id: Id; month: Month }) {
  const { money } = useMoney();
  return (
    <WhyResult queries={useForecasts(month)}>
      {(data) => {
        const found = data.forecasts.find(({ categoryId }) => categoryId === id);
        if (!found?.expected) return <EmptyState illustration="categories" title="No history yet" />;
        const { spent, due, usual } = expectedParts(found);
        const payments = data.subscriptions
          .filter((one) => one.categoryId === id && due > 0)
          .map(({ name }) => name);
        const rows = [
          { key: "spent", name: <WhyLink of={found.category} why={id} text="So far" />, amount: spent },
          { key: "due", name: "Still due", note: payments.join(", "), amount: due },
          {
            key: "usual",
            name: <WhyLink of={found.category} why={`average-${id}`} text="What usually comes" />,
            note: `for the days to come; ${money(found.usual)} in a usual month`,
            amount: usual,
          },
        ];
        const shown = rows.filter(({ key, amount }) => key === "spent" || amount !== 0);
        const planned = money(found.budget);
        return <WhySum amount={found.expected.amount} facts={[["Planned", planned]]} rows={shown} />;
      }}
    </WhyResult>
  );
}

export function ForecastWhy({ month }: { month: Month }) {
  const { money } = useMoney();
  return (
    <WhyResult queries={useForecasts(month)}>
      {(data) => {
        const forecasts = data.forecasts.filter((one) => expectedOrPlanned(one) !== 0);
        const expected = sum(forecasts.map(expectedOrPlanned));
        const planned = sum(forecasts.map((one) => one.budget));
        return (
          <WhySum
            amount={expected}
            facts={[
              ["Planned", money(planned)],
              ["Left of the plan", money(minus(planned, expected))],
            ]}
            rows={forecasts.map((one) => ({
              key: one.categoryId,
              lead: <CategoryBadge {...categoryOf(one, data.categories)} size="small" />,
              name: one.expected ? (
                <WhyLink of="Forecast" why={`forecast-${one.categoryId}`} text={one.category} />
              ) : (
                one.category
              ),
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

export function AverageWhy({ id, month }: { id: Id; month: Month }) {
  const year = useQuery(budgetHistory(useOpenLedger().ledgerId, month, 12));
  return (
    <WhyResult queries={{ year }}>
      {({ year: months }) => {
        const history = historyOf(id, months);
        if (!history) return <EmptyState illustration="categories" title="Nothing is in it yet" />;
        const used = months.slice(-history.actuals.length);
        const rows = used.map(({ month: one }, index) => ({
          key: one,
          name: <WhyLink of="Spent" why={id} month={one} text={monthLabel(one)} />,
          amount: history.actuals[index] ?? history.mean,
        }));
        const from = `a month, over ${pluralize(used.length, "month")}`;
        return <WhySum amount={history.mean} from={from} rows={rows.reverse()} />;
      }}
    </WhyResult>
  );
}
