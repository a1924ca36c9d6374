import {
  behindBy,
  type Goal,
  type GoalStatus,
  isGoalReached,
  neededIn,
  neededPerMonth,
  progressPercent,
  timeLeft,
} from "@coffer/domain/goal/goal";
import type { Day } from "@coffer/domain/time/day";
import { monthOfDay } from "@coffer/domain/time/month";
import { useId } from "react";
import { useSetGoalStatus } from "../../api/goals.ts";
import { useMoney } from "../../format/money.ts";
import { LiveMark } from "../../live/LiveMark.tsx";
import { useOpenLedger, useToday } from "../../selection/selection.ts";
import { Button } from "../../ui/base/Button.tsx";
import { EditButtons, type RowActions } from "../../ui/controls/EditButtons.tsx";
import { Badge } from "../../ui/display/Badge.tsx";
import { GoalBadge } from "../../ui/display/CategoryBadge.tsx";
import { Fact } from "../../ui/display/Fact.tsx";
import { ProgressBar } from "../../ui/display/ProgressBar.tsx";
import { WhyAmount } from "../../why/WhyLink.tsx";

export const STATUS = {
  "in-progress": { label: "In Progress", tone: "info" },
  completed: { label: "Completed", tone: "on-track" },
  cancelled: { label: "Cancelled", tone: "neutral" },
} as const satisfies Record<GoalStatus, object>;

type Props = {
  goal: Goal;
  formatDate: (day: Day) => string;
  open: boolean;
  onView: () => void;
  actions: RowActions<Goal> | undefined;
};

/** The element that gets the focus when the details close. */
export const viewButtonId = ({ id }: Goal) => `view-goal-${id}`;

export function GoalCard({ goal, formatDate, open, onView, actions }: Props) {
  const { money, whole } = useMoney();
  const today = useToday();
  const id = useId();
  const { name, description, icon, color, status, currentAmount, targetAmount, targetDate } = goal;
  const change = useSetGoalStatus(useOpenLedger().ledgerId);
  const complete = () => change.mutate({ id: goal.id, status: "completed" });
  const percent = progressPercent(currentAmount, targetAmount);
  const needed = neededPerMonth(goal, monthOfDay(today));
  const behind = behindBy(goal, today);
  const isLate = targetDate < today;
  const why = (of: string, text: string) => (
    <WhyAmount of={`${name} ${of}`} why={`goal-${goal.id}`} text={text} />
  );
  return (
    <article className="goal" aria-labelledby={id} data-open={open}>
      <header>
        <GoalBadge icon={icon} color={color} size="large" />
        <div className="grow">
          <h2 id={id}>{name}</h2>
          <LiveMark kind="goal" id={goal.id} />
          <Badge tone={STATUS[status].tone}>{STATUS[status].label}</Badge>
        </div>
        {actions && (
          <div className="goal-icons">
            <EditButtons name={name} row={goal} actions={actions} />
          </div>
        )}
      </header>
      {description && <p className="goal-description">{description}</p>}
      <div className="goal-progress">
        <p>
          <span className="muted">Progress</span>
          <strong>
            {status !== "cancelled" && currentAmount >= targetAmount && (
              <svg className="goal-mark" viewBox="0 0 24 24" aria-hidden="true">
                <circle cx="12" cy="12" r="10.5" pathLength="1" />
                <path d="M7 12.5l3.5 3.5L17 9" pathLength="1" />
              </svg>
            )}
            {percent}%
          </strong>
        </p>
        <ProgressBar label={`Progress of ${name}`} value={percent} color={color} />
      </div>
      <dl className="goal-facts">
        <Fact name="Current">{why("current", money(currentAmount))}</Fact>
        <Fact name="Target">{why("target", money(targetAmount))}</Fact>
        <Fact name="Deadline">{formatDate(targetDate)}</Fact>
        <Fact name="Remaining">{status === "in-progress" ? timeLeft(targetDate, today) : "—"}</Fact>
      </dl>
      {needed > 0 && (
        <p className="muted">
          {!isLate && (
            <>
              needs {why("needs a month", whole(needed))} {neededIn(goal, monthOfDay(today))}
            </>
          )}
          {behind > 0 && (
            <>
              {!isLate && ", "}
              {why("behind", whole(behind))} behind
            </>
          )}
        </p>
      )}
      {isGoalReached(goal) && actions && (
        <Button fullWidth icon="check" aria-describedby={id} pending={change.isPending} onClick={complete}>
          Mark complete
        </Button>
      )}
      <Button
        id={viewButtonId(goal)}
        variant="secondary"
        fullWidth
        aria-describedby={id}
        aria-expanded={open}
        onClick={onView}
      >
        View Details
      </Button>
    </article>
  );
}
