import { actualsSince } from "@coffer/domain/budget/actuals-since";
import { countsAfter, overview, spendingByDay } from "@coffer/domain/budget/budget";
import { runningTotal } from "@coffer/domain/budget/dashboard";
import { expectedOrPlanned, type Forecast } from "@coffer/domain/budget/forecast";
import { cents, minus, sum } from "@coffer/domain/money/money";
import { pluralize } from "@coffer/domain/text/plural";
import { addDays, dayOfMonth } from "@coffer/domain/time/day";
import { formatDay } from "@coffer/domain/time/format-day";
import { daysIn, firstDay, monthLabel, monthOfDay } from "@coffer/domain/time/month";
import type { Transaction } from "@coffer/domain/transaction/transaction";
import { useQuery } from "@tanstack/react-query";
import { Link } from "@tanstack/react-router";
import { spendingBefore } from "../../api/budgets.ts";
import { useMoney } from "../../format/money.ts";
import { PlanLink, usePlanNext } from "../../links/PlanLink.tsx";
import { useOpenLedger, useToday } from "../../selection/selection.ts";
import { type ToSpendFigure, toSpendLabel } from "../../shell/ToSpend.tsx";
import { SpendingCurve } from "../../ui/charts/SpendingCurve.tsx";
import { WhyAmount, WhyLink } from "../../why/WhyLink.tsx";
import type { Loaded } from "./reads.ts";

type Props = Loaded & {
  transactions: Transaction[];
  toSpend: ToSpendFigure;
  /** Undefined until the months before have loaded. */
  forecasts: readonly Forecast[] | undefined;
};

/**
 * The answer that the screen is opened for: what can be spent, how much of it a day, and where the month is heading.
 */
export function Answer(props: Props) {
  const { categories, budgets, month, toSpend, forecasts } = props;
  const { money, rate } = useMoney();
  const today = useToday();
  const next = usePlanNext(budgets);
  if (overview(categories, budgets).projectedExpenses === 0)
    return categories.length > 0 && <NoPlan month={month} />;
  const { label, amount, tone } = toSpendLabel(toSpend);
  return (
    <section className="answer" aria-label={label}>
      <div>
        <p className="answer-label">
          {label}
          {toSpend.days > 0 && ` until ${formatDay(toSpend.until, today)}`}
        </p>
        <p className="answer-amount" style={{ "--chars": money(amount).length }}>
          <WhyAmount why="to-spend" text={money(amount)} tone={tone} />
        </p>
        {toSpend.days > 0 && (
          <p className="answer-rate">
            {toSpend.perDay > 0 && (
              <>
                <WhyLink why="to-spend">{rate(toSpend.perDay)}</WhyLink> a day,{" "}
              </>
            )}
            {pluralize(toSpend.days, "day")} to go
          </p>
        )}
        <Heading forecasts={toSpend.days > 0 ? forecasts : undefined} />
        {(toSpend.due > 0 || next) && (
          <p className="answer-label">
            {toSpend.due > 0 && (
              <>
                <WhyLink why="to-spend">{money(toSpend.due)}</WhyLink> still due is taken off.{" "}
              </>
            )}
            {next && (
              <Link
                to="."
                search={(search) => ({ ...search, month: next.month, was: month, plan: true as const })}
                resetScroll={false}
              >
                {next.label}
              </Link>
            )}
          </p>
        )}
      </div>
      <Curve {...props} />
    </section>
  );
}

/** The month's end if it goes on as it does. */
function Heading({ forecasts = [] }: Pick<Props, "forecasts">) {
  const { money } = useMoney();
  const { can } = useOpenLedger();
  const left = minus(sum(forecasts.map(({ budget }) => budget)), sum(forecasts.map(expectedOrPlanned)));
  // A plan without any history is no forecast.
  if (left === 0 && !hasHistory(forecasts)) return null;
  const worst = forecasts.reduce((most, one) => (one.overAtEnd > most.overAtEnd ? one : most));
  return (
    <p className="answer-heading">
      {left < 0 ? "Heading " : "On course: "}
      <WhyLink why="forecast">{money(cents(Math.abs(left)))}</WhyLink>
      {left < 0 ? " over" : " of the plan stays"}
      {worst.overAtEnd > 0 && (
        <>
          {left < 0 ? ", mostly " : ", though "}
          {worst.category}
          {left < 0 ? "." : " goes over."}
          {worst.overNow > 0 && can("categories") && (
            <>
              {" "}
              <Link to="/budget">Cover it</Link>
            </>
          )}
        </>
      )}
      {worst.overAtEnd === 0 && "."}
    </p>
  );
}

const hasHistory = (forecasts: readonly Forecast[]) => forecasts.some(({ expected }) => expected !== null);

function NoPlan({ month }: Pick<Props, "month">) {
  const { can } = useOpenLedger();
  return (
    <section className="answer" aria-label="Plan">
      <p>{monthLabel(month)} has no plan yet.</p>
      {can("categories") && <PlanLink size="small">Plan the month</PlanLink>}
    </section>
  );
}

/** The month's spending against its plan and the month before. */
function Curve({ categories, budgets, transactions, month, forecasts }: Omit<Props, "toSpend">) {
  const { ledgerId } = useOpenLedger();
  const { data: before = [] } = useQuery({ ...spendingBefore(ledgerId, month), meta: {} });
  const { money, whole } = useMoney();
  const today = useToday();
  const isCurrent = month === monthOfDay(today);
  const plan = overview(categories, budgets).projectedExpenses;
  const since = actualsSince(budgets);
  const counted = transactions.filter((one) => countsAfter(since, one));
  const passed = isCurrent ? dayOfMonth(today) : daysIn(month);
  const spent =
    firstDay(month) > today
      ? []
      : runningTotal(spendingByDay({ month, transactions: counted }).slice(0, passed));
  if (plan === 0 && spent.every((amount) => amount === 0)) return null;
  const expected =
    isCurrent && forecasts && hasHistory(forecasts) ? sum(forecasts.map(expectedOrPlanned)) : null;
  return (
    <SpendingCurve
      key={month}
      title="Spending day by day"
      spent={spent}
      before={before.some((amount) => amount !== 0) ? runningTotal(before) : []}
      days={daysIn(month)}
      plan={plan}
      expected={expected}
      read={(day, amount, isExpected, past) =>
        `${formatDay(addDays(firstDay(month), day - 1), today)}: ${isExpected ? `about ${whole(amount)} by then` : `${money(amount)} spent`} of ${whole(plan)}${past === undefined ? "" : `; ${whole(past)} last month`}`
      }
    />
  );
}
