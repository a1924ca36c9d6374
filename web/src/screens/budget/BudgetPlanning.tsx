import type { Budget } from "@coffer/domain/budget";
import type { Category, Flow } from "@coffer/domain/category";
import { archive, moveTo, renameGroup } from "@coffer/domain/category-moves";
import { ZERO } from "@coffer/domain/money";
import { monthLabel } from "@coffer/domain/month";
import { useQuery } from "@tanstack/react-query";
import { useArrangeCategories } from "../../api/arrange-categories.ts";
import { useResetActuals, useSavePlan } from "../../api/budgets.ts";
import { ActualsSince } from "../../shell/ActualsSince.tsx";
import { lazyComponent } from "../../shell/lazy.ts";
import { PlanLink, usePlanNext } from "../../shell/PlanLink.tsx";
import { QueryResult } from "../../shell/QueryResult.tsx";
import { StarterOffer } from "../../shell/StarterOffer.tsx";
import { useMonth, useOpenBudget } from "../../shell/selection.ts";
import { useDialog } from "../../shell/use-dialog.tsx";
import { Button } from "../../ui/base/Button.tsx";
import { PageHeader } from "../../ui/layout/Frame.tsx";
import { useIsDesktop } from "../../ui/layout/use-is-desktop.ts";
import { useConfirm } from "../../ui/overlays/confirm.ts";
import { ArchivedCategories } from "./ArchivedCategories.tsx";
import { BudgetColumns } from "./BudgetColumns.tsx";
import { BudgetSkeleton } from "./BudgetSkeleton.tsx";
import { CategoryTable } from "./CategoryTable.tsx";
import type { CategoryActions } from "./category-actions.ts";
import { LeftToPlan } from "./LeftToPlan.tsx";
import { MonthlyOverview } from "./MonthlyOverview.tsx";
import { NoPlan } from "./NoPlan.tsx";
import { reads } from "./reads.ts";

// Lazy: most visits open no form.
const CategoryDialog = lazyComponent(() => import("../../forms/CategoryDialog.tsx"), "CategoryDialog");
const DeleteCategory = lazyComponent(() => import("../../forms/DeleteCategory.tsx"), "DeleteCategory");
const CoverDialog = lazyComponent(() => import("./CoverDialog.tsx"), "CoverDialog");
const GroupDialog = lazyComponent(() => import("./GroupDialog.tsx"), "GroupDialog");

export function BudgetPlanning() {
  const { budget, can } = useOpenBudget();
  const month = useMonth();
  const { open, dialog } = useDialog();
  const confirm = useConfirm();
  const reset = useResetActuals(budget);
  const plan = useSavePlan(budget, month);
  const arrange = useArrangeCategories(budget);
  const read = reads({ budget, month });
  const categories = useQuery(read.categories);
  const budgets = useQuery(read.budgets);
  const mayChange = can("categories");
  const add = (type: Flow) => open((close) => <CategoryDialog type={type} onClose={close} />);
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
  const next = usePlanNext();
  const planNext = next && (
    <PlanLink variant="secondary" month={next.month}>
      {next.label}
    </PlanLink>
  );
  const actions: CategoryActions | undefined = mayChange
    ? {
        add,
        edit: (category) => open((close) => <CategoryDialog category={category} onClose={close} />),
        remove: (category) => open((close) => <DeleteCategory category={category} onClose={close} />),
        plan: ({ id }, planned) => {
          const opened = budgets.data?.find(({ categoryId }) => categoryId === id) ?? { projected: ZERO };
          plan.mutate({ categoryId: id, projected: planned, opened });
        },
        cover: (category) => open((close) => <CoverDialog category={category} onClose={close} />),
        arrange: (places) => arrange.mutate({ places }),
        regroup: ({ id, name, type, group }) =>
          open((close) => (
            <GroupDialog
              title={`Group of ${name}`}
              type={type}
              name={group ?? null}
              mayBeNone
              placesFor={(all, chosen) => moveTo(all, id, { group: chosen, before: null })}
              onClose={close}
            />
          )),
        renameGroup: (type, name) =>
          open((close) => (
            <GroupDialog
              title={`Rename ${name}`}
              type={type}
              name={name}
              placesFor={(all, chosen) => renameGroup(all, type, name, chosen ?? name)}
              onClose={close}
            />
          )),
        archive: ({ id, name }, archived) =>
          arrange.mutate({
            places: archive(categories.data ?? [], id, archived),
            success: archived ? `${name} is archived` : `${name} is back`,
          }),
      }
    : undefined;
  return (
    <>
      <PageHeader title="Budget Planning">
        {mayChange && (
          <>
            {isDesktop && resetButton}
            {isDesktop && planNext}
            <Button icon="plus" aria-label="Add Category" onClick={() => add("expense")}>
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
            {mayChange && isUnplanned(data) && <NoPlan month={month} />}
            <StarterOffer month={month} categories={data.categories} again />
            <MonthlyOverview {...data} />
            <BudgetColumns {...data}>
              <CategoryTable {...data} actions={actions} type="income" />
              <CategoryTable {...data} actions={actions} type="expense" />
            </BudgetColumns>
            <ArchivedCategories {...data} actions={actions} />
            {mayChange && !isDesktop && (
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

/** There are categories, and none of them has a planned amount. */
function isUnplanned({ categories, budgets }: { categories: Category[]; budgets: Budget[] }): boolean {
  return categories.length > 0 && budgets.every(({ projected }) => projected === 0);
}
