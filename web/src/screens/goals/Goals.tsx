import { GOAL_STATUSES } from "@coffer/domain/goal/definition";
import type { Goal } from "@coffer/domain/goal/goal";
import { dayFormatter } from "@coffer/domain/time/format-day";
import { useQuery } from "@tanstack/react-query";
import { getRouteApi } from "@tanstack/react-router";
import { Suspense } from "react";
import type { Selection } from "../../api/call.ts";
import { goalList, useDeleteGoal } from "../../api/goals.ts";
import { locale } from "../../format/locale.ts";
import { lazyPart, useDialog } from "../../loading/lazy.tsx";
import { QueryResult } from "../../loading/QueryResult.tsx";
import { useChangeSearch, useOpenLedger, useToday } from "../../selection/selection.ts";
import { Button } from "../../ui/base/Button.tsx";
import { Skeleton } from "../../ui/base/Loading.tsx";
import { Tabs } from "../../ui/controls/Tabs.tsx";
import { EmptyState } from "../../ui/display/EmptyState.tsx";
import { PageHeader } from "../../ui/layout/Frame.tsx";
import { GoalCard, STATUS, viewButtonId } from "./GoalCard.tsx";
import "./Goals.css";

// Lazy: most visits open no goal and no form.
const ContributionDialog = lazyPart(() => import("../../forms/GoalDialog.tsx"), "ContributionDialog");
const GoalDetails = lazyPart(() => import("./GoalDetails.tsx"), "GoalDetails");
const GoalDialog = lazyPart(() => import("../../forms/GoalDialog.tsx"), "GoalDialog");

const route = getRouteApi("/app/goals");

export const reads = ({ ledgerId }: Pick<Selection, "ledgerId">) => ({ goals: goalList(ledgerId) });

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
        ? "A name, an amount and a date: that is all it takes to see how far you have come."
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
