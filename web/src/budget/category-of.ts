import type { Category } from "@coffer/domain/category/category";

const NONE = { name: "No category", icon: "category", color: "gray" };

export const categoryOf = ({ categoryId }: { categoryId: number | null }, categories: Category[]) =>
  categories.find(({ id }) => id === categoryId) ?? NONE;
