import type { Category } from "@coffer/domain/category";
import type { Month } from "@coffer/domain/month";
import { useQuery } from "@tanstack/react-query";
import { categoryBudget } from "../api/budgets.ts";
import { useSaveCategory } from "../api/save-category.ts";
import { useOpenBudget } from "../shell/selection.ts";
import { Dialog } from "../ui/Dialog.tsx";
import { Skeleton } from "../ui/Skeleton.tsx";
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
      {category ? <Edit category={category} {...form} /> : <CategoryForm budget={null} {...form} />}
    </Dialog>
  );
}

type EditProps = Props & { category: Category; save: ReturnType<typeof useSaveCategory> };

/** Waits for what is planned now. When that cannot be read the amount falls back to 0. */
function Edit(props: EditProps) {
  const planned = useQuery(categoryBudget(useOpenBudget().budget, props.month, props.category.id));
  if (planned.isPending) return <Skeleton height="2.5rem" lines={8} />;
  return <CategoryForm budget={planned.data ?? null} {...props} />;
}
