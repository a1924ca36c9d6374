import type { Category, CategoryKind } from "../category/category.ts";
import type { Goal } from "../goal/goal.ts";
import type { Id } from "../id.ts";
import { type Cents, sum } from "../money/money.ts";
import { isRarerThanMonthly } from "../subscription/rhythm.ts";
import { flowOf, isRunning, type Subscription, yearlyCost } from "../subscription/subscription.ts";
import type { Day } from "../time/day.ts";
import { historiesOf, type Made } from "./budget.ts";
import { isSteady, MOST_BILL_PAYMENTS } from "./forecast.ts";

type Kinded = Pick<Category, "id" | "type" | "kind">;

type Rows = {
  today: Day;
  subscriptions: readonly Subscription[];
  goals: readonly Goal[];
  /** Earlier months, oldest first. */
  history: readonly { budgets: readonly { categoryId: Id; actual: Cents; made?: Made | undefined }[] }[];
  plans: readonly { categoryId: Id; projected: Cents }[];
};

/** The number of past months that decide a category's kind. */
export const KIND_MONTHS = 3;

/** Why a category has its kind; `rhythm`: its transactions recur like a bill. */
export const KIND_REASONS = ["chosen", "goal", "bills", "rhythm", "everyday"] as const;
export type KindNow = { kind: CategoryKind; reason: (typeof KIND_REASONS)[number] };

/**
 * The kind of each category: chosen by a person or inferred. A category is set aside if a goal is saved in it, or if all
 * its bills are rarer than monthly. It is a bill if subscriptions are at least half of its cost, or if it costs about the
 * same once or twice a month on about the same days. All others are everyday.
 */
export function explainKinds(categories: readonly Kinded[], rows: Rows): Map<Id, KindNow> {
  const { today, subscriptions, history } = rows;
  const facts: Facts = {
    saved: new Set(
      rows.goals.filter(({ status }) => status === "in-progress").map((goal) => goal.categoryId),
    ),
    bills: Map.groupBy(
      subscriptions.filter((sub) => flowOf(sub) === "expense" && isRunning(sub, today)),
      ({ categoryId }) => categoryId,
    ),
    history: historiesOf(history),
    months: history.map(({ budgets }) => new Map(budgets.map((one) => [one.categoryId, one]))),
    plans: new Map(rows.plans.map(({ categoryId, projected }) => [categoryId, projected])),
  };
  return new Map(
    categories.map((category) => {
      const { id, kind } = category;
      return [id, kind ? { kind, reason: "chosen" } : inferredKind(category, facts)];
    }),
  );
}

export const kindsOf = (categories: readonly Kinded[], rows: Rows): Map<Id, CategoryKind> =>
  new Map([...explainKinds(categories, rows)].map(([id, { kind }]) => [id, kind]));

type Facts = {
  saved: ReadonlySet<Id | null>;
  bills: ReadonlyMap<Id | null, readonly Subscription[]>;
  history: ReturnType<typeof historiesOf>;
  months: readonly ReadonlyMap<Id, { actual: Cents; made?: Made | undefined }>[];
  plans: ReadonlyMap<Id, Cents>;
};

function inferredKind(
  { id, type }: Kinded,
  { saved, bills: billsBy, history, months, plans }: Facts,
): KindNow {
  if (type === "income") return EVERYDAY;
  if (saved.has(id)) return { kind: "set-aside", reason: "goal" };
  const used = history(id)?.actuals ?? [];
  const bills = billsBy.get(id) ?? [];
  // The median, so that a yearly insurance paid in one of three months is not usual.
  const usual = median(used);
  const cost = sum(bills.map(yearlyCost)) / 12;
  // The plan of a rare bill can be more than a twelfth of it, so it is not compared.
  const areRare = bills.every(({ frequency }) => isRarerThanMonthly(frequency));
  const planned = plans.get(id) ?? 0;
  if (bills.length > 0 && cost * 2 >= (areRare ? usual : Math.max(usual, planned))) {
    return { kind: areRare ? "set-aside" : "bill", reason: "bills" };
  }
  const made = months.slice(months.length - used.length).map((month) => month.get(id)?.made);
  return usual > 0 && isSteady(used) && isPaidAsBill(made) ? { kind: "bill", reason: "rhythm" } : EVERYDAY;
}

const EVERYDAY: KindNow = { kind: "everyday", reason: "everyday" };

/** A bank may book some days early or late; the 31st and the 1st are a day apart. */
const NEAR_DAYS = 4;
const LONGEST_MONTH = 31;

/** Once or twice a month, on about the same day. True if the purchases are unknown. */
function isPaidAsBill(made: readonly (Made | undefined)[]): boolean {
  const known = made.flatMap((one) => one ?? []);
  const [first] = known;
  if (!first) return true;
  return known.every(({ purchases, on }) => {
    const apart = Math.abs(on - first.on);
    const isNear = Math.min(apart, LONGEST_MONTH - apart) <= NEAR_DAYS;
    return purchases <= MOST_BILL_PAYMENTS && (purchases === 0 || first.purchases === 0 || isNear);
  });
}

/** Of an even number of amounts the lower of the two middle ones. */
const median = (amounts: readonly number[]): number =>
  amounts.toSorted((a, b) => a - b)[Math.floor((amounts.length - 1) / 2)] ?? 0;
