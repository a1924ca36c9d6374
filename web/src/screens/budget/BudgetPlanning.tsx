import type { Budget } from "@coffer/domain/budget/budget";
import type { Category } from "@coffer/domain/category/category";
import { groups } from "@coffer/domain/category/category-order";
import { FLOWS } from "@coffer/domain/category/choices";
import { sum } from "@coffer/domain/money/money";
import { monthLabel } from "@coffer/domain/time/month";
import { useQuery } from "@tanstack/react-query";
import type { ReactNode } from "react";
import { useResetActuals } from "../../api/budgets.ts";
import { ActualsSince } from "../../budget/ActualsSince.tsx";
import { StarterOffer } from "../../budget/StarterOffer.tsx";
import { useBudgetRow } from "../../budget/use-budget-row.ts";
import { PlanLink, usePlanNext } from "../../links/PlanLink.tsx";
import { QueryResult } from "../../loading/QueryResult.tsx";
import { useMonth, useOpenBudget } from "../../selection/selection.ts";
import { Button } from "../../ui/base/Button.tsx";
import { Card } from "../../ui/display/Card.tsx";
import { Skeleton } from "../../ui/display/Skeleton.tsx";
import { PageHeader } from "../../ui/layout/Frame.tsx";
import { useIsDesktop } from "../../ui/layout/use-is-desktop.ts";
import { useConfirm } from "../../ui/overlays/confirm.ts";
import { ArchivedCategories } from "./ArchivedCategories.tsx";
import { CategoryTable } from "./CategoryTable.tsx";
import { LeftToPlan } from "./LeftToPlan.tsx";
import { MonthlyOverview } from "./MonthlyOverview.tsx";
import { NoPlan } from "./NoPlan.tsx";
import { reads } from "./reads.ts";
import { useCategoryActions } from "./use-category-actions.tsx";

export function BudgetPlanning() {
  const { budget } = useOpenBudget();
  const month = useMonth();
  const { actions, dialog } = useCategoryActions();
  const confirm = useConfirm();
  const reset = useResetActuals(budget);
  const read = reads({ budget, month });
  const categories = useQuery(read.categories);
  const budgets = useQuery(read.budgets);
  const confirmReset = () =>
    confirm({
      title: "Reset Actuals",
      body: `All actual amounts of ${monthLabel(month)} will count from zero again. What you projected and your transactions stay.`,
      action: { label: "Reset", pendingLabel: "Resetting...", run: () => reset.mutateAsync(month) },
    });
  // On phones at the end, where no thumb meets it on the way to Add Category.
  const isDesktop = useIsDesktop();
  const resetButton = (
    <Button variant="secondary" icon="undo" onClick={confirmReset}>
      Reset Actuals
    </Button>
  );
  const next = usePlanNext(budgets.data ?? []);
  const planNext = next && (
    <PlanLink variant="secondary" month={next.month}>
      {next.label}
    </PlanLink>
  );
  return (
    <>
      <PageHeader title="Budget Planning">
        {actions && (
          <>
            {isDesktop && resetButton}
            {isDesktop && planNext}
            <Button icon="plus" aria-label="Add Category" onClick={() => actions.add("expense")}>
              {isDesktop ? "Add Category" : "Add"}
            </Button>
          </>
        )}
      </PageHeader>
      <QueryResult
        queries={{ categories, budgets }}
        failed="Failed to fetch budgets"
        pending={<BudgetSkeleton />}
      >
        {(data) => (
          <>
            <ActualsSince month={month} budgets={data.budgets} />
            {actions &&
              data.categories.length > 0 &&
              data.budgets.every(({ projected }) => projected === 0) && <NoPlan month={month} />}
            <StarterOffer month={month} categories={data.categories} again />
            <MonthlyOverview {...data} />
            <BudgetColumns {...data}>
              <CategoryTable {...data} actions={actions} type="income" />
              <CategoryTable {...data} actions={actions} type="expense" />
            </BudgetColumns>
            <ArchivedCategories {...data} actions={actions} />
            {actions && !isDesktop && (
              <div className="row">
                {planNext}
                {resetButton}
              </div>
            )}
            {data.categories.length > 0 && <LeftToPlan {...data} />}
          </>
        )}
      </QueryResult>
      {dialog}
    </>
  );
}

function BudgetSkeleton() {
  return (
    <>
      <MonthlyOverview />
      <Card title="Income Categories">
        <Skeleton height="1.5rem" lines={2} />
      </Card>
      <Card title="Expense Categories">
        <Skeleton height="1.5rem" lines={6} />
      </Card>
    </>
  );
}

type ColumnsProps = { categories: Category[]; budgets: Budget[]; children: ReactNode };

/** Gives the columns of both lists the width of the longest amount in either. */
function BudgetColumns({ categories, budgets, children }: ColumnsProps) {
  const rowOf = useBudgetRow();
  const lengths = FLOWS.flatMap((type) => {
    const shown = groups(type, categories, budgets);
    const total = {
      projected: sum(shown.map(({ projected }) => projected)),
      actual: sum(shown.map(({ actual }) => actual)),
    };
    return [total, ...shown, ...shown.flatMap(({ rows }) => rows)].flatMap(({ projected, actual }) => {
      const { text } = rowOf(type, projected, actual);
      return [text.projected.length, text.actual.length, text.difference.length];
    });
  });
  const style = { "--amount-chars": Math.max(...lengths) };
  return (
    <div className="budget-columns stack" style={style}>
      {children}
    </div>
  );
}
