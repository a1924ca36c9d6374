import type { Category } from "../category/category.ts";
import type { Id } from "../id.ts";
import { type Cents, cents, minus, plus, sum, ZERO } from "../money/money.ts";
import { flowOf, isRunning, type Subscription, totalDue } from "../subscription/subscription.ts";
import type { Day } from "../time/day.ts";
import { daysIn, daysToCome, firstDay, lastDay, type Month, monthOfDay } from "../time/month.ts";
import { type Budget, history, type Made, percentOf } from "./budget.ts";

/** The number of earlier months that count as usual. */
export const HISTORY_MONTHS = 6;

export type Expectation = { amount: Cents; basis: "closed" | "last-day" | "steady" | "usual" | "pace" };

export type Forecast = ReturnType<typeof forecast>;

/** Months that differ by at most a tenth of their average are a bill: rent, insurance, a contract. */
const STEADY = 0.1;
/** A purchase of so much of its category's plan is one of the plan's size. */
const OF_THE_PLAN = 0.75;
export const MOST_OF_A_BILL = 2;
/** Half as much again as usual is worth a word. */
const UNUSUAL = 1.5;

/** Of every expense category. `history`: months' totals, in any order; those from `month` on do not count. */
export function forecastMonth(sources: {
  month: Month;
  today: Day;
  categories: readonly Category[];
  history: readonly { month: Month; budgets: readonly Pick<Budget, "categoryId" | "actual" | "made">[] }[];
  budgets: readonly Budget[];
  subscriptions: readonly Subscription[];
}): Forecast[] {
  const { month, today } = sources;
  const earlier = sources.history
    .filter((past) => past.month < month)
    .toSorted((a, b) => (a.month < b.month ? -1 : 1))
    .slice(-HISTORY_MONTHS);
  const gone = daysIn(month) - daysToCome(month, today) + (month === monthOfDay(today) ? 1 : 0);
  const elapsed: number | "closed" = month < monthOfDay(today) ? "closed" : gone / daysIn(month);
  const budgets = new Map(sources.budgets.map((one) => [one.categoryId, one]));
  const months = earlier.map((past) => new Map(past.budgets.map((one) => [one.categoryId, one])));
  const running = sources.subscriptions.filter((sub) => flowOf(sub) === "expense" && isRunning(sub, today));
  const bills = Map.groupBy(running, ({ categoryId }) => categoryId);
  return sources.categories
    .filter((category) => category.type === "expense")
    .map(({ id, name }) => {
      const past = months.map((byId) => byId.get(id)?.actual ?? ZERO);
      const pastMade = months.map((byId) => byId.get(id)?.made);
      const { actual: spent = ZERO, projected: budget = ZERO, carried = ZERO, made } = budgets.get(id) ?? {};
      const own = elapsed === "closed" ? [] : (bills.get(id) ?? []);
      const due = totalDue(own, firstDay(month), lastDay(month));
      const known = { spent, budget, carried, past, elapsed, due, made, pastMade };
      return forecast({ categoryId: id, category: name, ...known });
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
  /** The purchases of this month, and of those of `past`, as far as they are known. */
  made?: Made | undefined;
  pastMade?: readonly (Made | undefined)[];
}) {
  const { categoryId, category, spent, budget, carried = ZERO, elapsed, due, made } = month;
  const limit = budget > 0 || carried !== 0 ? plus(budget, carried) : null;
  const { actuals: past, mean: usual } = history(month.past) ?? { actuals: [], mean: ZERO };
  const pastMade = (month.pastMade ?? []).slice(month.past.length - past.length);
  const expected = expectation({ spent, budget, past, usual, elapsed, due, made, pastMade });
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

type Known = Pick<
  Parameters<typeof forecast>[0],
  "spent" | "budget" | "past" | "elapsed" | "due" | "made"
> & {
  usual: Cents;
  pastMade: readonly (Made | undefined)[];
};

function expectation({
  spent,
  budget,
  past,
  usual,
  elapsed,
  due,
  made,
  pastMade,
}: Known): Expectation | null {
  if (elapsed === "closed") return { amount: spent, basis: "closed" };
  // On the last day nothing is to come but what is due.
  if (elapsed >= 1) return { amount: plus(spent, due), basis: "last-day" };
  if (past.length === 0) return null;
  // A bill paid on the 2nd is not paid again every other day: pace says nothing about it.
  if (isSteady(past) && pastMade.every(isSeldom))
    return { amount: larger(plus(spent, due), usual), basis: "steady" };
  const meanOf = (amounts: readonly Cents[]) => cents(Math.round(sum(amounts) / past.length));
  const billed = meanOf(pastMade.map((one) => one?.billed ?? ZERO));
  const lumps = pastMade.map((one) => lumpOf(one, budget));
  const lump = meanOf(lumps);
  // Bills and single large purchases come on a day of their own, all else through the month.
  const daily = larger(minus(usual, plus(billed, lump)), ZERO);
  const toCome = cents(Math.round(daily * (1 - elapsed)));
  // One that came once was unusual, as far as it is beyond the plan.
  const isUsual = lumps.filter((amount) => amount > 0).length > 1;
  const planned = !isUsual && budget > 0 && lump > budget ? budget : lump;
  const lumpToCome = larger(minus(planned, minus(spent, made?.billed ?? ZERO)), ZERO);
  const known = billed === 0 ? larger(plus(toCome, lumpToCome), due) : plus(toCome, larger(due, lumpToCome));
  return { amount: plus(spent, known), basis: spent === 0 ? "usual" : "pace" };
}

/** One purchase of the size of the plan, or the only one of a month where nothing is planned: a rent, or a sofa. */
function lumpOf(made: Made | undefined, plan: Cents): Cents {
  if (!made) return ZERO;
  const isLump = plan > 0 ? made.largest >= plan * OF_THE_PLAN : made.purchases === 1;
  return isLump ? made.largest : ZERO;
}

/** A bill comes once or twice in a month; it may be one where nothing is known of purchases. */
const isSeldom = (made: Made | undefined): boolean => (made?.purchases ?? 0) <= MOST_OF_A_BILL;

export function isSteady(past: readonly number[]): boolean {
  const mean = past.reduce((total, amount) => total + amount, 0) / past.length;
  return past.length > 1 && Math.max(...past) - Math.min(...past) <= mean * STEADY;
}

function beyond(amount: Cents, limit: Cents | null): Cents {
  return limit === null ? ZERO : larger(minus(amount, limit), ZERO);
}

const larger = (a: Cents, b: Cents): Cents => (a > b ? a : b);
