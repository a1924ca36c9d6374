import { planAgainstActual } from "@coffer/domain/budget/dashboard";
import { budgetsOfYear, yearInUse, yearPart } from "@coffer/domain/budget/year";
import { minus, sum } from "@coffer/domain/money/money";
import { monthLabel } from "@coffer/domain/time/month";
import { useQuery } from "@tanstack/react-query";
import type { Selection } from "../../api/call.ts";
import { categoryList } from "../../api/categories.ts";
import { yearTo } from "../../api/figures.ts";
import { useMoney } from "../../format/money.ts";
import { QueryResult } from "../../loading/QueryResult.tsx";
import { useMonth, useOpenLedger } from "../../selection/selection.ts";
import { Card } from "../../ui/display/Card.tsx";
import { EmptyState } from "../../ui/display/EmptyState.tsx";
import { StatCard } from "../../ui/display/StatCard.tsx";
import { PageHeader } from "../../ui/layout/Frame.tsx";
import { PlanVsActual } from "./PlanVsActual.tsx";
import { WhereItWent } from "./WhereItWent.tsx";
import { YearTable } from "./YearTable.tsx";
import "./Year.css";

const MONTHS = 12;
/** A household's first months are drawn without the empty ones before them. */
const FEWEST = 3;

export const reads = ({ ledgerId, month }: Selection) => ({
  categories: categoryList(ledgerId),
  /** With the twelve months before, which they are compared with. */
  years: yearTo(ledgerId, month, 2 * MONTHS),
});

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
          const year = yearInUse(yearPart(years, -MONTHS), FEWEST);
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
                <PlanVsActual months={totals} />
                <div className="year-sums">
                  <WhereItWent categories={categories} budgets={months.flatMap(({ budgets }) => budgets)} />
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
