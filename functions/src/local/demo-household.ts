import type { CategoryColor, CategoryIcon, Flow } from "@coffer/domain/category";
import { addDays, type Day, dayOfMonth, weekday } from "@coffer/domain/day";
import { type Cents, cents } from "@coffer/domain/money";
import { firstDay, lastMonths, type Month, monthNumber, monthOfDay } from "@coffer/domain/month";

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

type Habit = { category: string; what: readonly string[]; from: number; to: number } & (
  | { on: number }
  | { weekdays: readonly number[]; chance: number }
);

/** A transaction on a day of the month, or on some weekdays with some probability. */
const HABITS: readonly Habit[] = [
  { category: "Salary", what: ["Pay, Ana · Northlight Studio"], from: 3620, to: 3620, on: 1 },
  { category: "Salary", what: ["Pay, Ben · City Library"], from: 3180, to: 3180, on: 15 },
  {
    category: "Freelance",
    what: ["Illustration, Magpie Press", "Poster, Harbour Festival"],
    from: 280,
    to: 640,
    on: 19,
  },
  { category: "Rent", what: ["Rent, Alder Street"], from: 1950, to: 1950, on: 2 },
  { category: "Utilities", what: ["Power and water"], from: 118, to: 176, on: 8 },
  { category: "Utilities", what: ["Internet and phones"], from: 109, to: 109, on: 12 },
  {
    category: "Groceries",
    what: ["Greenway Market", "Harris & Daughters", "Corner bakery"],
    from: 38,
    to: 96,
    weekdays: [2, 6],
    chance: 0.92,
  },
  {
    category: "Groceries",
    what: ["Corner bakery", "Farm stall"],
    from: 6,
    to: 24,
    weekdays: [0, 4],
    chance: 0.6,
  },
  {
    category: "Dining out",
    what: ["Lunch, Noodle Bar", "Coffee, Kestrel", "Dinner, Osteria Lina"],
    from: 7,
    to: 58,
    weekdays: [1, 3, 5],
    chance: 0.42,
  },
  {
    category: "Transport",
    what: ["Fuel", "Train tickets", "Parking"],
    from: 9,
    to: 62,
    weekdays: [1, 4, 6],
    chance: 0.4,
  },
  {
    category: "Health",
    what: ["Pharmacy", "Dentist", "Physiotherapy"],
    from: 12,
    to: 110,
    weekdays: [3],
    chance: 0.4,
  },
  {
    category: "Fitness",
    what: ["Climbing hall", "Swimming pool"],
    from: 9,
    to: 18,
    weekdays: [2, 0],
    chance: 0.35,
  },
  {
    category: "Entertainment",
    what: ["Cinema", "Concert tickets", "Board game"],
    from: 12,
    to: 64,
    weekdays: [5, 6],
    chance: 0.25,
  },
  { category: "Learning", what: ["Evening course", "Books"], from: 24, to: 90, on: 10 },
];

/** They put Dining out over its plan in the current month. */
const FEAST = ["Birthday dinner, Osteria Lina", "Brunch with the Okafors", "Sushi, Little Tokyo"];

/** Thirteen months up to and including `today`, the same for the same day. */
export function demoTransactions(today: Day): DemoTransaction[] {
  const months = lastMonths(monthOfDay(today), 13);
  const random = generator(20_261);
  const all = months.flatMap((month) => daysOf(month, today).flatMap((day) => transactionsOn(day, random)));
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
  return HABITS.flatMap((habit) => {
    const happens =
      "on" in habit
        ? dayOfMonth(day) === habit.on
        : habit.weekdays.includes(weekday(day)) && random() < habit.chance;
    if (!happens) return [];
    const description = habit.what[Math.floor(random() * habit.what.length)] ?? habit.category;
    const amount = Math.round((habit.from + random() * (habit.to - habit.from)) * 100);
    const by = BENS.includes(habit.category) || description.includes("Ben") ? "ben" : "ana";
    return [{ by, category: habit.category, description, amount: cents(amount), date: day }];
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

function daysOf(month: Month, today: Day): Day[] {
  const days: Day[] = [];
  for (let day = firstDay(month); monthOfDay(day) === month && day <= today; day = addDays(day, 1))
    days.push(day);
  return days;
}

/** Numbers from 0 up to 1, the same for the same seed: Park and Miller's minimal standard generator. */
function generator(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state * 48_271) % 2_147_483_647;
    return state / 2_147_483_647;
  };
}
