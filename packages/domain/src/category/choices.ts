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
type Icon = keyof typeof CATEGORY_ICONS;
export const CATEGORY_ICON_NAMES = Object.keys(CATEGORY_ICONS).filter(
  (name): name is Icon => name in CATEGORY_ICONS,
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

/** At the end of a month a category keeps nothing, what is left, or what is left and what is over. */
export const CARRIES = ["none", "surplus", "all"] as const;
export const CARRY_NAMES: Record<(typeof CARRIES)[number], string> = {
  none: "Keeps nothing",
  surplus: "Keeps what is left",
  all: "Keeps what is left and what is over",
};

/** Spending day by day, bills due by a contract, and money that waits for something known. */
export const CATEGORY_KINDS = ["everyday", "bill", "set-aside"] as const;
export const KIND_NAMES: Record<(typeof CATEGORY_KINDS)[number], string> = {
  everyday: "Everyday",
  bill: "Bill",
  "set-aside": "Set aside",
};
