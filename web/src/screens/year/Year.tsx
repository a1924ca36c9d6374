import type { Budget, Overview } from "@coffer/domain/budget/budget";
import { planAgainstActual, spending } from "@coffer/domain/budget/dashboard";
import { budgetsOfYear, yearPart } from "@coffer/domain/budget/year";
import type { Category } from "@coffer/domain/category/category";
import { minus, sum } from "@coffer/domain/money/money";
import { type Month, monthLabel, yearOf } from "@coffer/domain/time/month";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useMoney } from "../../format/money.ts";
import { QueryResult } from "../../loading/QueryResult.tsx";
import { useMonth, useOpenLedger } from "../../selection/selection.ts";
import { Button } from "../../ui/base/Button.tsx";
import { Donut } from "../../ui/charts/Donut.tsx";
import { PlanVsActual } from "../../ui/charts/PlanVsActual.tsx";
import { Card } from "../../ui/display/Card.tsx";
import { EmptyState } from "../../ui/display/EmptyState.tsx";
import { StatCard } from "../../ui/display/StatCard.tsx";
import { PageHeader } from "../../ui/layout/Frame.tsx";
import { useIsDesktop } from "../../ui/layout/use-is-desktop.ts";
import { WhyLink } from "../../why/WhyLink.tsx";
import { MONTHS, reads } from "./reads.ts";
import { YearTable } from "./YearTable.tsx";
import "./Year.css";

export { reads } from "./reads.ts";

/** The twelve months that end with the chosen one. */
export function Year() {
  const { ledgerId } = useOpenLedger();
  const month = useMonth();
  const { money } = useMoney();
  const read = reads({ ledgerId, month });
  const queries = { categories: useQuery(read.categories), years: useQuery(read.years) };
  return (
    <>
      <PageHeader title="Year" description={`Twelve months to ${monthLabel(month)}`} />
      <QueryResult queries={queries} failed="Failed to fetch budgets" height="2.75rem" lines={8}>
        {({ categories, years }) => {
          const year = yearPart(years, -MONTHS);
          const months = budgetsOfYear(year);
          const totals = planAgainstActual(months, categories);
          const income = sum(totals.map(({ actualIncome }) => actualIncome));
          const expenses = sum(totals.map(({ actualExpenses }) => actualExpenses));
          const remaining = minus(income, expenses);
          if (income === 0 && expenses === 0)
            return (
              <Card>
                <EmptyState illustration="goals" title="Nothing in these months yet">
                  What came in and went out in each month is drawn here.
                </EmptyState>
              </Card>
            );
          return (
            <>
              <div className="stats year-sums">
                <StatCard label="Income" value={money(income)} note="in twelve months" />
                <StatCard label="Expenses" value={money(expenses)} note="in twelve months" />
                <StatCard
                  label="Remaining"
                  value={money(remaining)}
                  tone={remaining > 0 ? "on-track" : remaining < 0 ? "over" : "neutral"}
                  note="income less expenses"
                />
              </div>
              <div className="columns" data-lead>
                <Trend months={totals} />
                <div className="year-sums">
                  <WhereItWent categories={categories} months={months} />
                </div>
              </div>
              <YearTable categories={categories} year={year} before={yearPart(years, 0, -MONTHS)} />
            </>
          );
        }}
      </QueryResult>
    </>
  );
}

const SLICES = 6;

type Props = { categories: readonly Category[]; months: readonly { budgets: readonly Budget[] }[] };

/** "Everything else" is no category: the button shows what it is made of, as slices of their own. */
function WhereItWent({ categories, months }: Props) {
  const { whole } = useMoney();
  const [limit, setLimit] = useState(SLICES);
  const parts = spending(
    categories,
    months.flatMap(({ budgets }) => budgets),
    limit,
  );
  return (
    <Card
      title="Where the money went"
      action={
        parts.some(({ category }) => category === null) && (
          <Button variant="quiet" size="small" onClick={() => setLimit(Number.POSITIVE_INFINITY)}>
            Show all
          </Button>
        )
      }
    >
      <Donut
        title="Where the money went"
        total={whole(sum(parts.map(({ amount }) => amount)))}
        totalLabel="spent"
        wrap={(_, amount) => amount}
        slices={parts.map(({ category, amount }) => ({
          key: category?.id ?? 0,
          label: category?.name ?? "Everything else",
          value: amount,
          color: category?.color ?? "gray",
          amount: whole(amount),
        }))}
      />
    </Card>
  );
}

function Trend({ months }: { months: readonly (Overview & { month: Month })[] }) {
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
