import type { Budget, Overview } from "@coffer/domain/budget/budget";
import { planAgainstActual, spending } from "@coffer/domain/budget/dashboard";
import { budgetsOfYear, yearInUse, yearPart } from "@coffer/domain/budget/year";
import type { Category, CategoryColor } from "@coffer/domain/category/category";
import { CATEGORY_COLORS } from "@coffer/domain/category/choices";
import type { Id } from "@coffer/domain/id";
import { cents, minus, sum } from "@coffer/domain/money/money";
import { type Month, monthLabel, yearOf } from "@coffer/domain/time/month";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import type { Selection } from "../../api/call.ts";
import { categoryList } from "../../api/categories.ts";
import { yearTo } from "../../api/figures.ts";
import { useMoney } from "../../format/money.ts";
import { QueryResult } from "../../loading/QueryResult.tsx";
import { useMonth, useOpenLedger } from "../../selection/selection.ts";
import { Button } from "../../ui/base/Button.tsx";
import { Card } from "../../ui/display/Card.tsx";
import { EmptyState } from "../../ui/display/EmptyState.tsx";
import { StatCard } from "../../ui/display/StatCard.tsx";
import { PageHeader } from "../../ui/layout/Frame.tsx";
import { WhyLink } from "../../why/WhyLink.tsx";
import { YearTable } from "./YearTable.tsx";
import "./Year.css";
import "../../ui/charts/chart.css";
import "./WhereItWent.css";
import "./PlanVsActual.css";

const MONTHS = 12;
/** At least this many months are drawn for a new household, instead of empty earlier ones. */
const FEWEST = 3;

