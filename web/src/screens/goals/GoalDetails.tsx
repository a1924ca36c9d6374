import {
  CONTRIBUTIONS_PAGE,
  expectedBy,
  type Goal,
  isBehind,
  isGoalReached,
  neededPerMonth,
  progressPercent,
  remaining,
} from "@coffer/domain/goal/goal";
import type { Id } from "@coffer/domain/id";
import { cents, minus } from "@coffer/domain/money/money";
import { type Day, daysBetween } from "@coffer/domain/time/day";
import { dayFormatter } from "@coffer/domain/time/format-day";
import { monthOfDay } from "@coffer/domain/time/month";
import { today as dayOf, today } from "@coffer/domain/time/timezone";
import { useQuery } from "@tanstack/react-query";
import { type ComponentProps, useState } from "react";
import {
  goalContributions,
  goalMilestones,
  type ReachableMilestone,
  useDeleteMilestone,
  useSetGoalStatus,
} from "../../api/goals.ts";
import { locale } from "../../format/locale.ts";
import { useMoney } from "../../format/money.ts";
import { lazyPart, useDialog } from "../../loading/lazy.tsx";
import { QueryResult } from "../../loading/QueryResult.tsx";
import { EnteredBy, usePeople } from "../../people/people.tsx";
import { useOpenLedger, useToday, useUser } from "../../selection/selection.ts";
import { Button } from "../../ui/base/Button.tsx";
import { EditButtons } from "../../ui/controls/EditButtons.tsx";
import { Badge } from "../../ui/display/Badge.tsx";
import { Card } from "../../ui/display/Card.tsx";
import { Fact } from "../../ui/display/Fact.tsx";
import { StatCard } from "../../ui/display/StatCard.tsx";
import { isWide } from "../../ui/layout/use-is-desktop.ts";
import { WhyAmount, WhyLink, wrapInWhyLink } from "../../why/WhyLink.tsx";
import "../../ui/charts/chart.css";
import "./GoalDetails.css";

const MilestoneDialog = lazyPart(() => import("../../forms/GoalDialog.tsx"), "MilestoneDialog");

type Props = {
  goal: Goal;
  formatDate: (day: Day) => string;
  onClose: () => void;
  onContribute: ((withdraw: boolean) => void) | undefined;
};

export function GoalDetails({ goal, formatDate, onClose, onContribute }: Props) {
  const { money } = useMoney();
  const today = useToday();
  const { id, currentAmount, targetAmount, startDate, targetDate, status } = goal;
  const monthly = neededPerMonth(goal, monthOfDay(today));
  const left = remaining(goal);
  const percent = progressPercent(currentAmount, targetAmount);
  const sum = (label: string, value: string) => ({
    label,
    value,
    wrap: wrapInWhyLink(`goal-${id}`, `${goal.name} ${label.toLowerCase()}`, value),
  });
  const change = useSetGoalStatus(useOpenLedger().ledgerId);
  const pending = change.isPending ? change.variables.status : undefined;
  const buttonTo = (to: Goal["status"]): ComponentProps<typeof Button> => ({
    size: "small",
    pending: pending === to,
    disabled: pending !== undefined && pending !== to,
    onClick: () => change.mutate({ id, status: to }),
  });
  const close = (
    <Button size="small" icon="close" onClick={onClose}>
      Close
    </Button>
  );
  return (
    <div className="goal-details" ref={scrollAndFocus} tabIndex={-1}>
      <Card title="Goal Details" description={goal.name} action={close} flush>
        <div className="stats">
          <StatCard {...sum("Current Amount", money(currentAmount))} />
          <StatCard {...sum("Target Amount", money(targetAmount))} />
          <StatCard {...sum("Remaining", money(left))} />
          <StatCard label="Progress" value={`${percent}%`} tone={left === 0 ? "on-track" : "neutral"} />
        </div>
        <div className="inset stack">
          <div className="split">
            <dl className="goal-dates">
              <Fact name="Start Date">{formatDate(startDate)}</Fact>
              <Fact name="Target Date">{formatDate(targetDate)}</Fact>
              {monthly > 0 && (
                <Fact name="Needed per month">
                  <WhyAmount of={`${goal.name} needed per month`} why={`goal-${id}`} text={money(monthly)} />
                </Fact>
              )}
            </dl>
            {onContribute && (
              <div className="row">
                {status !== "in-progress" && (
                  <Button variant="secondary" icon="undo" {...buttonTo("in-progress")}>
                    Reopen
                  </Button>
                )}
                {status === "in-progress" && (
                  <>
                    <Button variant="quiet" {...buttonTo("cancelled")}>
                      Stop this goal
                    </Button>
                    {isGoalReached(goal) && (
                      <Button variant="secondary" icon="check" {...buttonTo("completed")}>
                        Mark complete
                      </Button>
                    )}
                    {currentAmount > 0 && (
                      <Button size="small" onClick={() => onContribute(true)}>
                        Withdraw
                      </Button>
                    )}
                    <Button variant="primary" size="small" icon="plus" onClick={() => onContribute(false)}>
                      Add contribution
                    </Button>
                  </>
                )}
              </div>
            )}
          </div>
          {status === "in-progress" && <GoalChart goal={goal} formatDate={formatDate} />}
          <Milestones goal={goal} />
          <section aria-label="Contributions">
            <h3>Contributions</h3>
            <Contributions goal={goal} />
          </section>
        </div>
      </Card>
    </div>
  );
}

