import { type Cents, cents, minus } from "@coffer/domain/money/money";
import { type Day, daysBetween } from "@coffer/domain/time/day";
import type { ReactNode } from "react";
import "./chart.css";
import "./GoalChart.css";

type Props = {
  title: string;
  startDate: Day;
  targetDate: Day;
  today: Day;
  current: Cents;
  target: Cents;
  /** The amount that saving at an even pace would have brought by today. */
  expected: Cents;
  behind: boolean;
  /** The amount after each change, oldest first; `before` is the one until the first. */
  steps: readonly { key: number; date: Day; balance: Cents }[];
  before: Cents;
  milestones: readonly { key: string | number; label: string; amount: Cents; reached: boolean }[] | undefined;
  format: (amount: Cents) => string;
  /** Wraps an amount, in a link for example. */
  wrap: (amount: string) => ReactNode;
  /** Such as "Mar 4, 2027". */
  formatDate: (date: Day) => string;
};

const PADDING = { left: 2, right: 98, top: 12, bottom: 84 };

/** The line that reaches the target in time, and the steps by which the current amount came about. */
export function GoalChart(props: Props) {
  const { startDate, targetDate, today, current, target, expected, behind } = props;
  const { milestones = [], steps, before, format, formatDate, wrap } = props;
  const whole = Math.max(daysBetween(startDate, targetDate), 1);
  const partOf = (date: Day) => Math.min(Math.max(daysBetween(startDate, date) / whole, 0), 1);
  const gone = partOf(today);
  const top = Math.max(
    target,
    current,
    before,
    ...steps.map(({ balance }) => balance),
    ...milestones.map(({ amount }) => amount),
    1,
  );
  const x = (part: number) => PADDING.left + part * (PADDING.right - PADDING.left);
  const y = (amount: number) => PADDING.bottom - (amount / top) * (PADDING.bottom - PADDING.top);
  const dots = steps.map(({ key, date, balance }) => ({ key, x: x(partOf(date)), y: y(balance) }));
  const line = `M${x(0)} ${y(before)}${dots.map((dot) => `H${dot.x}V${dot.y}`).join("")}H${x(gone)}`;
  const isLabelled = spaced(milestones.map(({ amount }) => y(amount)));
  const difference = format(cents(Math.abs(minus(current, expected))));
  const summary =
    `${format(current)} saved of ${format(target)}. By now it should be ${format(expected)}: ` +
    `${difference} ${behind ? "behind" : "ahead of"} schedule.`;
  return (
    <figure className="chart">
      <svg className="goal-chart" data-tone={behind ? "over" : "on-track"} role="img">
        <title>{props.title}</title>
        <desc>{summary}</desc>
        <line className="chart-rule" x1="0" x2="100%" y1={`${y(0)}%`} y2={`${y(0)}%`} />
        <line className="chart-rule" x1="0" x2="100%" y1={`${y(target)}%`} y2={`${y(target)}%`} />
        {milestones.map((milestone, index) => (
          <g key={milestone.key} className="goal-chart-milestone" data-reached={milestone.reached}>
            <line x1="0" x2="100%" y1={`${y(milestone.amount)}%`} y2={`${y(milestone.amount)}%`} />
            {isLabelled[index] && (
              <text className="chart-axis" x="0" y={`${y(milestone.amount)}%`} dy="-4">
                {shortened(milestone.label)}
              </text>
            )}
          </g>
        ))}
        {/* Shapes stretch with the box; strokes and texts do not. */}
        <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true" width="100%" height="100%">
          <path className="goal-chart-area" d={`${line}V${y(0)}H${x(0)}z`} />
          <path className="goal-chart-plan" d={`M${x(0)} ${y(0)}L${x(1)} ${y(target)}`} />
          <path className="goal-chart-line" d={line} />
        </svg>
        {dots.map((dot) => (
          <circle key={dot.key} className="goal-chart-step" cx={`${dot.x}%`} cy={`${dot.y}%`} r="3" />
        ))}
        <circle className="goal-chart-goal" cx={`${x(1)}%`} cy={`${y(target)}%`} r="4" />
        <circle className="goal-chart-now" cx={`${x(gone)}%`} cy={`${y(current)}%`} r="5" />
        <text className="chart-axis" x="100%" y={`${y(target)}%`} dy="-8" textAnchor="end">
          {format(target)}
        </text>
        <text className="chart-axis" x="0" y="96%">
          {formatDate(startDate)}
        </text>
        <text className="chart-axis" x="100%" y="96%" textAnchor="end">
          {formatDate(targetDate)}
        </text>
      </svg>
      <figcaption className="chart-caption">
        <strong>{wrap(format(current))}</strong> today, {wrap(difference)} {behind ? "behind" : "ahead of"}{" "}
        schedule
      </figcaption>
    </figure>
  );
}

/** Half of a phone's width: the target's amount is at the other end of the line. */
const LABEL_LENGTH = 24;

function shortened(label: string): string {
  const letters = [...label];
  return letters.length > LABEL_LENGTH
    ? `${letters
        .slice(0, LABEL_LENGTH - 1)
        .join("")
        .trimEnd()}…`
    : label;
}

/** In percent of the height. */
const LABEL_HEIGHT = 9;

/** Which labels are shown, so that none overlaps one before it; the milestones are listed beside the chart too. */
function spaced(heights: readonly number[]): boolean[] {
  const shown: number[] = [];
  return heights.map((height) => {
    const isFree = shown.every((other) => Math.abs(other - height) >= LABEL_HEIGHT);
    if (isFree) shown.push(height);
    return isFree;
  });
}
