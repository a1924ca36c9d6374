import { overview } from "@coffer/domain/budget/budget";
import { percentOfPlan } from "@coffer/domain/budget/budget-row";
import { summary } from "@coffer/domain/budget/dashboard";
import { expectedOrPlanned } from "@coffer/domain/budget/forecast";
import { shareText } from "@coffer/domain/budget/to-spend";
import type { WhyTarget } from "@coffer/domain/link/links";
import { type Cents, cents, minus, sum } from "@coffer/domain/money/money";
import { pluralize } from "@coffer/domain/text/plural";
import { formatDay } from "@coffer/domain/time/format-day";
import { monthLabel, monthOfDay } from "@coffer/domain/time/month";
import { Link } from "@tanstack/react-router";
import type { ComponentProps } from "react";
import { locale } from "../../format/locale.ts";
import { useMoney } from "../../format/money.ts";
import { usePlanNext } from "../../links/PlanLink.tsx";
import { lazyPart, useDialog } from "../../loading/lazy.tsx";
import { QueryResult } from "../../loading/QueryResult.tsx";
import { useCategories, useOpenLedger, useToday } from "../../selection/selection.ts";
import { type ToSpendFigure, toSpendLabel } from "../../shell/ToSpend.tsx";
import { Skeleton } from "../../ui/base/Loading.tsx";
import { StatCard } from "../../ui/display/StatCard.tsx";
import { WhyAmount, WhyLink, wrapInWhyLink } from "../../why/WhyLink.tsx";
import { PlanFirst } from "./FirstSteps.tsx";
import type { Reads } from "./reads.ts";
import { SpendingCurve } from "./SpendingCurve.tsx";

export function SummaryCards({ categories, budgets, transactions, toSpend, forecasts, month }: Reads) {
  const { money } = useMoney();
  const today = useToday();
  const queries = { categories, budgets, transactions, toSpend };
  const sum = (label: string, why: WhyTarget, amount: Cents) => {
    const value = money(amount);
    return { label, value, wrap: wrapInWhyLink(why, label, value) };
  };
  return (
    <QueryResult queries={queries} failed="Failed to load the month" pending={SKELETON}>
      {(data) => {
        const { projectedIncome } = overview(data.categories, data.budgets);
        const sums = summary(data.categories, data.budgets, data.transactions);
        const { monthlyBudget, income, expenses, remaining } = sums;
        // Before pay day the month is not over its income.
        const isShort = remaining < 0 && (month < monthOfDay(today) || income >= projectedIncome);
        const planNote = monthlyBudget === 0 ? "No plan yet" : "planned for expenses";
        return (
          <div className="month">
            <Answer {...data} month={month} forecasts={forecasts.data} />
            <div className="stats">
              <StatCard {...sum("Monthly Budget", "budget", monthlyBudget)} note={planNote} />
              <StatCard {...sum("Income", "income", income)} note={percentOfPlan(income, projectedIncome)} />
              <StatCard
                {...sum("Expenses", "expenses", expenses)}
                tone={monthlyBudget > 0 && expenses > monthlyBudget ? "over" : "neutral"}
                note={percentOfPlan(expenses, monthlyBudget)}
              />
              <StatCard
                {...sum("Remaining", "remaining", remaining)}
                tone={remaining > 0 ? "on-track" : isShort ? "over" : "neutral"}
                icon={remaining > 0 ? "check" : undefined}
                note="income less expenses"
              />
            </div>
          </div>
        );
      }}
    </QueryResult>
  );
}

const LINE = <Skeleton width="60%" />;
// As high as the cards with a forecast and bills. The key makes React replace it as a whole.
const SKELETON = (
  <div key="skeleton" className="month">
    <div className="answer">
      <div>
        <p className="answer-label">To spend</p>
        <p className="answer-amount">{LINE}</p>
        <p className="answer-rate">{LINE}</p>
        <p className="answer-heading">
          <Skeleton lines={2} />
        </p>
        <p className="answer-label">{LINE}</p>
      </div>
      <Skeleton height="14.5rem" />
    </div>
    <div className="stats">
      {["Monthly Budget", "Income", "Expenses", "Remaining"].map((label) => (
        <StatCard key={label} label={label} value={undefined} note={LINE} />
      ))}
    </div>
  </div>
);

const CoverDialog = lazyPart(() => import("../../forms/CoverDialog.tsx"), "CoverDialog");

type Props = Omit<ComponentProps<typeof SpendingCurve>, "everyday"> & { toSpend: ToSpendFigure };

