import { type Cents, cents } from "@coffer/domain/money/money";
import { useState } from "react";
import "./chart.css";
import "./SpendingCurve.css";

type Props = {
  title: string;
  /** Spending by the end of each day so far, and of all days of the month before. */
  spent: readonly Cents[];
  before: readonly Cents[];
  days: number;
  plan: Cents;
  /** By the end of the month; null where nothing is expected to come. */
  expected: Cents | null;
  /** A day's figures in words, and the name of a day. */
  read: (day: number, spent: Cents, isExpected: boolean, before: Cents | undefined) => string;
};

const WIDTH = 600;
const HEIGHT = 150;

/** The month's spending, day by day; a slider over the drawing reads each day to keys, fingers and screen readers. */
export function SpendingCurve({ title, spent, before, days, plan, expected, read }: Props) {
  const now = Math.max(1, spent.length);
  const [day, setDay] = useState(now);
  const latest = spent.at(-1) ?? cents(0);
  const top = Math.max(plan, latest, expected ?? 0, ...before, 1) * 1.06;
  const x = (at: number) => (at / days) * WIDTH;
  const y = (amount: number) => HEIGHT - (Math.max(0, amount) / top) * HEIGHT;
  const line = (amounts: readonly Cents[]) =>
    `M0 ${HEIGHT}${amounts.map((amount, index) => `L${x(index + 1)} ${y(amount)}`).join("")}`;
  const expectedOn = (at: number) =>
    expected === null
      ? latest
      : cents(Math.round(latest + ((expected - latest) * (at - now)) / Math.max(1, days - now)));
  const isExpected = day > now;
  const shown = isExpected ? expectedOn(day) : (spent[day - 1] ?? latest);
  const text = read(day, shown, isExpected, before[Math.min(day, before.length) - 1]);
  return (
    <figure className="chart spending-curve" data-over={latest > plan}>
      <div className="curve-box">
        <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} preserveAspectRatio="none" aria-hidden>
          {before.length > 0 && <path className="curve-before" d={line(before.slice(0, days))} />}
          {plan > 0 && <path className="curve-plan" d={`M0 ${y(plan)}H${WIDTH}`} />}
          {spent.length > 0 && (
            <>
              <path className="curve-area" d={`${line(spent)}V${HEIGHT}Z`} />
              <path className="curve-spent" d={line(spent)} />
            </>
          )}
          {expected !== null && now < days && (
            <path className="curve-expected" d={`M${x(now)} ${y(latest)}L${WIDTH} ${y(expected)}`} />
          )}
          <path className="curve-day" d={`M${x(day)} 0V${HEIGHT}`} />
        </svg>
        <input
          type="range"
          min={1}
          max={days}
          value={day}
          aria-label={title}
          aria-valuetext={text}
          onChange={(event) => setDay(Number(event.currentTarget.value))}
        />
      </div>
      <figcaption>
        <span data-line="plan">Plan</span>
        {expected !== null && now < days && <span data-line="expected">Forecast</span>}
        {before.length > 0 && <span data-line="before">Last month</span>}
        <p aria-hidden>{text}</p>
      </figcaption>
    </figure>
  );
}
