import type { Category } from "@coffer/domain/category/category";

type Shown = { name: string; icon: string; color: string };

/** A gray "No category" where there is none. */
export function categoryOf({ categoryId }: { categoryId: number | null }, categories: Category[]): Shown {
  return (
    categories.find(({ id }) => id === categoryId) ?? { name: "No category", icon: "category", color: "gray" }
  );
}
