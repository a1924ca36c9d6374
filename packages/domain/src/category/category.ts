import type { Id } from "../id.ts";

/** A category and its transactions share one type. */
export const FLOWS = ["income", "expense"] as const;
export type Flow = (typeof FLOWS)[number];

/** Icon names with the labels that people see. */
export const CATEGORY_ICONS = {
  home: "Home",
  directions_car: "Car",
  restaurant: "Food",
  fitness_center: "Fitness",
  shopping_cart: "Shopping",
  movie: "Entertainment",
  school: "Education",
  medical_services: "Healthcare",
  savings: "Savings",
  payments: "Income",
  category: "Other",
} as const;
export type CategoryIcon = keyof typeof CATEGORY_ICONS;
export const CATEGORY_ICON_NAMES = Object.keys(CATEGORY_ICONS).filter(
  (name): name is CategoryIcon => name in CATEGORY_ICONS,
);

export const CATEGORY_COLORS = [
  "blue",
  "green",
  "red",
  "yellow",
  "purple",
  "pink",
  "indigo",
  "teal",
  "orange",
  "gray",
] as const;
export type CategoryColor = (typeof CATEGORY_COLORS)[number];

/** What is optional was added later and is absent from older ones. */
export type Category = {
  id: Id;
  name: string;
  description: string | null;
  icon: CategoryIcon;
  color: CategoryColor;
  type: Flow;
  group?: string | null | undefined;
  /** Its place in the order that people gave their categories. */
  position?: number | undefined;
  /** Keeps its history, but is offered no more. */
  archived?: boolean | undefined;
};

export function idsOf(type: Flow, categories: readonly Category[]): Set<Id> {
  return new Set(categories.filter((category) => category.type === type).map(({ id }) => id));
}

/**
 * A category without a type counts as income when its name contains salary or income, else as expense. `current`
 * is offered even if it is archived.
 */
export function offeredFor<T extends { id?: Id; name: string; type?: Flow | null; archived?: boolean }>(
  type: Flow,
  categories: readonly T[],
  current?: Id,
): T[] {
  return categories
    .filter((category) => (category.type ?? typeFromName(category.name)) === type)
    .filter(({ id, archived }) => !archived || (current !== undefined && id === current));
}

function typeFromName(name: string): Flow {
  return /salary|income/i.test(name) ? "income" : "expense";
}
