import type { Category, CategoryKind } from "../category/category.ts";
import type { Goal } from "../goal/goal.ts";
import type { Id } from "../id.ts";
import { type Cents, sum } from "../money/money.ts";
import { isRarerThanMonthly } from "../subscription/rhythm.ts";
import { flowOf, isRunning, type Subscription, yearlyCost } from "../subscription/subscription.ts";
import type { Day } from "../time/day.ts";
import { historiesOf } from "./budget.ts";
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
export function kindsOf(categories: readonly Kinded[], rows: Rows): Map<Id, CategoryKind> {
  const { today, subscriptions } = rows;
  const facts: Facts = {
    saved: new Set(
      rows.goals.filter(({ status }) => status === "in-progress").map((goal) => goal.categoryId),
    ),
    bills: Map.groupBy(
      subscriptions.filter((sub) => flowOf(sub) === "expense" && isRunning(sub, today)),
      ({ categoryId }) => categoryId,
    ),
    history: historiesOf(rows.history),
    plans: new Map(rows.plans.map(({ categoryId, projected }) => [categoryId, projected])),
  };
  return new Map(categories.map((category) => [category.id, category.kind ?? workedOut(category, facts)]));
}

type Facts = {
  saved: ReadonlySet<Id | null>;
  bills: ReadonlyMap<Id | null, readonly Subscription[]>;
  history: ReturnType<typeof historiesOf>;
  plans: ReadonlyMap<Id, Cents>;
};

function workedOut({ id, type }: Kinded, { saved, bills: billsBy, history, plans }: Facts) {
  if (type === "income") return "everyday";
  if (saved.has(id)) return "set-aside";
  const used = history(id)?.actuals ?? [];
  const bills = billsBy.get(id) ?? [];
  // The month in between: a year's insurance that was paid once in three months is no usual month.
  const usual = middle(used);
  const cost = sum(bills.map(yearlyCost)) / 12;
  // What a month puts aside is more than the bill's twelfth: the plan says nothing of such bills.
  const areRare = bills.every(({ frequency }) => isRarerThanMonthly(frequency));
  const planned = plans.get(id) ?? 0;
  if (bills.length > 0 && cost * 2 >= (areRare ? usual : Math.max(usual, planned))) {
    return areRare ? "set-aside" : "bill";
  }
  return usual > 0 && isSteady(used) ? "bill" : "everyday";
}

/** Of an even number the lower one. */
const middle = (amounts: readonly number[]): number =>
  amounts.toSorted((a, b) => a - b)[Math.floor((amounts.length - 1) / 2)] ?? 0;
