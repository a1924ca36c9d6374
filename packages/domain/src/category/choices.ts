import { keysOf } from "../keys.ts";

/** A category and its transactions share one type. */
export const FLOWS = ["income", "expense"] as const;

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
export const CATEGORY_ICON_NAMES = keysOf(CATEGORY_ICONS);

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

/** A category carries into the next month: nothing, money left over, or also overspending. */
export const CARRY_NAMES = {
  none: "Keeps nothing",
  surplus: "Keeps what is left",
  all: "Keeps what is left and what is overspent",
} as const;
export const CARRIES = keysOf(CARRY_NAMES);

/** Day-to-day spending, bills due by contract, and money set aside for a known purpose. */
export const KIND_NAMES = { everyday: "Everyday", bill: "Bill", "set-aside": "Set aside" } as const;
export const CATEGORY_KINDS = keysOf(KIND_NAMES);
