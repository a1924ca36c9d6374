import type { CategoryColor, CategoryIcon, Flow } from "@coffer/domain/category/category";
import { type Cents, cents } from "@coffer/domain/money/money";
import { addDays, type Day, dayOfMonth, weekday } from "@coffer/domain/time/day";
import { daysOf, firstDay, lastMonths, type Month, monthNumber, monthOfDay } from "@coffer/domain/time/month";

/** `projected` is what the household plans for it each month. */
type DemoCategory = {
  name: string;
  description: string;
  icon: CategoryIcon;
  color: CategoryColor;
  group: string | null;
  type: Flow;
  projected: Cents;
};

const category = (
  name: string,
  description: string,
  icon: CategoryIcon,
  color: CategoryColor,
  dollars: number,
  group: string | null,
  type: Flow = "expense",
): DemoCategory => ({ name, description, icon, color, group, type, projected: cents(dollars * 100) });

export const CATEGORIES: readonly DemoCategory[] = [
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
];

/** `by` is who enters it. */
export type DemoTransaction = {
  by: "ana" | "ben";
  category: string;
  description: string;
  amount: Cents;
  date: Day;
};

const BENS = ["Freelance", "Transport", "Utilities", "Learning"];

type When = { on: number } | { weekdays: readonly number[]; chance: number };

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
  habit(
    "Groceries",
    38,
    96,
    { weekdays: [2, 6], chance: 0.92 },
    "Greenway Market",
    "Harris & Daughters",
    "Corner bakery",
  ),
  habit("Groceries", 6, 24, { weekdays: [0, 4], chance: 0.6 }, "Corner bakery", "Farm stall"),
  habit(
    "Dining out",
    7,
    58,
    { weekdays: [1, 3, 5], chance: 0.42 },
    "Lunch, Noodle Bar",
    "Coffee, Kestrel",
    "Dinner, Osteria Lina",
  ),
  habit("Transport", 9, 62, { weekdays: [1, 4, 6], chance: 0.4 }, "Fuel", "Train tickets", "Parking"),
  habit("Health", 12, 110, { weekdays: [3], chance: 0.4 }, "Pharmacy", "Dentist", "Physiotherapy"),
  habit("Fitness", 9, 18, { weekdays: [2, 0], chance: 0.35 }, "Climbing hall", "Swimming pool"),
  habit(
    "Entertainment",
    12,
    64,
    { weekdays: [5, 6], chance: 0.25 },
    "Cinema",
    "Concert tickets",
    "Board game",
  ),
  habit("Learning", 24, 90, { on: 10 }, "Evening course", "Books"),
];

/** They put Dining out over its plan in the current month. */
const FEAST = ["Birthday dinner, Osteria Lina", "Brunch with the Okafors", "Sushi, Little Tokyo"];

/** Thirteen months up to and including `today`, the same for the same day. */
export function demoTransactions(today: Day): DemoTransaction[] {
  const months = lastMonths(monthOfDay(today), 13);
  const random = generator(20_261);
  const all = months.flatMap((month) =>
    daysUntil(month, today).flatMap((day) => transactionsOn(day, random)),
  );
  return [...all, ...feast(today)];
}

export const demoMonths = (today: Day): Month[] => lastMonths(monthOfDay(today), 13);

/** A little more for groceries and fun in December. */
export function planned(demo: DemoCategory, month: Month): Cents {
  const festive =
    monthNumber(month) === 12 && ["Groceries", "Dining out", "Entertainment"].includes(demo.name);
  return festive ? cents(demo.projected + 8_000) : demo.projected;
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
  return FEAST.map((description, index) => ({
    by: index % 2 === 0 ? "ana" : "ben",
    category: "Dining out",
    description,
    amount: cents(9_850 + index * 2_340),
    date: latest(addDays(today, -index), firstDay(monthOfDay(today))),
  }));
}

const latest = (a: Day, b: Day): Day => (a > b ? a : b);
const daysUntil = (month: Month, today: Day): Day[] => daysOf(month).filter((day) => day <= today);

/** Numbers from 0 up to 1, the same for the same seed: Park and Miller's minimal standard generator. */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}