/** The amount to spend, in total and per day, and the month's forecast. */
function Answer({ toSpend, ...curve }: Props) {
  const { categories, budgets, month, forecasts } = curve;
  const { money, rate } = useMoney();
  const today = useToday();
  const next = usePlanNext(budgets);
  if (categories.length === 0) return null;
  if (overview(categories, budgets).projectedExpenses === 0)
    return (
      <section className="answer" aria-label="Plan">
        <p>{monthLabel(month)} has no plan yet.</p>
        <PlanFirst variant="primary" categories={categories} />
        <ToReview review={toSpend.review} />
      </section>
    );
  const { label, amount, tone } = toSpendLabel(toSpend);
  const { days, perDay, due } = toSpend;
  const share = shareText(toSpend, money);
  return (
    <section className="answer" aria-label={label}>
      <div>
        <p className="answer-label">
          {label}
          {days > 0 && ` until ${formatDay(toSpend.until, today, locale)}`}
        </p>
        <p className="answer-amount" style={{ "--chars": money(amount).length }}>
          <WhyAmount of={label} why="to-spend" text={money(amount)} tone={tone} />
        </p>
        {days > 0 && (
          <p className="answer-rate">
            {perDay > 0 && (
              <>
                <WhyLink of={`${label} a day`} why="to-spend" text={rate(perDay)} /> a day,{" "}
              </>
            )}
            {pluralize(days, "day")} to go
          </p>
        )}
        {share && <p className="answer-label">{share}.</p>}
        {days > 0 && <Heading forecasts={forecasts} />}
        <ToReview review={toSpend.review} />
        {(due > 0 || next) && (
          <p className="answer-label">
            {due > 0 && (
              <>
                <WhyLink of="Still due" why="to-spend" text={money(due)} /> still due is taken off.{" "}
              </>
            )}
            {next && (
              <Link to="." search={next.search} resetScroll={false}>
                {next.label}
              </Link>
            )}
          </p>
        )}
      </div>
      <SpendingCurve key={month} {...curve} everyday={toSpend.everyday} />
    </section>
  );
}

/** "7 rows to review, $312.40 out": imported rows that count in no figure yet. */
function ToReview({ review }: Pick<ToSpendFigure, "review">) {
  const { money } = useMoney();
  if (!review || review.count === 0) return null;
  const { count, amount } = review;
  return (
    <p className="answer-label">
      <Link to="/review">
        {`${pluralize(count, "row")} to review, ${money(cents(Math.abs(amount)))} ${amount < 0 ? "in" : "out"}`}
      </Link>
    </p>
  );
}

/** What the month is heading for. */
function Heading({ forecasts = [] }: Pick<Props, "forecasts">) {
  const { money } = useMoney();
  const { can } = useOpenLedger();
  const { data: categories = [] } = useCategories();
  const { open, dialog } = useDialog();
  const left = minus(sum(forecasts.map(({ budget }) => budget)), sum(forecasts.map(expectedOrPlanned)));
  // Without any history there is no forecast.
  if (left === 0 && forecasts.every(({ expected }) => expected === null)) return null;
  const worst = forecasts.reduce((most, one) => (one.overAtEnd > most.overAtEnd ? one : most));
  const overspent = categories.find(({ id }) => id === worst.categoryId);
  const cover = () => overspent && open((close) => <CoverDialog category={overspent} onClose={close} />);
  if (left < 0 && worst.budget === 0)
    return (
      <p className="answer-heading">
        <em>{worst.category}</em> has no plan:{" "}
        <WhyLink
          of={`Forecast of ${worst.category}`}
          why={`forecast-${worst.categoryId}`}
          text={money(expectedOrPlanned(worst))}
        />
        .
      </p>
    );
  return (
    <>
      <p className="answer-heading">
        {left < 0 ? "Heading " : "On course: "}
        <WhyLink of="Forecast of the month" why="forecast" text={money(cents(Math.abs(left)))} />
        {left < 0 ? " over" : " of the plan stays"}
        {worst.overAtEnd > 0 &&
          (left < 0 ? `, mostly ${worst.category}` : `, though ${worst.category} goes over`)}
        .
        {worst.overAtEnd > 0 && worst.overNow > 0 && can("categories") && (
          <>
            {" "}
            <button type="button" className="text-button" onClick={cover}>
              Cover it
            </button>
          </>
        )}
      </p>
      {dialog}
    </>
  );
}
