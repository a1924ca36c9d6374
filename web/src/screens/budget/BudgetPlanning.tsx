import type { Budget } from "@coffer/domain/budget";
import type { Category, Flow } from "@coffer/domain/category";
import { archive, groupNames, moveTo, renameGroup } from "@coffer/domain/category-moves";
import { ZERO } from "@coffer/domain/money";
import { monthLabel } from "@coffer/domain/month";
import { useQuery } from "@tanstack/react-query";
import { Suspense, useState } from "react";
import { useArrangeCategories } from "../../api/arrange-categories.ts";
import { useResetActuals, useSavePlan } from "../../api/budgets.ts";
import { ActualsSince } from "../../shell/ActualsSince.tsx";
import { lazyComponent } from "../../shell/lazy.ts";
import { PlanLink, usePlanNext } from "../../shell/PlanLink.tsx";
import { QueryResult } from "../../shell/QueryResult.tsx";
import { StarterOffer } from "../../shell/StarterOffer.tsx";
import { useMonth, useOpenBudget } from "../../shell/selection.ts";
import { Button } from "../../ui/base/Button.tsx";
import { LoadingBar } from "../../ui/base/LoadingBar.tsx";
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

type Open =
  | { dialog: "add"; type: Flow }
  | { dialog: "edit" | "delete" | "group" | "cover"; category: Category }
  | { dialog: "rename"; type: Flow; name: string };

export function BudgetPlanning() {
  const { budget, can } = useOpenBudget();
  const month = useMonth();
  const [open, setOpen] = useState<Open | null>(null);
  const confirm = useConfirm();
  const reset = useResetActuals(budget);
  const plan = useSavePlan(budget, month);
  const arrange = useArrangeCategories(budget);
  const read = reads({ budget, month });
  const categories = useQuery(read.categories);
  const budgets = useQuery(read.budgets);
  const mayChange = can("categories");
  const close = () => setOpen(null);
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
        add: (type) => setOpen({ dialog: "add", type }),
        edit: (category) => setOpen({ dialog: "edit", category }),
        remove: (category) => setOpen({ dialog: "delete", category }),
        plan: ({ id }, planned) => {
          const opened = budgets.data?.find(({ categoryId }) => categoryId === id) ?? { projected: ZERO };
          plan.mutate({ categoryId: id, projected: planned, opened });
        },
        cover: (category) => setOpen({ dialog: "cover", category }),
        arrange: (places) => arrange.mutate({ places }),
        regroup: (category) => setOpen({ dialog: "group", category }),
        renameGroup: (type, name) => setOpen({ dialog: "rename", type, name }),
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
            <Button
              icon="plus"
              aria-label="Add Category"
              onClick={() => setOpen({ dialog: "add", type: "expense" })}
            >
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
      <Suspense fallback={<LoadingBar />}>
        {open?.dialog === "add" && <CategoryDialog month={month} type={open.type} onClose={close} />}
        {open?.dialog === "edit" && <CategoryDialog month={month} category={open.category} onClose={close} />}
        {open?.dialog === "delete" && <DeleteCategory category={open.category} onClose={close} />}
        {open?.dialog === "cover" && (
          <CoverDialog
            category={open.category}
            month={month}
            categories={categories.data ?? []}
            budgets={budgets.data ?? []}
            onClose={close}
          />
        )}
        {open?.dialog === "group" && (
          <GroupDialog
            title={`Group of ${open.category.name}`}
            name={open.category.group ?? null}
            groups={groupNames(categories.data ?? [], open.category.type)}
            mayBeNone
            onSave={(group) =>
              arrange.mutate({
                places: moveTo(categories.data ?? [], open.category.id, { group, before: null }),
              })
            }
            onClose={close}
          />
        )}
        {open?.dialog === "rename" && (
          <GroupDialog
            title={`Rename ${open.name}`}
            name={open.name}
            groups={groupNames(categories.data ?? [], open.type)}
            onSave={(name) =>
              name !== null &&
              arrange.mutate({ places: renameGroup(categories.data ?? [], open.type, open.name, name) })
            }
            onClose={close}
          />
        )}
      </Suspense>
    </>
  );
}

/** There are categories, and none of them has a planned amount. */
function isUnplanned({ categories, budgets }: { categories: Category[]; budgets: Budget[] }): boolean {
  return categories.length > 0 && budgets.every(({ projected }) => projected === 0);
}
