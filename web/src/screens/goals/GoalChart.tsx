import { expectedBy, type Goal, isBehind } from "@coffer/domain/goal/goal";
import { cents, minus } from "@coffer/domain/money/money";
import { type Day, daysBetween } from "@coffer/domain/time/day";
import { today as dayOf } from "@coffer/domain/time/timezone";
import { useQuery } from "@tanstack/react-query";
import { goalContributions, goalMilestones } from "../../api/goals.ts";
import { useMoney } from "../../format/money.ts";
import { useOpenLedger, useToday, useUser } from "../../selection/selection.ts";
import { WhyLink } from "../../why/WhyLink.tsx";
import "../../ui/charts/chart.css";
import "./GoalChart.css";

/** In percent of the box. */
const [LEFT, RIGHT, TOP, BOTTOM] = [2, 98, 12, 84];

export function GoalChart({ goal, formatDate }: { goal: Goal; formatDate: (day: Day) => string }) {
  const { ledgerId } = useOpenLedger();
  const { timeZone } = useUser();
  const { money } = useMoney();
  const today = useToday();
  const { id, name, startDate, targetDate, currentAmount: current, targetAmount: target } = goal;
  const { data: milestones = [] } = useQuery(goalMilestones(ledgerId, id));
  const { data: contributions = [] } = useQuery(goalContributions(ledgerId, id));
  const steps = contributions.toReversed();
  const before = steps[0] ? minus(steps[0].balance, steps[0].amount) : current;
  const expected = expectedBy(goal, today);
  const difference = money(cents(Math.abs(minus(current, expected))));
  const isLate = isBehind(goal, today);
  // Short of today's share alone, it may still get this month's.
  const schedule =
    current >= expected ? "ahead of schedule" : isLate ? "behind schedule" : "short of an even share";

  const whole = Math.max(daysBetween(startDate, targetDate), 1);
  const xOn = (date: Day) =>
    LEFT + Math.min(Math.max(daysBetween(startDate, date) / whole, 0), 1) * (RIGHT - LEFT);
  const amounts = [...steps.map(({ balance }) => balance), ...milestones.map(({ amount }) => amount)];
  const top = Math.max(target, current, before, ...amounts, 1);
  const y = (amount: number) => BOTTOM - (amount / top) * (BOTTOM - TOP);
  const dots = steps.map(({ id, at, balance }) => ({ id, x: xOn(dayOf(at, timeZone)), y: y(balance) }));
  const line = `M${LEFT} ${y(before)}${dots.map((dot) => `H${dot.x}V${dot.y}`).join("")}H${xOn(today)}`;
  const isLabelled = spaced(milestones.map(({ amount }) => y(amount)));
  return (
    <figure className="chart">
      <svg className="goal-chart" data-tone={isLate ? "at-risk" : "on-track"} role="img">
        <title>{`The course of ${name}`}</title>
        <desc>{`${money(current)} saved of ${money(target)}. By now it should be ${money(expected)}: ${difference} ${schedule}.`}</desc>
        <line className="chart-rule" x1="0" x2="100%" y1={`${y(0)}%`} y2={`${y(0)}%`} />
        <line className="chart-rule" x1="0" x2="100%" y1={`${y(target)}%`} y2={`${y(target)}%`} />
        {milestones.map((milestone, index) => (
          <g key={milestone.id} className="goal-chart-milestone" data-reached={milestone.isReached}>
            <line x1="0" x2="100%" y1={`${y(milestone.amount)}%`} y2={`${y(milestone.amount)}%`} />
            {isLabelled[index] && (
              <text className="chart-axis" x="0" y={`${y(milestone.amount)}%`} dy="-4">
                {shortened(milestone.name)}
              </text>
            )}
          </g>
        ))}
        {/* Shapes stretch with the box; strokes and texts do not. */}
        <svg viewBox="0 0 100 100" preserveAspectRatio="none" aria-hidden="true" width="100%" height="100%">
          <path className="goal-chart-area" d={`${line}V${y(0)}H${LEFT}z`} />
          <path className="goal-chart-plan" d={`M${LEFT} ${y(0)}L${RIGHT} ${y(target)}`} />
          <path className="goal-chart-line" d={line} />
        </svg>
        {dots.map((dot) => (
          <circle key={dot.id} className="goal-chart-step" cx={`${dot.x}%`} cy={`${dot.y}%`} r="3" />
        ))}
        <circle className="goal-chart-goal" cx={`${RIGHT}%`} cy={`${y(target)}%`} r="4" />
        <circle className="goal-chart-now" cx={`${xOn(today)}%`} cy={`${y(current)}%`} r="5" />
        <text className="chart-axis" x="100%" y={`${y(target)}%`} dy="-8" textAnchor="end">
          {money(target)}
        </text>
        <text className="chart-axis" x="0" y="96%">
          {formatDate(startDate)}
        </text>
        <text className="chart-axis" x="100%" y="96%" textAnchor="end">
          {formatDate(targetDate)}
        </text>
      </svg>
      <figcaption className="chart-caption">
        <strong>
          <WhyLink of={`${goal.name} current`} why={`goal-${id}`} text={money(current)} />
        </strong>{" "}
        today, <WhyLink of={goal.name} why={`goal-${id}`} text={difference} /> {schedule}
      </figcaption>
    </figure>
  );
}

/** Half of a phone's width: the target's amount is at the other end. */
const LABEL_LENGTH = 24;

function shortened(label: string): string {
  const letters = [...label];
  if (letters.length <= LABEL_LENGTH) return label;
  const start = letters.slice(0, LABEL_LENGTH - 1).join("");
  return `${start.trimEnd()}…`;
}

/** In percent of the height. */
const LABEL_HEIGHT = 9;

/** False for a label that would overlap one before it; the milestones are listed beside the chart too. */
function spaced(heights: readonly number[]): boolean[] {
  const shown: number[] = [];
  return heights.map((height) => {
    const isFree = shown.every((other) => Math.abs(other - height) >= LABEL_HEIGHT);
    if (isFree) shown.push(height);
    return isFree;
  });
}
