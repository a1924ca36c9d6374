import { availableOf } from "@coffer/domain/budget/budget";
import { ON_PLAN, unplannedText } from "@coffer/domain/budget/budget-row";
import { byConcern, categoryProgress, type RankedProgress } from "@coffer/domain/budget/dashboard";
import { cents } from "@coffer/domain/money/money";
import { useMoney } from "../../format/money.ts";
import { QueryResult } from "../../loading/QueryResult.tsx";
import { usePace } from "../../selection/selection.ts";
import { BarList } from "../../ui/charts/BarList.tsx";
import { Card } from "../../ui/display/Card.tsx";
import { CategoryBadge } from "../../ui/display/CategoryBadge.tsx";
import { EmptyState } from "../../ui/display/EmptyState.tsx";
import { BarLegend } from "../../ui/display/ProgressBar.tsx";
import { useIsDesktop } from "../../ui/layout/use-is-desktop.ts";
import { WhyLink } from "../../why/WhyLink.tsx";
import { PlanFirst } from "./FirstSteps.tsx";
import type { Reads } from "./reads.ts";
import { useFolded } from "./use-folded.tsx";

/** The number shown at once, those over or at risk first: as high as the column beside them, or short on a phone. */
const useShown = () => (useIsDesktop() ? 6 : 3);
const TONES = {
  empty: "neutral",
  unplanned: "neutral",
  "to-come": "neutral",
  met: "on-track",
  missed: "over",
} as const;

export function Progress({ categories, budgets, month, forecasts }: Reads) {
  return (
    <Card title="Budget Progress" action={<BarLegend pace={usePace(month)} />}>
      <QueryResult
        queries={{ categories, budgets, forecasts }}
        failed="Failed to fetch budgets"
        height="2.75rem"
        lines={useShown()}
      >
        {(data) => {
          const rows = byConcern(categoryProgress(data.categories, data.budgets), data.forecasts);
          if (rows.length > 0) return <Bars rows={rows} month={month} />;
          return (
            <EmptyState
              illustration="categories"
              title="No expense categories yet"
              action={<PlanFirst variant="primary" categories={[]} />}
            >
              How the month is going in each category, beside its plan, is shown here.
            </EmptyState>
          );
        }}
      </QueryResult>
    </Card>
  );
}

function Bars({ rows, month }: { rows: RankedProgress[]; month: Reads["month"] }) {
  const pace = usePace(month);
  const { money } = useMoney();
  const { shown, more } = useFolded(rows, useShown());
  const items = shown.map((row) => {
    const { category, projected, actual, state, concern } = row;
    const isPlanned = projected > 0;
    return {
      key: category.id,
      label: category.name,
      lead: <CategoryBadge {...category} size="small" />,
      tone: concern === "at-risk" ? concern : TONES[state],
      amount: <WhyLink why={category.id}>{money(actual)}</WhyLink>,
      note: <Note {...row} />,
      ...(isPlanned && {
        percent: (actual / projected) * 100,
        of: <WhyLink why={`plan-${category.id}`}>{money(projected)}</WhyLink>,
      }),
    };
  });
  return (
    <>
      <BarList label="Budget Progress" items={items} pace={pace} />
      {more}
    </>
  );
}

function Note({ category: { id }, state, concern, forecast, ...amounts }: RankedProgress) {
  const { money, currency } = useMoney();
  if (state === "empty") return "Nothing planned";
  if (state === "unplanned") return <WhyLink why={id}>{unplannedText(amounts.actual, currency)}</WhyLink>;
  const left = availableOf("expense", amounts);
  return (
    <>
      <WhyLink why={amounts.carried === 0 ? `difference-${id}` : `available-${id}`}>
        {left < 0 ? `Over by ${money(cents(-left))}` : left === 0 ? ON_PLAN : `${money(left)} left`}
      </WhyLink>
      {concern === "at-risk" && forecast?.expected && (
        <>
          , heading for <WhyLink why={`forecast-${id}`}>{money(forecast.expected.amount)}</WhyLink>
        </>
      )}
    </>
  );
}
