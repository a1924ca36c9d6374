import type { Category, CategoryKind } from "../category/category.ts";
import type { Goal } from "../goal/goal.ts";
import type { Id } from "../id.ts";
import { type Cents, sum } from "../money/money.ts";
import { isRarerThanMonthly } from "../subscription/rhythm.ts";
import { billsOf, isRunning, type Subscription, yearlyCost } from "../subscription/subscription.ts";
import type { Day } from "../time/day.ts";
import { historyOf } from "./budget.ts";
import { isSteady } from "./forecast.ts";

type Kinded = Pick<Category, "id" | "type" | "kind">;

type Rows = {
  today: Day;
  subscriptions: readonly Subscription[];
  goals: readonly Goal[];
  /** The months before, oldest first. */
  history: readonly { budgets: readonly { categoryId: Id; actual: Cents }[] }[];
  plans: readonly { categoryId: Id; projected: Cents }[];
};

/**
 * The kind of each category. Where nobody chose: one that a goal is saved in, or whose bills all come less often than
 * monthly, is set aside; one that its bills are at least half of, or that costs the same every month, is a bill; all
 * others are everyday.
 */
export const kindsOf = (categories: readonly Kinded[], rows: Rows): Map<Id, CategoryKind> =>
  new Map(categories.map((category) => [category.id, category.kind ?? workedOut(category, rows)]));

function workedOut({ id, type }: Kinded, { today, subscriptions, goals, history, plans }: Rows) {
  if (type === "income") return "everyday";
  if (goals.some((goal) => goal.categoryId === id && goal.status === "in-progress")) return "set-aside";
  const used = historyOf(id, history)?.actuals ?? [];
  const bills = billsOf(id, subscriptions).filter((sub) => isRunning(sub, today));
  // The month in between: a year's insurance that was paid once in three months is no usual month.
  const usual = middle(used);
  const cost = sum(bills.map(yearlyCost)) / 12;
  // What a month puts aside is more than the bill's twelfth: the plan says nothing of such bills.
  const areRare = bills.every(({ frequency }) => isRarerThanMonthly(frequency));
  const planned = plans.find(({ categoryId }) => categoryId === id)?.projected ?? 0;
  if (bills.length > 0 && cost * 2 >= (areRare ? usual : Math.max(usual, planned))) {
    return areRare ? "set-aside" : "bill";
  }
  return usual > 0 && isSteady(used) ? "bill" : "everyday";
}

/** Of an even number the lower one. */
const middle = (amounts: readonly number[]): number =>
  amounts.toSorted((a, b) => a - b)[Math.floor((amounts.length - 1) / 2)] ?? 0;
