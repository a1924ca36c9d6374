import { dayFormatter } from "@coffer/domain/day";
import type { Goal } from "@coffer/domain/goal";
import { useQuery } from "@tanstack/react-query";
import { Suspense } from "react";
import { useDeleteGoal } from "../../api/goals.ts";
import { QueryResult } from "../../shell/QueryResult.tsx";
import { useOpenBudget, useToday } from "../../shell/selection.ts";
import { Button } from "../../ui/base/Button.tsx";
import { Tabs } from "../../ui/controls/Tabs.tsx";
import { PageHeader } from "../../ui/layout/Frame.tsx";
import { GoalCard, viewButtonId } from "./GoalCard.tsx";
import { GoalsSkeleton } from "./GoalsSkeleton.tsx";
import { NoGoals } from "./NoGoals.tsx";
import { reads } from "./reads.ts";
import { useGoalSearch } from "./use-goal-search.ts";
import "./Goals.css";
import { lazyComponent } from "../../shell/lazy.ts";
import { useDialog } from "../../shell/use-dialog.tsx";

// Lazy: most visits open no goal and no form.
const ContributionDialog = lazyComponent(
  () => import("../../forms/ContributionDialog.tsx"),
  "ContributionDialog",
);
const GoalDetails = lazyComponent(() => import("./GoalDetails.tsx"), "GoalDetails");
const GoalDialog = lazyComponent(() => import("../../forms/GoalDialog.tsx"), "GoalDialog");

const TABS = [
  { id: "in-progress", label: "In Progress" },
  { id: "completed", label: "Completed" },
  { id: "cancelled", label: "Cancelled" },
  { id: "all", label: "All" },
] as const;

export function Goals() {
  const { budget, can } = useOpenBudget();
  const { open, dialog } = useDialog();
  const remove = useDeleteGoal(budget);
  const { tab, goalId, choose, show } = useGoalSearch();
  const goals = useQuery(reads({ budget }).goals);
  const create = can("manage") ? () => open((close) => <GoalDialog onClose={close} />) : undefined;
  const actions = can("manage") && {
    onEdit: (goal: Goal) => open((close) => <GoalDialog goal={goal} onClose={close} />),
    onDelete: (goal: Goal) => remove.mutate(goal),
  };
  const inTab = (id: (typeof TABS)[number]["id"]) =>
    goals.data?.filter(({ status }) => id === "all" || status === id) ?? [];
  const tabs = TABS.map((each) => (goals.data ? { ...each, count: inTab(each.id).length } : each));
  const shown = goals.data?.find(({ id }) => id === goalId);
  const formatDate = dayFormatter(
    (goals.data ?? []).flatMap(({ startDate, targetDate }) => [startDate, targetDate]),
    useToday(),
  );
  return (
    <>
      <PageHeader title="Financial Goals">
        {create && (
          <Button icon="plus" onClick={create}>
            Create Goal
          </Button>
        )}
      </PageHeader>
      <div className="goals-layout" data-open={shown !== undefined}>
        <Tabs label="Goals by status" tabs={tabs} selected={tab} onSelect={choose}>
          <div className="goals">
            <QueryResult queries={{ goals }} failed="Failed to load goals" pending={<GoalsSkeleton />}>
              {({ goals: all }) =>
                inTab(tab).length === 0 ? (
                  <NoGoals first={all.length === 0} onCreate={create} />
                ) : (
                  inTab(tab).map((goal) => (
                    <GoalCard
                      key={goal.id}
                      goal={goal}
                      formatDate={formatDate}
                      open={goal.id === goalId}
                      onView={() => show(goal.id)}
                      {...actions}
                    />
                  ))
                )
              }
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
                show(undefined);
              }}
              {...(can("manage") && {
                onContribute: (withdraw: boolean) =>
                  open((close) => <ContributionDialog goal={shown} withdraw={withdraw} onClose={close} />),
              })}
            />
          )}
        </Suspense>
      </div>
      {dialog}
    </>
  );
}
