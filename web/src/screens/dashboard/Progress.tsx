import { availableOf } from "@coffer/domain/budget/budget";
import { ON_PLAN, unplannedText } from "@coffer/domain/budget/budget-row";
import { byConcern, categoryProgress, type RankedProgress } from "@coffer/domain/budget/dashboard";
import { cents } from "@coffer/domain/money/money";
import { useState } from "react";
import { locale } from "../../format/locale.ts";
import { useMoney } from "../../format/money.ts";
import { QueryResult } from "../../loading/QueryResult.tsx";
import { usePace } from "../../selection/selection.ts";
import { Button } from "../../ui/base/Button.tsx";
import { Card } from "../../ui/display/Card.tsx";
import { CategoryBadge } from "../../ui/display/CategoryBadge.tsx";
import { EmptyState } from "../../ui/display/EmptyState.tsx";
import { BarLegend, ProgressBar } from "../../ui/display/ProgressBar.tsx";
import { useIsDesktop } from "../../ui/layout/use-is-desktop.ts";
import { WhyLink } from "../../why/WhyLink.tsx";
import { PlanFirst } from "./FirstSteps.tsx";
import type { Reads } from "./reads.ts";
import "./Progress.css";

/** Rows before "Show all", on a phone and on a desktop. */
const SHOWN = 3;
const SHOWN_WIDE = 15;
/** Makes the loading card as high as the cards beside it. */
const SKELETONS = 6;
const TONES = {
  empty: "neutral",
  unplanned: "neutral",
  "to-come": "neutral",
  met: "on-track",
  missed: "over",
} as const;

export function Progress({ categories, budgets, month, forecasts }: Reads) {
  const pace = usePace(month);
  const queries = { categories, budgets, forecasts };
  return (
    <Card title="Budget Progress" action={<BarLegend pace={pace} />}>
      <QueryResult
        queries={queries}
        failed="Failed to fetch budgets"
        height="2.75rem"
        lines={useIsDesktop() ? SKELETONS : SHOWN}
      >
        {(data) => {
          const rows = byConcern(categoryProgress(data.categories, data.budgets), data.forecasts);
          if (rows.length > 0) return <Bars rows={rows} pace={pace} />;
          const action = <PlanFirst variant="primary" categories={[]} />;
          return (
            <EmptyState illustration="categories" title="No expense categories yet" action={action}>
              What you spend in each category is compared with its plan here.
            </EmptyState>
          );
        }}
      </QueryResult>
    </Card>
  );
}

function Bars({ rows, pace }: { rows: RankedProgress[]; pace: number | undefined }) {
  const { money } = useMoney();
  const { shown, more } = useFolded(rows, useIsDesktop() ? SHOWN_WIDE : SHOWN);
  return (
    <>
      <ul className="bar-list" aria-label="Budget Progress">
        {shown.map((row) => {
          const { category, projected, actual, state, concern } = row;
          const { id, name } = category;
          const tone = concern === "at-risk" ? concern : TONES[state];
          return (
            <li key={id} data-tone={tone}>
              <CategoryBadge {...category} size="small" />
              <span className="bar-label">{name}</span>
              <span className="bar-amount">
                <strong>
                  <WhyLink of={`${name} spent`} why={id} text={money(actual)} />
                </strong>
                {projected > 0 && (
                  <>
                    {" "}
                    of <WhyLink of={`${name} planned`} why={`plan-${id}`} text={money(projected)} />
                  </>
                )}
              </span>
              {projected > 0 && (
                <ProgressBar label={name} value={(actual / projected) * 100} tone={tone} plan pace={pace} />
              )}
              <span className="bar-note">
                <Note {...row} />
              </span>
            </li>
          );
        })}
      </ul>
      {more}
    </>
  );
}

function Note({ category: { id, name }, state, concern, forecast, ...amounts }: RankedProgress) {
  const { money, currency } = useMoney();
  if (state === "empty") return "Nothing planned";
  if (state === "unplanned")
    return <WhyLink of={`${name} spent`} why={id} text={unplannedText(amounts.actual, currency, locale)} />;
  const left = availableOf("expense", amounts);
  return (
    <>
      <WhyLink
        of={name}
        why={amounts.carried === 0 ? `difference-${id}` : `available-${id}`}
        text={left < 0 ? `Over by ${money(cents(-left))}` : left === 0 ? ON_PLAN : `${money(left)} left`}
      />
      {concern === "at-risk" && forecast?.expected && (
        <>
          , heading for{" "}
          <WhyLink of={`${name} heading for`} why={`forecast-${id}`} text={money(forecast.expected.amount)} />
        </>
      )}
    </>
  );
}

/** The first rows of a list, and a button that shows the rest. */
export function useFolded<Row>(rows: readonly Row[], first: number) {
  const [isOpen, setOpen] = useState(false);
  // A single hidden row would need no more room than the button.
  if (rows.length <= first + 1) return { shown: rows, more: null };
  const more = (
    <div className="show-more">
      <Button variant="quiet" size="small" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
        {isOpen ? "Show fewer" : `Show all ${rows.length}`}
      </Button>
    </div>
  );
  return { shown: isOpen ? rows : rows.slice(0, first), more };
}
