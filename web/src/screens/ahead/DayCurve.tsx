import type { BalancePoint } from "@coffer/domain/money-account/account";
import { type Day, daysBetween } from "@coffer/domain/time/day";
import { type ReactNode, useState } from "react";
import "../../ui/charts/chart.css";
import "./DayCurve.css";

const WIDTH = 600;
const HEIGHT = 150;

type Props = {
  /** The name of the drawing, such as "Net worth". */
  label: string;
  tone: "neutral" | "on-track" | "over";
  /** By day, at least one. */
  points: readonly BalancePoint[];
  /** True if an amount stays the same until the next point. */
  steps?: boolean;
  /** Index of the point that is read first, and marked unless it is the last. */
  from?: number;
  /** Texts under the drawing, on their days. */
  axis: readonly { date: Day; text: string }[];
  /** A point as a sentence, for screen readers. */
  textOf: (point: BalancePoint) => string;
  /** The same with its link. */
  children: (point: BalancePoint) => ReactNode;
};

/** Amounts above and below zero by day. A slider over the drawing reads each to keys, fingers and screen readers. */
export function DayCurve({
  label,
  tone,
  points,
  steps = false,
  from = points.length - 1,
  axis,
  textOf,
  children,
}: Props) {
  const [chosen, setChosen] = useState<number>();
  const at = Math.min(chosen ?? from, points.length - 1);
  const [first, last] = [points[0], points.at(-1)];
  const point = points[at];
  if (!first || !last || !point) return null;
  const amounts = points.map(({ amount }) => amount);
  // Not Math.max(...amounts), whose many arguments would overflow the stack.
  const top = amounts.reduce((most, amount) => Math.max(most, amount), 1);
  const bottom = amounts.reduce((least, amount) => Math.min(least, amount), 0);
  const days = Math.max(daysBetween(first.date, last.date), 1);
  const x = (date: Day) => (daysBetween(first.date, date) / days) * WIDTH;
  const y = (amount: number) => HEIGHT - ((amount - bottom) / (top - bottom)) * HEIGHT;
  const to = ({ date, amount }: BalancePoint) =>
    steps ? `H${x(date)}V${y(amount)}` : `L${x(date)} ${y(amount)}`;
  const line = `M0 ${y(first.amount)}${points.map(to).join("")}`;
  const marked = points[from];
  const percentOf = (date: Day) => `${(x(date) / WIDTH) * 100}%`;
  return (
    <figure className="chart day-curve" data-tone={tone}>
      <div className="curve-box">
        <svg aria-hidden>
          <svg
            viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
            preserveAspectRatio="none"
            aria-hidden="true"
            width="100%"
            height="100%"
          >
            <path className="day-curve-area" d={`${line}V${y(0)}H0z`} />
            <path className="day-curve-zero" d={`M0 ${y(0)}H${WIDTH}`} />
            <path className="day-curve-line" d={line} />
            <path className="day-curve-day" d={`M${x(point.date)} 0V${HEIGHT}`} />
          </svg>
          {marked && marked !== last && (
            <circle cx={percentOf(marked.date)} cy={`${(y(marked.amount) / HEIGHT) * 100}%`} r="4" />
          )}
        </svg>
        <input
          type="range"
          min={0}
          max={points.length - 1}
          value={at}
          aria-label={`${label} day by day`}
          aria-valuetext={textOf(point)}
          onChange={(event) => setChosen(Number(event.currentTarget.value))}
        />
      </div>
      <svg className="day-curve-axis" aria-hidden>
        {axis.map(({ date, text }) => {
          const anchor = date === last.date ? "end" : date === first.date ? "start" : "middle";
          return (
            <text key={date} className="chart-axis" x={percentOf(date)} y="1em" textAnchor={anchor}>
              {text}
            </text>
          );
        })}
      </svg>
      <figcaption>{children(point)}</figcaption>
    </figure>
  );
}
