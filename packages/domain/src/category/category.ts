import * as v from "valibot";
import {
  choice,
  count,
  field,
  flag,
  freeText,
  identity,
  internal,
  later,
  laterOrNull,
  managed,
  notExported,
  requiredText,
} from "../definition/field.ts";
import { defineKind, type ThingOf } from "../definition/kind.ts";
import { DESCRIPTION_MAX, month, NAME_MAX, storedMonth } from "../definition/values.ts";
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

/** At the end of a month a category keeps nothing, what is left, or what is left and what is over. */
export const CARRIES = ["none", "surplus", "all"] as const;
export type Carry = (typeof CARRIES)[number];
const CARRY_NAMES: Record<Carry, string> = {
  none: "Keeps nothing",
  surplus: "Keeps what is left",
  all: "Keeps what is left and what is over",
};

/** What is spent day by day, what is due by a contract, and what waits for something known. */
export const CATEGORY_KINDS = ["everyday", "bill", "set-aside"] as const;
export type CategoryKind = (typeof CATEGORY_KINDS)[number];
const KIND_NAMES: Record<CategoryKind, string> = {
  everyday: "Everyday",
  bill: "Bill",
  "set-aside": "Set aside",
};

const carriesBefore = v.array(v.object({ before: month, carry: v.picklist(CARRIES) }));
const storedCarries = v.array(v.object({ before: storedMonth, carry: v.picklist(CARRIES) }));
const carryHistory = field(null, "text", {
  body: carriesBefore,
  reply: carriesBefore,
  stored: storedCarries,
  portable: carriesBefore,
});

export const chosenKind = choice(
  "Kind",
  CATEGORY_KINDS,
  "Kind must be everyday, bill or set-aside",
  KIND_NAMES,
);

export const category = defineKind("category", {
  id: identity(),
  name: requiredText("Name", "Name is required"),
  description: freeText("Description", DESCRIPTION_MAX),
  group: later(freeText("Group", NAME_MAX)),
  icon: choice("Icon", CATEGORY_ICON_NAMES, "Icon is required", CATEGORY_ICONS),
  color: choice("Color", CATEGORY_COLORS, "Color is required"),
  type: choice("Type", FLOWS, "Type must be income or expense"),
  carry: later(choice("What is left", CARRIES, "Carry must be none, surplus or all", CARRY_NAMES)),
  /** What it carried in the months before one, from the oldest; absent where the carry was never changed. */
  earlierCarries: internal(managed(later(carryHistory))),
  /** As a person chose it; null or absent where it is worked out. A line of a file says by `kind` what it is of. */
  kind: notExported(laterOrNull(chosenKind)),
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
