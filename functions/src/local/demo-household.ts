import type { CategoryColor, CategoryIcon, Flow } from "@coffer/domain/category/category";
import { type Cents, cents, ZERO } from "@coffer/domain/money/money";
import type { AccountKind } from "@coffer/domain/money-account/account";
import type { Frequency } from "@coffer/domain/subscription/rhythm";
import { addDays, compareDays, type Day, dayOfMonth, weekday } from "@coffer/domain/time/day";
import {
  addMonthsTo,
  daysOf,
  firstDay,
  lastMonths,
  type Month,
  monthNumber,
  monthOfDay,
} from "@coffer/domain/time/month";

const category = (
  name: string,
  description: string,
  icon: CategoryIcon,
  color: CategoryColor,
  dollars: number,
  group: string | null,
  type: Flow = "expense",
) => ({ name, description, icon, color, group, type, projected: cents(dollars * 100) });

export const SAVINGS = "Emergency fund";
export const TRIP = "Two weeks in Lisbon";

/** Every dollar of the income is planned, what goes into the goals included. */
export const CATEGORIES = [
  category("Salary", "Ana's and Ben's pay", "payments", "green", 6840, null, "income"),
  category("Freelance", "Ben's illustration work", "savings", "teal", 600, null, "income"),
  category("Rent", "Two rooms on Alder Street", "home", "indigo", 1950, "Home"),
  category("Groceries", "Food and household", "shopping_cart", "green", 720, "Daily life"),
  category("Dining out", "Restaurants, lunches, coffee", "restaurant", "orange", 260, "Daily life"),
  category("Transport", "Fuel, trains, bike repairs", "directions_car", "blue", 310, "Daily life"),
  category("Utilities", "Power, water, internet, phones", "category", "yellow", 285, "Home"),
  category("Health", "Doctor, dentist, pharmacy", "medical_services", "red", 150, "Well-being"),
  category("Fitness", "Gym and climbing", "fitness_center", "teal", 95, "Well-being"),
  category("Entertainment", "Films, music, games", "movie", "purple", 120, "Free time"),
  category("Learning", "Ben's evening course, books", "school", "pink", 140, "Free time"),
  category("Student loan", "Ana's, until 2031", "school", "gray", 480, "Commitments"),
  category("Insurance", "Household, liability, car", "home", "blue", 290, "Commitments"),
  category("Pension", "Ana's and Ben's own", "savings", "purple", 1100, "Commitments"),
  category("Clothes and gifts", "Birthdays, shoes, coats", "shopping_cart", "pink", 360, "Free time"),
  category(SAVINGS, "Three months of what we spend", "savings", "green", 620, "Goals"),
  category(TRIP, "Flights, rooms and pastries", "category", "orange", 560, "Goals"),
];

export const PAID = "Vegetable box";
export const DEARER = "Climbing hall";
export const PAUSED = "Photo storage";
export const ON_TRIAL = "Music for two";

/** Name, dollars, frequency, category, the days until the next payment, and those since it was entered. */
export const SUBSCRIPTIONS: readonly [string, number, Frequency, string, number, number][] = [
  ["Film club", 13.99, "monthly", "Entertainment", 2, 20],
  [ON_TRIAL, 14.99, "monthly", "Entertainment", 5, 9],
  [DEARER, 58, "monthly", "Fitness", 11, 15],
  [PAID, 24.5, "weekly", "Groceries", 3, 17],
  ["Bicycle insurance", 31, "quarterly", "Transport", 40, 25],
  ["The Morning Paper", 119, "annually", "Learning", 74, 30],
  [PAUSED, 2.99, "monthly", "Utilities", 19, 6],
  // Overdue by now.
  ["Language course", 22, "monthly", "Learning", -2, 9],
];

const account = (
  name: string,
  kind: AccountKind,
  isSpendable: boolean,
  /** Dollars that it held so many months ago. */
  held: (monthsAgo: number) => number,
  debt: { rate: number; dollars: number } | null = null,
) => ({
  name,
  kind,
  isSpendable,
  ...(debt && { rate: debt.rate, payment: cents(debt.dollars * 100) }),
  held: (monthsAgo: number): Cents => cents(Math.round(held(monthsAgo) * 100)),
});

const WAVE = [0, -240, 160, -310, -70, 90, -180, 40, -260, 120, -30, -150, 60];

/** The savings hold what was put aside for goals; the loan ends in 2031, as its category says. */
export const ACCOUNTS = [
  account("Joint account, Alder Bank", "current", true, (ago) => 3_861.4 + (WAVE[ago] ?? 0)),
  account("Savings", "savings", false, (ago) => 18_240 - 1_130 * ago),
  account("Card", "card", true, (ago) => -412.35 + 3 * (WAVE[ago] ?? 0) * 0.2),
  account("Student loan, Ana", "loan", false, (ago) => -25_900 - 396 * ago, { rate: 3.9, dollars: 480 }),
];

export type DemoTransaction = {
  by: "ana" | "ben";
  category: string;
  description: string;
  amount: Cents;
  date: Day;
};

const BENS = ["Freelance", "Transport", "Utilities", "Learning"];

type When = { on: number } | { weekdays: number[]; chance: number };

const weekly = (chance: number, ...weekdays: number[]): When => ({ weekdays, chance });

/** A transaction of `from` to `to` dollars on a day of the month, or on some weekdays with some probability. */
const habit = (category: string, from: number, to: number, when: When, ...what: string[]) => ({
  category,
  from,
  to,
  when,
  what,
});

