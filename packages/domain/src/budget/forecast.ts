import type { Category } from "../category/category.ts";
import type { Id } from "../id.ts";
import { type Cents, cents, minus, plus, ZERO } from "../money/money.ts";
import { flowOf, isRunning, type Subscription, totalDue } from "../subscription/subscription.ts";
import type { Day } from "../time/day.ts";
import { daysIn, daysToCome, firstDay, lastDay, type Month, monthOfDay } from "../time/month.ts";
import { type Budget, history, percentOf } from "./budget.ts";
import { HISTORY_MONTHS } from "./history-months.ts";

export type Expectation = { amount: Cents; basis: "closed" | "steady" | "usual" | "pace" };

export type Forecast = ReturnType<typeof forecast>;

/** Months that differ by at most a tenth of their average are a bill: rent, insurance, a contract. */
const STEADY = 0.1;
/** Half as much again as usual is worth a word. */
const UNUSUAL = 1.5;

/** Of every expense category. `history`: months' totals, in any order; those from `month` on do not count. */
export function forecastMonth(sources: {
  month: Month;
  today: Day;
  categories: readonly Category[];
  history: readonly { month: Month; budgets: readonly Pick<Budget, "categoryId" | "actual">[] }[];
  budgets: readonly Budget[];
  subscriptions: readonly Subscription[];
}): Forecast[] {
  const { month, today } = sources;
  const earlier = sources.history
    .filter((past) => past.month < month)
    .toSorted((a, b) => (a.month < b.month ? -1 : 1))
    .slice(-HISTORY_MONTHS);
  const gone = daysIn(month) - daysToCome(month, today) + (month === monthOfDay(today) ? 1 : 0);
  const elapsed = month < monthOfDay(today) ? "closed" : gone / daysIn(month);
  const budgets = new Map(sources.budgets.map((one) => [one.categoryId, one]));
  const actuals = earlier.map((past) => new Map(past.budgets.map((one) => [one.categoryId, one.actual])));
  const running = sources.subscriptions.filter((sub) => flowOf(sub) === "expense" && isRunning(sub, today));
  const bills = Map.groupBy(running, ({ categoryId }) => categoryId);
  return sources.categories
    .filter((category) => category.type === "expense")
    .map(({ id, name }) => {
      const past = actuals.map((byId) => byId.get(id) ?? ZERO);
      const { actual: spent = ZERO, projected: budget = ZERO, carried = ZERO } = budgets.get(id) ?? {};
      const own = elapsed === "closed" ? [] : (bills.get(id) ?? []);
      const due = totalDue(own, firstDay(month), lastDay(month));
      return forecast({ categoryId: id, category: name, spent, budget, carried, past, elapsed, due });
    });
}

/** `past`: earlier monthly totals, oldest first; `elapsed`: the share of the month that has passed, 0 to 1. */
export function forecast(month: {
  categoryId: Id;
  category: string;
  spent: Cents;
  budget: Cents;
  carried?: Cents;
  past: readonly Cents[];
  elapsed: number | "closed";
  due: Cents;
}) {
  const { categoryId, category, spent, budget, carried = ZERO, elapsed, due } = month;
  const limit = budget > 0 || carried !== 0 ? plus(budget, carried) : null;
  const { actuals: past, mean: usual } = history(month.past) ?? { actuals: [], mean: ZERO };
  const expected = expectation({ spent, past, usual, elapsed, due });
  const remarkable = past.length > 1 && usual > 0 && spent >= usual * UNUSUAL;
  return {
    categoryId,
    category,
    spent,
    budget,
    carried,
    percent: percentOf(spent, budget),
    usual,
    /** Payments still due in the month; contained in what is expected. */
    due,
    /** Null without history: a plan is no forecast. */
    expected,
    /** Beyond the budget and what was carried; 0 within them, or where there is neither. */
    overNow: beyond(spent, limit),
    overAtEnd: beyond(expected?.amount ?? spent, limit),
    /** The amount by which spending lies above the usual, if that is remarkable; else 0. */
    unusual: remarkable ? minus(spent, usual) : ZERO,
  };
}

/** `usual` is what usually comes besides. */
export const expectedParts = ({ spent, due, expected }: Forecast) => ({
  spent,
  due,
  usual: minus(expected?.amount ?? plus(spent, due), plus(spent, due)),
});

/** Without history the plan stands in, or spending beyond it: for totals, not to be shown as a forecast. */
export const expectedOrPlanned = ({ expected, spent, budget }: Forecast): Cents =>
  expected?.amount ?? larger(spent, budget);

type Known = Pick<Parameters<typeof forecast>[0], "spent" | "past" | "elapsed" | "due"> & { usual: Cents };

function expectation({ spent, past, usual, elapsed, due }: Known): Expectation | null {
  if (elapsed === "closed") return { amount: spent, basis: "closed" };
  if (past.length === 0) return null;
  // A bill paid on the 2nd is not paid again every other day: pace says nothing about it.
  if (isSteady(past)) return { amount: larger(plus(spent, due), usual), basis: "steady" };
  const toCome = cents(Math.round(usual * (1 - elapsed)));
  return { amount: plus(spent, larger(toCome, due)), basis: spent === 0 ? "usual" : "pace" };
}

export function isSteady(past: readonly number[]): boolean {
  const mean = past.reduce((total, amount) => total + amount, 0) / past.length;
  return past.length > 1 && Math.max(...past) - Math.min(...past) <= mean * STEADY;
}

function beyond(amount: Cents, limit: Cents | null): Cents {
  return limit === null ? ZERO : larger(minus(amount, limit), ZERO);
}

const larger = (a: Cents, b: Cents): Cents => (a > b ? a : b);