export const reads = ({ ledgerId, month }: Selection) => ({
  categories: categoryList(ledgerId),
  /** Includes the twelve months before, for comparison. */
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

const SLICES = 6;
/** Between slices, in percent of the ring. */
const GAP = 0.8;
/** The slice of all smaller categories, which "Show all" splits. */
const REST = { id: 0, name: "Everything else", color: "gray" };

/** The middle of the ring shows the slice under the pointer or finger, otherwise the total. */
function WhereItWent({ categories, budgets }: { categories: Category[]; budgets: Budget[] }) {
  const { whole } = useMoney();
  const [limit, setLimit] = useState(SLICES);
  const [pointed, setPointed] = useState<Id | null>(null);
  const parts = spending(categories, budgets, limit);
  const total = sum(parts.map(({ amount }) => amount));
  const percentOf = (amount: number) => (amount / (total || 1)) * 100;
  const colors = distinct(parts.flatMap(({ category }) => category?.color ?? []));
  const slices = parts.map(({ category, amount }, index) => {
    const { id, name } = category ?? REST;
    const color = category ? (colors[index] ?? REST.color) : REST.color;
    const start = percentOf(sum(parts.slice(0, index).map((part) => part.amount)));
    return { id, name, color, amount, start };
  });
  const active = slices.find(({ id }) => id === pointed);
  const middle = whole(active?.amount ?? total);
  const leave = () => setPointed(null);
  const pointable = (id: Id) => ({ onPointerEnter: () => setPointed(id), onPointerLeave: leave });
  const showAll = parts.some(({ category }) => category === null) && (
    <Button variant="quiet" size="small" onClick={() => setLimit(Number.POSITIVE_INFINITY)}>
      Show all
    </Button>
  );
  return (
    <Card title="Where the money went" action={showAll}>
      <figure className="chart donut">
        <div className="donut-ring">
          <svg viewBox="0 0 100 100" aria-hidden="true">
            <circle className="donut-ground" cx="50" cy="50" r="42" />
            {slices.map(({ id, color, amount, start }) => (
              <circle
                key={id}
                data-color={color}
                data-active={id === active?.id}
                cx="50"
                cy="50"
                r="42"
                pathLength="100"
                strokeDasharray={`${Math.max(percentOf(amount) - (slices.length > 1 ? GAP : 0), 0.2)} 100`}
                strokeDashoffset={-start}
                transform="rotate(-90 50 50)"
                {...pointable(id)}
              />
            ))}
          </svg>
          <p className="donut-middle">
            <span className="donut-total" style={{ "--chars": middle.length }}>
              {middle}
            </span>
            <span className="donut-label">{active?.name ?? "spent"}</span>
          </p>
        </div>
        <ul className="donut-legend" aria-label="Where the money went">
          {slices.map(({ id, name, color, amount }) => (
            <li key={id} data-color={color} {...pointable(id)}>
              <span>{name}</span>
              <span>{whole(amount)}</span>
              <span className="donut-share">{Math.round(percentOf(amount))}%</span>
            </li>
          ))}
        </ul>
      </figure>
    </Card>
  );
}

/** Uses each color once while there are unused ones, so that slices differ. Gray is for everything else. */
function distinct(colors: readonly CategoryColor[]): CategoryColor[] {
  const used = new Set<CategoryColor>(["gray"]);
  return colors.map((color) => {
    const chosen = used.has(color) ? (CATEGORY_COLORS.find((one) => !used.has(one)) ?? color) : color;
    used.add(chosen);
    return chosen;
  });
}

/** The axis reaches at least one whole unit of the currency. */
const ONE_UNIT = cents(100);
/** A phone has room for the names of this many months. */
const ALL_NAMED = 6;

type Bars = Overview & { month: Month };

/** Writes out the values of the month under the pointer, finger or focus, otherwise those of the last month. */
function PlanVsActual({ months }: { months: readonly Bars[] }) {
  const { whole } = useMoney();
  const [pointed, setPointed] = useState<Month | null>(null);
  const amounts = months.flatMap((one) => [one.projectedExpenses, one.actualExpenses]);
  const top = niceCeiling(Math.max(ONE_UNIT, ...amounts));
  // In percent of the width; the rest is for the axis labels, which may reach over the bars.
  const slot = 87 / months.length;
  const bar = Math.min(slot * 0.3, 7);
  // With percentages instead of a viewBox the bars follow the width and the labels do not scale.
  const y = (value: number) => 88 - (Math.max(0, value) / top) * 80;
  const heightOf = (part: number) => `${y(top * part)}%`;
  const active = months.find(({ month }) => month === pointed) ?? months.at(-1);
  const nameOf = (month: Month) => monthLabel(month).slice(0, 3);
  const textOf = ({ month, projectedExpenses, actualExpenses }: Bars) =>
    `${nameOf(month)} ${yearOf(month)}: ${whole(actualExpenses)} of ${whole(projectedExpenses)}`;
  return (
    <Card title="Plan against actual">
      <figure className="chart">
        {/* biome-ignore lint/a11y/useSemanticElements: of the group roles only this one is for a drawing. */}
        <svg
          className="plan-actual"
          role="group"
          aria-label="Planned and actual expenses by month"
          onPointerLeave={() => setPointed(null)}
        >
          {[0, 0.5, 1].map(heightOf).map((height) => (
            <line key={height} className="chart-rule" x1="0" x2="100%" y1={height} y2={height} />
          ))}
          {months.map((bars, index) => {
            const { month, projectedExpenses: plan, actualExpenses: actual } = bars;
            const tone = actual > plan ? "chart-over" : "chart-track";
            const start = slot * index;
            const middle = slot * (index + 0.5);
            return (
              // biome-ignore lint/a11y/noStaticElementInteractions: the link within acts; this only reads its values out.
              <g key={month} onPointerEnter={() => setPointed(month)} onFocus={() => setPointed(month)}>
                <WhyLink of="Expenses" why="expenses" month={month} text={textOf(bars)}>
                  <rect className="chart-slot" x={`${start}%`} y="0" width={`${slot}%`} height="100%" />
                  <Bar className="chart-plan" x={middle - bar - 0.3} width={bar} y={y(plan)} />
                  <Bar className={tone} x={middle + 0.3} width={bar} y={y(actual)} />
                  {/* A narrow chart with many months hides every second name, counted from the last one. */}
                  <text
                    className="chart-axis"
                    data-spare={months.length > ALL_NAMED && (months.length - 1 - index) % 2 === 1}
                    x={`${middle}%`}
                    y="98%"
                    textAnchor="middle"
                  >
                    {nameOf(month)}
                  </text>
                </WhyLink>
              </g>
            );
          })}
          <g className="chart-axis" textAnchor="end" aria-hidden>
            {[0.5, 1].map((part) => (
              <text key={part} x="100%" y={heightOf(part)} dy="-4">
                {whole(cents(top * part))}
              </text>
            ))}
          </g>
        </svg>
        <figcaption className="chart-legend">
          <span data-mark="plan">Planned</span>
          <span data-mark="track">Actual</span>
          <span data-mark="over">Over plan</span>
          {active && (
            <p className="chart-reading">
              <WhyLink of="Expenses" why="expenses" month={active.month} text={textOf(active)} />
            </p>
          )}
        </figcaption>
      </figure>
    </Card>
  );
}

function Bar({ className, x, y, width }: { className: string; x: number; y: number; width: number }) {
  return (
    <rect className={className} x={`${x}%`} y={`${y}%`} width={`${width}%`} height={`${88 - y}%`} rx="2" />
  );
}

/** The next 1, 2, 2.5 or 5 times a power of ten. */
function niceCeiling(value: number) {
  const power = 10 ** Math.floor(Math.log10(value));
  return ([1, 2, 2.5, 5].find((step) => step * power >= value) ?? 10) * power;
}
