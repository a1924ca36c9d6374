import { actualsSince } from "@coffer/domain/budget/actuals-since";
import { countsAfter, overview, spendingByDay } from "@coffer/domain/budget/budget";
import { runningTotal } from "@coffer/domain/budget/dashboard";
import { expectedOrPlanned, type Forecast } from "@coffer/domain/budget/forecast";
import { type Cents, cents, sum, ZERO } from "@coffer/domain/money/money";
import { addDays, dayOfMonth } from "@coffer/domain/time/day";
import { formatDay } from "@coffer/domain/time/format-day";
import { daysIn, firstDay, monthOfDay, previousMonth } from "@coffer/domain/time/month";
import type { Transaction } from "@coffer/domain/transaction/transaction";
import { useQuery } from "@tanstack/react-query";
import { type ComponentProps, Fragment, useState } from "react";
import { spendingBefore } from "../../api/budgets.ts";
import { useMoney } from "../../format/money.ts";
import { useOpenLedger, useToday } from "../../selection/selection.ts";
import { WhyLink } from "../../why/WhyLink.tsx";
import type { Loaded } from "./reads.ts";
import "../../ui/charts/chart.css";
import "./SpendingCurve.css";

type Props = Loaded & {
  transactions: Transaction[];
  forecasts: readonly Forecast[] | undefined;
};

/** A part of the sentence under the drawing, around an amount that opens. */
type Reading = { before?: string; after: string } & (
  | ComponentProps<typeof WhyLink>
  | { why?: undefined; of?: undefined; text?: undefined }
);

const WIDTH = 600;
const HEIGHT = 150;

/** A slider over the drawing reads each day to keys, fingers and screen readers. */
export function SpendingCurve({ categories, budgets, transactions, month, forecasts }: Props) {
  const { ledgerId } = useOpenLedger();
  const { money, whole } = useMoney();
  const today = useToday();
  const isCurrent = month === monthOfDay(today);
  const days = daysIn(month);
  const since = actualsSince(budgets);
  const counted = transactions.filter((one) => countsAfter(since, one));
  const passed = isCurrent ? dayOfMonth(today) : days;
  const spentByDay = spendingByDay({ month, transactions: counted }).slice(0, passed);
  const spent = firstDay(month) > today ? [] : runningTotal(spentByDay);
  const { data: dailyBefore = [] } = useQuery({ ...spendingBefore(ledgerId, month), meta: {} });
  const before = dailyBefore.some((amount) => amount !== 0) ? runningTotal(dailyBefore) : [];
  const plan = overview(categories, budgets).projectedExpenses;
  const hasHistory = forecasts?.some((one) => one.expected !== null);
  const expected = isCurrent && forecasts && hasHistory ? sum(forecasts.map(expectedOrPlanned)) : null;

  const now = Math.max(1, spent.length);
  const [day, setDay] = useState(now);
  const latest = spent.at(-1) ?? ZERO;
  const top = Math.max(plan, latest, expected ?? 0, ...before, 1) * 1.06;
  const x = (at: number) => (at / days) * WIDTH;
  const y = (amount: number) => HEIGHT - (Math.max(0, amount) / top) * HEIGHT;
  const line = (amounts: readonly Cents[]) =>
    `M0 ${HEIGHT}${amounts.map((amount, index) => `L${x(index + 1)} ${y(amount)}`).join("")}`;
  const isExpectedDrawn = expected !== null && now < days;
  const toCome = (((expected ?? latest) - latest) * (day - now)) / Math.max(1, days - now);
  const reading: Reading =
    day <= now
      ? { of: "Spent", why: "actual-expenses", text: money(spent[day - 1] ?? latest), after: " spent" }
      : {
          of: "Forecast of the month",
          why: "forecast",
          text: whole(cents(Math.round(latest + toCome))),
          before: "about ",
          after: " by then",
        };
  const past = before[Math.min(day, before.length) - 1];
  const date = formatDay(addDays(firstDay(month), day - 1), today);
  const parts: Reading[] = [
    { before: `${date}: `, after: "" },
    reading,
    { before: " of ", of: "Planned expenses", why: "budget", text: whole(plan), after: "" },
    ...(past === undefined
      ? []
      : [
          {
            before: "; ",
            of: "Spent last month",
            why: "actual-expenses" as const,
            month: previousMonth(month),
            text: whole(past),
            after: " last month",
          },
        ]),
  ];
  const text = parts.map(({ before = "", text = "", after }) => before + text + after).join("");
  return (
    <figure className="chart spending-curve" data-over={latest > plan}>
      <div className="curve-box">
        <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden>
          {before.length > 0 && <path className="curve-before" d={line(before.slice(0, days))} />}
          <path className="curve-plan" d={`M0 ${y(plan)}H${WIDTH}`} />
          {spent.length > 0 && (
            <>
              <path className="curve-area" d={`${line(spent)}V${HEIGHT}Z`} />
              <path className="curve-spent" d={line(spent)} />
            </>
          )}
          {isExpectedDrawn && (
            <path className="curve-expected" d={`M${x(now)} ${y(latest)}L${WIDTH} ${y(expected)}`} />
          )}
          <path className="curve-day" d={`M${x(day)} 0V${HEIGHT}`} />
        </svg>
        <input
          type="range"
          min={1}
          max={days}
          value={day}
          aria-label="Spending day by day"
          aria-valuetext={text}
          onChange={(event) => setDay(Number(event.currentTarget.value))}
        />
      </div>
      <figcaption>
        <span data-line="plan">Plan</span>
        {isExpectedDrawn && <span data-line="expected">Forecast</span>}
        {before.length > 0 && <span data-line="before">Last month</span>}
        <p>
          {parts.map(({ before, after, ...link }) => (
            <Fragment key={before ?? link.of}>
              {before}
              {link.why && <WhyLink {...link} />}
              {after}
            </Fragment>
          ))}
        </p>
      </figcaption>
    </figure>
  );
}
