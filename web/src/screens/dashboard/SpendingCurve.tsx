import { actualsSince } from "@coffer/domain/budget/actuals-since";
import { countsAfter, spendingByDay } from "@coffer/domain/budget/budget";
import { runningTotal } from "@coffer/domain/budget/dashboard";
import { expectedOrPlanned, type Forecast } from "@coffer/domain/budget/forecast";
import type { Id } from "@coffer/domain/id";
import { joinIds } from "@coffer/domain/link/links";
import { type Cents, cents, sum, ZERO } from "@coffer/domain/money/money";
import { addDays, dayOfMonth } from "@coffer/domain/time/day";
import { formatDay } from "@coffer/domain/time/format-day";
import { daysIn, firstDay, monthOfDay } from "@coffer/domain/time/month";
import type { Transaction } from "@coffer/domain/transaction/transaction";
import { type ComponentProps, Fragment, useState } from "react";
import { locale } from "../../format/locale.ts";
import { useMoney } from "../../format/money.ts";
import { useToday } from "../../selection/selection.ts";
import { WhyLink } from "../../why/WhyLink.tsx";
import type { Loaded } from "./reads.ts";
import "../../ui/charts/chart.css";
import "./SpendingCurve.css";

type Props = Loaded & {
  transactions: Transaction[];
  forecasts: readonly Forecast[] | undefined;
  /** The everyday categories; all categories if undefined. */
  everyday: readonly Id[] | undefined;
};

/** A part of the sentence under the drawing, around an amount with a link. */
type Reading = { before?: string; after: string } & (
  | ComponentProps<typeof WhyLink>
  | { why?: undefined; of?: undefined; text?: undefined }
);

/** The running total of each day that has begun, and the plan, of some categories. */
type Spending = { ids: readonly Id[]; spent: readonly Cents[]; plan: Cents };

const WIDTH = 600;
const HEIGHT = 150;
/** The height of the strip that shows bills. */
const STRIP = 30;

/**
 * Everyday spending compared with an even pace of its plan; below it bills and set-asides, which come in steps. A
 * slider over the drawing reads out each day, by keys, fingers and screen readers.
 */
export function SpendingCurve({ categories, budgets, transactions, month, forecasts, everyday }: Props) {
  const { money, whole } = useMoney();
  const today = useToday();
  const isCurrent = month === monthOfDay(today);
  const days = daysIn(month);
  const passed = firstDay(month) > today ? 0 : isCurrent ? dayOfMonth(today) : days;
  const since = actualsSince(budgets);
  const counted = transactions.filter((one) => countsAfter(since, one));
  const expenses = categories.filter(({ type }) => type === "expense").map(({ id }) => id);
  const [ids, others] = split(expenses, new Set(everyday?.length ? everyday : expenses));
  const spendingOf = (some: readonly Id[]): Spending => {
    const isOf = ({ categoryId }: { categoryId: Id | null }) =>
      categoryId !== null && some.includes(categoryId);
    const byDay = spendingByDay({ month, transactions: counted.filter(isOf) }).slice(0, passed);
    const plan = sum(budgets.filter(isOf).map(({ projected }) => projected));
    return { ids: some, spent: runningTotal(byDay), plan };
  };
  const own = spendingOf(ids);
  const known = forecasts?.filter(({ categoryId }) => ids.includes(categoryId));
  const isForecast = isCurrent && known?.some((one) => one.expected !== null);
  const expected = isForecast && known ? sum(known.map(expectedOrPlanned)) : null;

  const now = Math.max(1, passed);
  const [day, setDay] = useState(now);
  const latest = own.spent.at(-1) ?? ZERO;
  const x = (at: number) => (at / days) * WIDTH;
  const y = scale(HEIGHT, own.plan, latest, expected ?? 0);
  const line = `M0 ${HEIGHT}${own.spent.map((amount, index) => `L${x(index + 1)} ${y(amount)}`).join("")}`;
  const isExpectedDrawn = expected !== null && now < days;
  const toCome = (((expected ?? latest) - latest) * (day - now)) / Math.max(1, days - now);
  const reading: Reading =
    day <= now
      ? {
          of: "Everyday spent",
          why: joinIds(ids),
          text: money(own.spent[day - 1] ?? latest),
          after: " spent",
        }
      : {
          of: "Forecast of the month",
          why: "forecast",
          text: whole(cents(Math.round(latest + toCome))),
          before: "about ",
          after: " by then",
        };
  const date = formatDay(addDays(firstDay(month), day - 1), today, locale);
  const parts: Reading[] = [
    { before: `${date}: `, after: "" },
    reading,
    { before: " of ", of: "Everyday planned", why: `plan-${joinIds(ids)}`, text: whole(own.plan), after: "" },
  ];
  const text = parts.map(({ before = "", text = "", after }) => before + text + after).join("");
  return (
    <figure className="chart spending-curve" data-over={latest > own.plan}>
      <div className="curve-box">
        <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden>
          <path className="curve-plan" d={`M0 ${HEIGHT}L${WIDTH} ${y(own.plan)}`} />
          {own.spent.length > 0 && (
            <>
              <path className="curve-area" d={`${line}V${HEIGHT}Z`} />
              <path className="curve-spent" d={line} />
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
        <span data-line="plan">Even pace</span>
        {isExpectedDrawn && <span data-line="expected">Forecast</span>}
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
      <Bills {...spendingOf(others)} days={days} day={Math.min(day, now)} />
    </figure>
  );
}

/** Returns the height of an amount from the top of a drawing in which all these amounts fit. */
function scale(height: number, ...amounts: number[]): (amount: number) => number {
  const top = Math.max(...amounts, 1) * 1.06;
  return (amount) => height - (Math.max(0, amount) / top) * height;
}

/** Bills and set-asides, as a strip of steps below the curve. */
function Bills({ ids, spent, plan, days, day }: Spending & { days: number; day: number }) {
  const { whole } = useMoney();
  const spentBy = spent[day - 1] ?? ZERO;
  if (ids.length === 0 || plan + spentBy <= 0) return null;
  const x = (at: number) => (at / days) * WIDTH;
  const y = scale(STRIP, plan, ...spent);
  const steps = spent.map((amount, index) => `H${x(index + 0.5)}V${y(amount)}`).join("");
  const line = `M0 ${STRIP}${steps}H${x(spent.length)}`;
  const categories = joinIds(ids);
  return (
    <>
      <svg className="curve-bills" viewBox={`0 0 ${WIDTH} ${STRIP}`} preserveAspectRatio="none" aria-hidden>
        <path className="curve-area" d={`${line}V${STRIP}Z`} />
        <path d={line} />
      </svg>
      <figcaption>
        <span data-line="bills">Bills and set-asides</span>
        <p>
          <WhyLink of="Bills and set-asides spent" why={categories} text={whole(spentBy)} /> of{" "}
          <WhyLink of="Bills and set-asides planned" why={`plan-${categories}`} text={whole(plan)} />
        </p>
      </figcaption>
    </>
  );
}

/** Returns the ids in the set, then the others. */
function split(ids: readonly Id[], chosen: ReadonlySet<Id>): [Id[], Id[]] {
  return [ids.filter((id) => chosen.has(id)), ids.filter((id) => !chosen.has(id))];
}
