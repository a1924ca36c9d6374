import { GOAL_STATUSES } from "@coffer/domain/goal/definition";
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
import { dayFormatter } from "@coffer/domain/time/format-day";
import { monthOfDay } from "@coffer/domain/time/month";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { Suspense, useId } from "react";
import type { Selection } from "../../api/call.ts";
import { goalList, useDeleteGoal, useSetGoalStatus } from "../../api/goals.ts";
import { locale } from "../../format/locale.ts";
import { useMoney } from "../../format/money.ts";
import { LiveMark } from "../../live/LiveMark.tsx";
import { lazyPart, useDialog } from "../../loading/lazy.tsx";
import { QueryResult } from "../../loading/QueryResult.tsx";
import { useChangeSearch, useOpenLedger, useToday } from "../../selection/selection.ts";
import { Button } from "../../ui/base/Button.tsx";
import { Skeleton } from "../../ui/base/Loading.tsx";
import { EditButtons, type RowActions } from "../../ui/controls/EditButtons.tsx";
import { Tabs } from "../../ui/controls/Tabs.tsx";
import { Badge } from "../../ui/display/Badge.tsx";
import { GoalBadge } from "../../ui/display/CategoryBadge.tsx";
import { EmptyState } from "../../ui/display/EmptyState.tsx";
import { Fact } from "../../ui/display/Fact.tsx";
import { ProgressBar } from "../../ui/display/ProgressBar.tsx";
import { PageHeader } from "../../ui/layout/Frame.tsx";
import { WhyAmount } from "../../why/WhyLink.tsx";
import "./Goals.css";

// Lazy: most visits open no goal and no form.
const ContributionDialog = lazyPart(() => import("../../forms/GoalDialog.tsx"), "ContributionDialog");
const GoalDetails = lazyPart(() => import("./GoalDetails.tsx"), "GoalDetails");
const GoalDialog = lazyPart(() => import("../../forms/GoalDialog.tsx"), "GoalDialog");

const route = getRouteApi("/app/goals");

export const reads = ({ ledgerId }: Pick<Selection, "ledgerId">) => ({ goals: goalList(ledgerId) });

const STATUS = {
  "in-progress": { label: "In Progress", tone: "info" },
  completed: { label: "Completed", tone: "on-track" },
  cancelled: { label: "Cancelled", tone: "neutral" },
} as const satisfies Record<GoalStatus, object>;

const TABS = [
  ...GOAL_STATUSES.map((id) => ({ id, label: STATUS[id].label })),
  { id: "all" as const, label: "All" },
];
type Tab = (typeof TABS)[number]["id"];

export function Goals() {
  const { ledgerId, can } = useOpenLedger();
  const { open, dialog } = useDialog();
  const remove = useDeleteGoal(ledgerId);
  const { tab = "in-progress", goal: goalId } = route.useSearch();
  const changeSearch = useChangeSearch();
  const goals = useQuery(goalList(ledgerId));
  const mayChange = can("manage");
  const create = mayChange ? () => open((close) => <GoalDialog onClose={close} />) : undefined;
  const onEdit = (goal: Goal) => open((close) => <GoalDialog goal={goal} onClose={close} />);
  const actions = mayChange ? { onEdit, onDelete: remove.mutate } : undefined;
  const contribute = (goal: Goal, withdraw: boolean) =>
    open((close) => <ContributionDialog goal={goal} withdraw={withdraw} onClose={close} />);
  const showTab = (id: Tab) => changeSearch({ tab: id === "in-progress" ? undefined : id });
  const inTab = (id: Tab) => goals.data?.filter(({ status }) => id === "all" || status === id) ?? [];
  const tabs = TABS.map((each) => (goals.data ? { ...each, count: inTab(each.id).length } : each));
  const shown = goals.data?.find(({ id }) => id === goalId);
  const dates = goals.data?.flatMap(({ startDate, targetDate }) => [startDate, targetDate]) ?? [];
  const formatDate = dayFormatter(dates, useToday(), locale);
  return (
    <>
      <PageHeader title="Financial Goals">
        {create && (
          <Button icon="plus" onClick={create}>
            Create goal
          </Button>
        )}
      </PageHeader>
      <div className="goals-layout" data-open={shown !== undefined}>
        <Tabs label="Goals by status" tabs={tabs} selected={tab} onSelect={showTab}>
          <div className="goals">
            <QueryResult queries={{ goals }} failed="Failed to load goals" pending={SKELETON}>
              {({ goals: all }) => {
                if (inTab(tab).length === 0) return <NoGoals isFirst={all.length === 0} onCreate={create} />;
                return inTab(tab).map((goal) => (
                  <GoalCard
                    key={goal.id}
                    goal={goal}
                    formatDate={formatDate}
                    open={goal.id === goalId}
                    onView={() => changeSearch({ goal: goal.id })}
                    actions={actions}
                  />
                ));
              }}
            </QueryResult>
          </div>
        </Tabs>
        <Suspense>
          {shown && (
            <GoalDetails
              key={shown.id}
              goal={shown}
              formatDate={formatDate}
              onClose={() => {
                document.getElementById(viewButtonId(shown))?.focus();
                changeSearch({ goal: undefined });
              }}
              onContribute={mayChange ? (withdraw) => contribute(shown, withdraw) : undefined}
            />
          )}
        </Suspense>
      </div>
      {dialog}
    </>
  );
}

function NoGoals({ isFirst, onCreate }: { isFirst: boolean; onCreate: (() => void) | undefined }) {
  const create = onCreate && (
    <Button icon="plus" variant={isFirst ? "primary" : "secondary"} onClick={onCreate}>
      {isFirst ? "Create your first goal" : "Create goal"}
    </Button>
  );
  return (
    <EmptyState illustration="goals" title="No financial goals found." action={create}>
      {isFirst
        ? "Enter a name, an amount and a date to see how far you have come."
        : "No goal has this status."}
    </EmptyState>
  );
}

const SKELETON = ["first", "second", "third"].map((card) => (
  <div key={card} className="goal">
    <Skeleton height="2.25rem" width="70%" />
    <Skeleton height="0.5rem" />
    <Skeleton height="1.25rem" lines={4} />
  </div>
));

type CardProps = {
  goal: Goal;
  formatDate: (day: Day) => string;
  open: boolean;
  onView: () => void;
  actions: RowActions<Goal> | undefined;
};

/** The element that gets the focus when the details close. */
const viewButtonId = ({ id }: Goal) => `view-goal-${id}`;

function GoalCard({ goal, formatDate, open, onView, actions }: CardProps) {
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
