import type { Budget } from "@coffer/domain/budget";
import type { Category, Flow } from "@coffer/domain/category";
import type { Cents } from "@coffer/domain/money";
import { monthLabel } from "@coffer/domain/month";
import { useQuery } from "@tanstack/react-query";
import { useState } from "react";
import { useResetActuals, useSavePlan } from "../../api/budgets.ts";
import { CategoryDialog } from "../../forms/CategoryDialog.tsx";
import { DeleteCategory } from "../../forms/DeleteCategory.tsx";
import { ActualsSince } from "../../shell/ActualsSince.tsx";
import { QueryResult } from "../../shell/QueryResult.tsx";
import { useMonth, useOpenBudget } from "../../shell/selection.ts";
import { Button } from "../../ui/base/Button.tsx";
import { PageHeader } from "../../ui/layout/Frame.tsx";
import { useIsDesktop } from "../../ui/layout/use-is-desktop.ts";
import { useConfirm } from "../../ui/overlays/confirm.ts";
import { BudgetSkeleton } from "./BudgetSkeleton.tsx";
import { CategoryTable } from "./CategoryTable.tsx";
import { LeftToPlan } from "./LeftToPlan.tsx";
import { MonthlyOverview } from "./MonthlyOverview.tsx";
import { NoPlan } from "./NoPlan.tsx";
import { reads } from "./reads.ts";
import "./BudgetPlanning.css";

type Open = { dialog: "add"; type: Flow } | { dialog: "edit" | "delete"; category: Category };

export function BudgetPlanning() {
  const { budget, can } = useOpenBudget();
  const month = useMonth();
  const [open, setOpen] = useState<Open | null>(null);
  const confirm = useConfirm();
  const reset = useResetActuals(budget);
  const plan = useSavePlan(budget, month);
  const read = reads({ budget, month });
  const categories = useQuery(read.categories);
  const budgets = useQuery(read.budgets);
  const ready = categories.data && budgets.data;
  const mayChange = can("categories");
  const close = () => setOpen(null);
  const askToReset = () =>
    confirm({
      title: "Reset Actuals",
      body: `All actual amounts of ${monthLabel(month)} will count from zero again. What you projected and your transactions stay.`,
      action: { label: "Reset", pendingLabel: "Resetting...", run: () => reset.mutateAsync(month) },
    });
  // On phones at the end, where no thumb meets it on the way to Add Category.
  const isDesktop = useIsDesktop();
  const resetButton = (
    <Button variant="secondary" icon="undo" onClick={askToReset}>
      Reset Actuals
    </Button>
  );
  const changes = mayChange && {
    onPlan: ({ id }: Category, planned: Cents) => plan.mutate({ categoryId: id, projected: planned }),
    onAdd: (type: Flow) => setOpen({ dialog: "add", type }),
    onEdit: (category: Category) => setOpen({ dialog: "edit", category }),
    onDelete: (category: Category) => setOpen({ dialog: "delete", category }),
  };
  return (
    <>
      <PageHeader title="Budget Planning" description={monthLabel(month)}>
        {mayChange && (
          <>
            {isDesktop && resetButton}
            <Button icon="plus" onClick={() => setOpen({ dialog: "add", type: "expense" })}>
              Add Category
            </Button>
          </>
        )}
      </PageHeader>
      <QueryResult
        data={ready && { categories: categories.data, budgets: budgets.data }}
        from={[categories, budgets]}
        failed="Failed to fetch budgets"
        pending={<BudgetSkeleton />}
      >
        {(data) => (
          <>
            <ActualsSince month={month} budgets={data.budgets} />
            {mayChange && isUnplanned(data) && <NoPlan month={month} categories={data.categories} />}
            <MonthlyOverview {...data} />
            <CategoryTable {...data} {...changes} type="income" />
            <CategoryTable {...data} {...changes} type="expense" />
            {mayChange && !isDesktop && resetButton}
            <LeftToPlan {...data} />
          </>
        )}
      </QueryResult>
      {open?.dialog === "add" && <CategoryDialog month={month} type={open.type} onClose={close} />}
      {open?.dialog === "edit" && <CategoryDialog month={month} category={open.category} onClose={close} />}
      {open?.dialog === "delete" && <DeleteCategory category={open.category} onClose={close} />}
    </>
  );
}

/** There are categories, and none of them has a planned amount. */
function isUnplanned({ categories, budgets }: { categories: Category[]; budgets: Budget[] }): boolean {
  return categories.length > 0 && budgets.every(({ projected }) => projected === 0);
}
