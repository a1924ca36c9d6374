import type { CategoryColor, CategoryIcon, CategoryKind, Flow } from "../category/category.ts";
import { type Cents, cents, sum } from "../money/money.ts";

export const HOUSEHOLDS = ["single", "couple", "family", "student", "blank"] as const;
export type Household = (typeof HOUSEHOLDS)[number];

const LOOKS = {
  Salary: ["payments", "green"],
  "Job and grants": ["payments", "green"],
  Housing: ["home", "blue"],
  Utilities: ["category", "yellow"],
  Groceries: ["shopping_cart", "green"],
  "Dining out": ["restaurant", "orange"],
  Transport: ["directions_car", "indigo"],
  Healthcare: ["medical_services", "red"],
  Children: ["school", "pink"],
  Education: ["school", "indigo"],
  Insurance: ["category", "gray"],
  Clothing: ["shopping_cart", "purple"],
  "Sport and fitness": ["fitness_center", "teal"],
  Entertainment: ["movie", "purple"],
  Gifts: ["category", "pink"],
  Savings: ["savings", "teal"],
} as const satisfies Record<string, readonly [icon: CategoryIcon, color: CategoryColor]>;
type Name = keyof typeof LOOKS;

/** All other kinds are inferred from transactions. */
const KINDS: Partial<Record<Name, CategoryKind>> = {
  Housing: "bill",
  Utilities: "bill",
  Insurance: "set-aside",
  Savings: "set-aside",
};

type Starter = {
  income: Name;
  /** Thousandths of the income; the rest goes to Savings. */
  shares: readonly (readonly [Name, number])[];
};

const STARTERS: Record<Exclude<Household, "blank">, Starter> = {
  single: {
    income: "Salary",
    shares: [
      ["Housing", 320],
      ["Utilities", 60],
      ["Groceries", 110],
      ["Dining out", 70],
      ["Transport", 90],
      ["Healthcare", 50],
      ["Clothing", 40],
      ["Sport and fitness", 30],
      ["Entertainment", 50],
    ],
  },
  couple: {
    income: "Salary",
    shares: [
      ["Housing", 290],
      ["Utilities", 60],
      ["Groceries", 130],
      ["Dining out", 70],
      ["Transport", 90],
      ["Healthcare", 50],
      ["Insurance", 30],
      ["Clothing", 40],
      ["Entertainment", 50],
      ["Gifts", 20],
    ],
  },
  family: {
    income: "Salary",
    shares: [
      ["Housing", 280],
      ["Utilities", 70],
      ["Groceries", 160],
      ["Dining out", 40],
      ["Transport", 100],
      ["Healthcare", 60],
      ["Children", 80],
      ["Insurance", 40],
      ["Clothing", 40],
      ["Sport and fitness", 20],
      ["Entertainment", 30],
      ["Gifts", 10],
    ],
  },
  student: {
    income: "Job and grants",
    shares: [
      ["Housing", 380],
      ["Groceries", 180],
      ["Education", 120],
      ["Transport", 70],
      ["Dining out", 70],
      ["Entertainment", 60],
      ["Clothing", 30],
    ],
  },
};

/** Expenses are in whole units; Savings takes the rest of the income, to the cent. Empty for a blank start. */
export function starterSet(household: Household, income: Cents): StarterCategory[] {
  if (household === "blank") return [];
  const { income: source, shares } = STARTERS[household];
  const expenses = shares.map(([name, share]) => starter(name, "expense", wholeUnits(income * share)));
  const left = cents(income - sum(expenses.map(({ projected }) => projected)));
  return [starter(source, "income", income), ...expenses, starter("Savings", "expense", left)];
}

function starter(name: Name, type: Flow, projected: Cents) {
  const [icon, color] = LOOKS[name];
  const kind = KINDS[name];
  return { name, icon, color, type, projected, ...(kind && { kind }) };
}
export type StarterCategory = ReturnType<typeof starter>;

/** From thousandths of a cent, rounded down. */
const wholeUnits = (thousandths: number): Cents => cents(Math.floor(thousandths / 100_000) * 100);
