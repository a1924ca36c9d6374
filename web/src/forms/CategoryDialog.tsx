import { historyOf } from "@coffer/domain/budget";
import type { Category } from "@coffer/domain/category";
import { type Month, previousMonth } from "@coffer/domain/month";
import { useQuery } from "@tanstack/react-query";
import { budgetHistory, categoryBudget } from "../api/budgets.ts";
import { useSaveCategory } from "../api/save-category.ts";
import { useOpenBudget } from "../shell/selection.ts";
import { Skeleton } from "../ui/display/Skeleton.tsx";
import { Dialog } from "../ui/overlays/Dialog.tsx";
import { CategoryForm } from "./CategoryForm.tsx";

type Props = {
  /** The month that its amount is planned for. */
  month: Month;
  /** The one to change; a new one without it. */
  category?: Category;
  onClose: () => void;
};

/** Add Category, Edit Category. */
export function CategoryDialog({ category, month, onClose }: Props) {
  const save = useSaveCategory(useOpenBudget().budget, month);
  const form = { month, save, onClose };
  return (
    <Dialog title={category ? "Edit Category" : "Add Category"} onClose={onClose} busy={save.isPending}>
      {category ? (
        <Edit category={category} {...form} />
      ) : (
        <CategoryForm budget={null} course={null} {...form} />
      )}
    </Dialog>
  );
}

type EditProps = Props & { category: Category; save: ReturnType<typeof useSaveCategory> };

/**
 * Waits for what is planned now, and for the year before, which says what to plan. When the one cannot be read the
 * amount falls back to 0; the other is left out.
 */
function Edit(props: EditProps) {
  const { budget } = useOpenBudget();
  const { category, month } = props;
  const planned = useQuery(categoryBudget(budget, month, category.id));
  const year = useQuery(budgetHistory(budget, previousMonth(month), 12));
  if (planned.isPending || year.isPending) return <Skeleton height="2.5rem" lines={8} />;
  const course = year.data ? historyOf(category.id, year.data) : null;
  return <CategoryForm budget={planned.data ?? null} course={course} {...props} />;
}
