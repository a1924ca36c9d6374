import type { Category } from "../category/category.ts";
import type { Id } from "../id.ts";
import { type Cents, cents, larger, minus, plus, sum, ZERO } from "../money/money.ts";
import { flowOf, isRunning, type Subscription, totalDue } from "../subscription/subscription.ts";
import type { Day } from "../time/day.ts";
import { daysIn, daysToCome, firstDay, lastDay, type Month, monthOfDay } from "../time/month.ts";
import { type Budget, history, type Made, percentOf } from "./budget.ts";

/** The number of earlier months that count as usual. */
export const HISTORY_MONTHS = 6;

export type Expectation = { amount: Cents; basis: "closed" | "last-day" | "steady" | "usual" | "pace" };

export type Forecast = ReturnType<typeof forecast>;

/** A category whose months differ by at most a tenth of their mean is a bill: rent, insurance, a contract. */
const STEADY = 0.1;
/** The plan is made for a purchase of at least this share of it. */
const LUMP_SHARE = 0.75;
/** A bill is paid at most this often in a month. */
export const MOST_BILL_PAYMENTS = 2;
/** Spending of at least this multiple of the usual is unusual. */
const UNUSUAL = 1.5;

/** Forecasts every expense category. `history` may be in any order; months from `month` on are ignored. */
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

/** `past` are earlier monthly totals, oldest first; `elapsed` is the share of the month that has passed, 0 to 1. */
export function forecast(month: {
  categoryId: Id;
  category: string;
  spent: Cents;
  budget: Cents;
  carried?: Cents;
  past: readonly Cents[];
  elapsed: number | "closed";
  due: Cents;
  /** Purchases of this month and of the months of `past`, if known. */
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
    /** Payments still due in the month; included in `expected`. */
    due,
    /** Null without history. */
    expected,
    /** The excess over budget plus carried; 0 if there is none, or no budget. */
    overNow: beyond(spent, limit),
    overAtEnd: beyond(expected?.amount ?? spent, limit),
    /** The excess over the usual amount if it is unusual, else 0. */
    unusual: remarkable ? minus(spent, usual) : ZERO,
  };
}

/** The summands of an expected amount; `usual` is spending that neither happened nor is due yet. */
export const expectedParts = ({ spent, due, expected }: Forecast) => ({
  spent,
  due,
  usual: minus(expected?.amount ?? plus(spent, due), plus(spent, due)),
});

/** For totals: without history, the larger of plan and spending. */
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
  // On the last day only due payments are still expected.
  if (elapsed >= 1) return { amount: plus(spent, due), basis: "last-day" };
  if (past.length === 0) return null;
  // The pace of spending says nothing about bills: one paid on the 2nd is not paid again on the 4th.
  if (isSteady(past) && pastMade.every(isSeldom))
    return { amount: larger(plus(spent, due), usual), basis: "steady" };
  const meanOf = (amounts: readonly Cents[]) => cents(Math.round(sum(amounts) / past.length));
  const billed = meanOf(pastMade.map((one) => one?.billed ?? ZERO));
  const lumps = pastMade.map((one) => lumpOf(one, budget));
  const lump = meanOf(lumps);
  // Bills and single large purchases happen on one day; everything else is spread over the month.
  const daily = larger(minus(usual, plus(billed, lump)), ZERO);
  const toCome = cents(Math.round(daily * (1 - elapsed)));
  // A large purchase of only one month is expected up to the plan.
  const isUsual = lumps.filter((amount) => amount > 0).length > 1;
  const planned = !isUsual && budget > 0 && lump > budget ? budget : lump;
  const lumpToCome = larger(minus(planned, minus(spent, made?.billed ?? ZERO)), ZERO);
  const known = billed === 0 ? larger(plus(toCome, lumpToCome), due) : plus(toCome, larger(due, lumpToCome));
  return { amount: plus(spent, known), basis: spent === 0 ? "usual" : "pace" };
}

/** The amount of a purchase as large as the plan, or of a month's only purchase without a plan: a rent, or a sofa. */
function lumpOf(made: Made | undefined, plan: Cents): Cents {
  if (!made) return ZERO;
  const isLump = plan > 0 ? made.largest >= plan * LUMP_SHARE : made.purchases === 1;
  return isLump ? made.largest : ZERO;
}

/** True also if the purchases are unknown. */
const isSeldom = (made: Made | undefined): boolean => (made?.purchases ?? 0) <= MOST_BILL_PAYMENTS;

export function isSteady(past: readonly number[]): boolean {
  const mean = past.reduce((total, amount) => total + amount, 0) / past.length;
  return past.length > 1 && Math.max(...past) - Math.min(...past) <= mean * STEADY;
}

function beyond(amount: Cents, limit: Cents | null): Cents {
  return limit === null ? ZERO : larger(minus(amount, limit), ZERO);
}