const HABITS = [
  habit("Salary", 3620, 3620, { on: 1 }, "Pay, Ana · Northlight Studio"),
  habit("Salary", 3180, 3180, { on: 15 }, "Pay, Ben · City Library"),
  habit("Freelance", 280, 640, { on: 19 }, "Illustration, Magpie Press", "Poster, Harbour Festival"),
  habit("Rent", 1950, 1950, { on: 2 }, "Rent, Alder Street"),
  habit("Utilities", 118, 176, { on: 8 }, "Power and water"),
  habit("Utilities", 109, 109, { on: 12 }, "Internet and phones"),
  habit("Groceries", 38, 96, weekly(0.92, 2, 6), "Greenway Market", "Harris & Daughters", "Corner bakery"),
  habit("Groceries", 6, 24, weekly(0.6, 0, 4), "Corner bakery", "Farm stall"),
  habit(
    "Dining out",
    7,
    58,
    weekly(0.42, 1, 3, 5),
    "Lunch, Noodle Bar",
    "Coffee, Kestrel",
    "Dinner, Osteria Lina",
  ),
  habit("Transport", 9, 62, weekly(0.4, 1, 4, 6), "Fuel", "Train tickets", "Parking"),
  habit("Health", 12, 110, weekly(0.4, 3), "Pharmacy", "Dentist", "Physiotherapy"),
  habit("Fitness", 9, 18, weekly(0.35, 2, 0), "Climbing hall", "Swimming pool"),
  habit("Entertainment", 12, 64, weekly(0.25, 5, 6), "Cinema", "Concert tickets", "Board game"),
  habit("Learning", 24, 90, { on: 10 }, "Evening course", "Books"),
  habit("Student loan", 480, 480, { on: 4 }, "Student loan"),
  habit("Insurance", 290, 290, { on: 5 }, "Insurances, Alder & Sons"),
  habit("Pension", 1100, 1100, { on: 3 }, "Pension savings"),
  habit("Clothes and gifts", 22, 120, weekly(0.55, 6), "Shoes", "A present for Ines", "Winter coat"),
];

const FEAST = ["Birthday dinner, Osteria Lina", "Brunch with the Okafors", "Sushi, Little Tokyo"];

export function demoTransactions(today: Day): DemoTransaction[] {
  const random = generator(20_261);
  const days = demoMonths(today)
    .flatMap(daysOf)
    .filter((day) => day <= today);
  const all = days.flatMap((day) => transactionsOn(day, random));
  return [...all, ...feast(today), ...putAside(today)].sort((a, b) => compareDays(a.date, b.date));
}

export const demoMonths = (today: Day): Month[] => lastMonths(monthOfDay(today), 13);

/** The month from which they save for the trip instead of the emergency fund. */
export const tripBegins = (today: Day): Month => addMonthsTo(monthOfDay(today), -6);

/** More for groceries and fun in December, and less for clothes and gifts, which were bought before. */
const FESTIVE: Record<string, number> = {
  Groceries: 80,
  "Dining out": 60,
  Entertainment: 40,
  "Clothes and gifts": -180,
};

export function planned({ name, projected }: (typeof CATEGORIES)[number], month: Month, today: Day): Cents {
  const beforeTrip = month < tripBegins(today);
  if (name === TRIP && beforeTrip) return ZERO;
  const trip = name === SAVINGS && beforeTrip ? projectedOf(TRIP) : 0;
  const festive = monthNumber(month) === 12 ? (FESTIVE[name] ?? 0) : 0;
  return cents(projected + trip + festive * 100);
}

const projectedOf = (name: string) => CATEGORIES.find((demo) => demo.name === name)?.projected ?? 0;

function putAside(today: Day): DemoTransaction[] {
  return demoMonths(today).flatMap((month, index) =>
    CATEGORIES.filter(({ name }) => name === SAVINGS || name === TRIP).flatMap((demo) => {
      const [amount, date] = [planned(demo, month, today), addDays(firstDay(month), 5)];
      if (amount === 0 || date > today) return [];
      const by = index % 3 === 1 ? "ben" : "ana";
      return [{ by, category: demo.name, description: `Put aside: ${demo.name}`, amount, date } as const];
    }),
  );
}

function transactionsOn(day: Day, random: () => number): DemoTransaction[] {
  return HABITS.flatMap(({ category, from, to, when, what }) => {
    const happens =
      "on" in when
        ? dayOfMonth(day) === when.on
        : when.weekdays.includes(weekday(day)) && random() < when.chance;
    if (!happens) return [];
    const description = what[Math.floor(random() * what.length)] ?? category;
    const amount = Math.round((from + random() * (to - from)) * 100);
    const by = BENS.includes(category) || description.includes("Ben") ? "ben" : "ana";
    return [{ by, category, description, amount: cents(amount), date: day }];
  });
}

function feast(today: Day): DemoTransaction[] {
  const start = firstDay(monthOfDay(today));
  return FEAST.map((description, index) => {
    const date = addDays(today, -index);
    const isEarlier = date < start;
    return {
      by: index % 2 === 0 ? "ana" : "ben",
      category: "Dining out",
      description,
      amount: cents(9_850 + index * 2_340),
      date: isEarlier ? start : date,
    };
  });
}

/** Deterministic numbers from 0 up to 1 (Park and Miller's minimal standard generator). */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}
