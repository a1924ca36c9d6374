import * as v from "valibot";
import {
  choice,
  count,
  flag,
  freeText,
  identity,
  later,
  managed,
  requiredText,
} from "../definition/field.ts";
import { defineKind, type ThingOf } from "../definition/kind.ts";
import { DESCRIPTION_MAX, NAME_MAX } from "../definition/values.ts";
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

export const category = defineKind("category", {
  id: identity(),
  name: requiredText("Name", "Name is required"),
  description: freeText("Description", DESCRIPTION_MAX),
  group: later(freeText("Group", NAME_MAX)),
  icon: choice("Icon", CATEGORY_ICON_NAMES, "Icon is required", CATEGORY_ICONS),
  color: choice("Color", CATEGORY_COLORS, "Color is required"),
  type: choice("Type", FLOWS, "Type must be income or expense"),
  /** Its place in the order that people gave their categories. */
  position: managed(later(count(null, v.pipe(v.number(), v.safeInteger(), v.minValue(0))))),
  /** Keeps its history, but is offered no more. */
  archived: managed(later(flag(null, "Archived must be true or false"))),
});
export type Category = ThingOf<typeof category>;

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
