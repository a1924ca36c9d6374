import { historyOf } from "@coffer/domain/budget";
import type { Category, Flow } from "@coffer/domain/category";
import { type Month, previousMonth } from "@coffer/domain/month";
import { useQuery } from "@tanstack/react-query";
import { budgetHistory, categoryBudget } from "../api/budgets.ts";
import { useSaveCategory } from "../api/save-category.ts";
import { useMonth, useOpenBudget } from "../shell/selection.ts";
import { Skeleton } from "../ui/display/Skeleton.tsx";
import { Dialog } from "../ui/overlays/Dialog.tsx";
import { CategoryForm } from "./CategoryForm.tsx";

type Props = {
  category?: Category;
  /** Of a new one; it can be changed in the form. */
  type?: Flow;
  onClose: () => void;
};

/** The projected amount is that of the chosen month. */
export function CategoryDialog({ category, type, onClose }: Props) {
  const month = useMonth();
  const save = useSaveCategory(useOpenBudget().budget, month);
  const form = { type, month, save, onClose };
  return (
    <Dialog title={category ? "Edit Category" : "Add Category"} onClose={onClose} busy={save.isPending}>
      {category ? (
        <Edit category={category} {...form} />
      ) : (
        <CategoryForm budget={null} history={null} {...form} />
      )}
    </Dialog>
  );
}

type EditProps = Props & { category: Category; month: Month; save: ReturnType<typeof useSaveCategory> };

/** Where the budget cannot be read its amount starts at 0; where the past year cannot be read it is left out. */
function Edit(props: EditProps) {
  const { budget } = useOpenBudget();
  const { category, month } = props;
  const planned = useQuery(categoryBudget(budget, month, category.id));
  const year = useQuery(budgetHistory(budget, previousMonth(month), 12));
  if (planned.isPending || year.isPending) return <Skeleton height="2.5rem" lines={8} />;
  const history = year.data ? historyOf(category.id, year.data) : null;
  return <CategoryForm budget={planned.data ?? null} history={history} {...props} />;
}
