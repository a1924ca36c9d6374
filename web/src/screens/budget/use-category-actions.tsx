import type { Category, Flow } from "@coffer/domain/category/category";
import { archive } from "@coffer/domain/category/category-moves";
import type { Place } from "@coffer/domain/category/category-order";
import { type Cents, ZERO } from "@coffer/domain/money/money";
import { useQuery } from "@tanstack/react-query";
import { monthBudgets, useSavePlan } from "../../api/budgets.ts";
import { useArrangeCategories } from "../../api/categories.ts";
import { lazyPart, useDialog } from "../../loading/lazy.tsx";
import { useCategories, useMonth, useOpenLedger } from "../../selection/selection.ts";

// Lazy: most visits open no form.
const CategoryDialog = lazyPart(() => import("../../forms/CategoryDialog.tsx"), "CategoryDialog");
const DeleteCategoryDialog = lazyPart(
  () => import("../../forms/DeleteCategoryDialog.tsx"),
  "DeleteCategoryDialog",
);
const CoverDialog = lazyPart(() => import("../../forms/CoverDialog.tsx"), "CoverDialog");
const GroupDialog = lazyPart(() => import("./GroupDialog.tsx"), "GroupDialog");

export type CategoryActions = NonNullable<ReturnType<typeof useCategoryActions>["actions"]>;

/** Actions on the categories of the chosen month; `actions` is undefined without the permission. */
export function useCategoryActions() {
  const { ledgerId, can } = useOpenLedger();
  const month = useMonth();
  const { data: categories = [] } = useCategories();
  const { data: budgets = [] } = useQuery(monthBudgets(ledgerId, month));
  const plan = useSavePlan(ledgerId, month);
  const arrange = useArrangeCategories(ledgerId);
  const { open, dialog } = useDialog();
  const actions = {
    add: (type: Flow) => open((close) => <CategoryDialog type={type} onClose={close} />),
    edit: (category: Category) => open((close) => <CategoryDialog category={category} onClose={close} />),
    remove: (category: Category) =>
      open((close) => <DeleteCategoryDialog category={category} onClose={close} />),
    plan({ id }: Category, projected: Cents) {
      const opened = budgets.find(({ categoryId }) => categoryId === id) ?? { projected: ZERO };
      plan.mutate({ categoryId: id, projected, opened });
    },
    cover: (category: Category) => open((close) => <CoverDialog category={category} onClose={close} />),
    arrange: (places: Place[]) => arrange.mutate({ places }),
    regroup(category: Category) {
      const { type, group } = category;
      open((close) => <GroupDialog type={type} group={group ?? ""} category={category} onClose={close} />);
    },
    renameGroup: (type: Flow, name: string) =>
      open((close) => <GroupDialog type={type} group={name} onClose={close} />),
    archive: ({ id, name }: Category, archived: boolean) =>
      arrange.mutate({
        places: archive(categories, id, archived),
        success: archived ? `${name} is archived` : `${name} is back`,
      }),
  };
  return { actions: can("categories") ? actions : undefined, dialog };
}
