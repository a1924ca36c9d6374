import type { Category } from "@coffer/domain/category";
import type { Month } from "@coffer/domain/month";
import { useQuery } from "@tanstack/react-query";
import { categoryBudget } from "../api/budgets.ts";
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
export function CategoryDialog({ category, ...rest }: Props) {
  return category ? <Edit category={category} {...rest} /> : <CategoryForm budget={null} {...rest} />;
}

/** Waits for what is planned now. When that cannot be read the amount falls back to 0. */
function Edit({ category, month, onClose }: Props & { category: Category }) {
  const planned = useQuery(categoryBudget(useOpenBudget().budget, month, category.id));
  if (planned.isPending) {
    return (
      <Dialog title="Edit Category" onClose={onClose}>
        <Skeleton height="2.5rem" lines={6} />
      </Dialog>
    );
  }
  return <CategoryForm category={category} budget={planned.data ?? null} month={month} onClose={onClose} />;
}