function Milestones({ goal }: { goal: Goal }) {
  const { money } = useMoney();
  const { ledgerId, can } = useOpenLedger();
  const milestones = useQuery(goalMilestones(ledgerId, goal.id));
  const mayChange = can("manage");
  const remove = useDeleteMilestone(ledgerId, goal.id);
  const { open, dialog } = useDialog();
  const edit = (milestone?: ReachableMilestone) =>
    open((close) => <MilestoneDialog goal={goal} milestone={milestone} onClose={close} />);
  const onDelete = ({ id }: ReachableMilestone) => remove.mutate({ milestoneId: id });
  const actions = { onEdit: edit, onDelete };
  return (
    <section aria-label="Milestones">
      <header className="split">
        <h3>Milestones</h3>
        {mayChange && (
          <Button size="small" icon="plus" onClick={() => edit()}>
            Add Milestone
          </Button>
        )}
      </header>
      <QueryResult queries={{ milestones }} failed="Failed to load milestones" height="2rem" lines={2}>
        {({ milestones: list }) =>
          list.length === 0 ? (
            <p className="muted">No milestones yet. Add one to track your progress!</p>
          ) : (
            <ul className="milestones">
              {list.map((milestone) => (
                <li key={milestone.id}>
                  <div className="milestone-name">
                    <p>{milestone.name}</p>
                    {milestone.description && <p className="muted">{milestone.description}</p>}
                  </div>
                  <WhyAmount of={milestone.name} why={`goal-${goal.id}`} text={money(milestone.amount)} />
                  {milestone.isReached ? <Badge tone="on-track">Reached</Badge> : <Badge>Not Reached</Badge>}
                  {mayChange && (
                    <div className="milestone-icons">
                      <EditButtons name={milestone.name} row={milestone} actions={actions} />
                    </div>
                  )}
                </li>
              ))}
            </ul>
          )
        }
      </QueryResult>
      {dialog}
    </section>
  );
}

/** Scrolls to the panel, or on wide screens to its card. Returns the focus when the panel closes, also by Back. */
function scrollAndFocus(panel: HTMLElement | null) {
  const opener = document.activeElement;
  panel?.focus({ preventScroll: true });
  const card = panel?.parentElement?.querySelector('.goal[data-open="true"]');
  (isWide() ? card : panel)?.scrollIntoView({ block: "nearest" });
  return () => {
    if (panel?.contains(document.activeElement) && opener instanceof HTMLElement) opener.focus();
  };
}

const SHOWN_AT_FIRST = 5;

/** A page of contributions, those before `before` or the latest ones; on request the earlier pages below it. */
export function Contributions({ goal, before }: { goal: Goal; before?: Id }) {
  const { money, net } = useMoney();
  const { timeZone } = useUser();
  const day = useToday();
  const { enteredBy } = usePeople();
  const [isOpen, setOpen] = useState(false);
  const contributions = useQuery(goalContributions(useOpenLedger().ledgerId, goal.id, before));
  const isFirst = before === undefined;
  return (
    <QueryResult queries={{ contributions }} failed="Failed to load contributions" height="2rem" lines={2}>
      {({ contributions: rows }) => {
        if (rows.length === 0) {
          const later = "Contributions and withdrawals from now on are listed here.";
          const text = goal.currentAmount > 0 ? later : "No contributions yet.";
          return isFirst && <p className="muted">{text}</p>;
        }
        const dateOf = ({ at }: { at: number }) => today(at, timeZone);
        const format = dayFormatter(rows.map(dateOf), day, locale);
        const shown = isFirst && !isOpen ? rows.slice(0, SHOWN_AT_FIRST) : rows;
        const isFull = rows.length === CONTRIBUTIONS_PAGE;
        const isMore = shown.length < rows.length || (isFull && !isOpen);
        return (
          <>
            <ul className="contributions">
              {shown.map(({ id, amount, balance, at, createdBy }) => (
                <li key={id}>
                  <div>
                    <p>
                      {amount < 0 ? "Withdrawal" : "Contribution"}
                      <EnteredBy person={enteredBy(createdBy)} />
                    </p>
                    <p className="muted">{format(dateOf({ at }))}</p>
                  </div>
                  <div className="contribution-amount">
                    <WhyAmount
                      of={`${goal.name} on ${format(dateOf({ at }))}`}
                      why={`goal-${goal.id}`}
                      text={net(amount)}
                    />
                    <p className="muted">
                      <WhyLink of={`${goal.name} after it`} why={`goal-${goal.id}`} text={money(balance)} />
                    </p>
                  </div>
                </li>
              ))}
            </ul>
            {isMore && (
              <Button variant="quiet" size="small" onClick={() => setOpen(true)}>
                Show earlier
              </Button>
            )}
            {isOpen && isFull && <Contributions goal={goal} before={rows.at(-1)?.id} />}
          </>
        );
      }}
    </QueryResult>
  );
}

/** In percent of the box. */
const [LEFT, RIGHT, TOP, BOTTOM] = [2, 98, 12, 84];

function GoalChart({ goal, formatDate }: { goal: Goal; formatDate: (day: Day) => string }) {
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
  // Less than today's even share is not late yet: this month's contribution may still come.
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
        <desc>{`${money(current)} of ${money(target)} saved. An even pace would be at ${money(expected)} now: ${difference} ${schedule}.`}</desc>
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

/** Fits half of a phone's width: the target's amount is at the other end. */
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
