import type { Budget, MonthFacts, Plan } from "../budget/budget.ts";
import type { CarriedBudget } from "../budget/carry.ts";
import { averagedMonths, propose } from "../budget/proposal.ts";
import type { Category, CategoryKind } from "../category/category.ts";
import { type Goal, neededPerMonth } from "../goal/goal.ts";
import type { Id } from "../id.ts";
import { type Cents, cents, larger, minus, plus, smaller, sum, ZERO } from "../money/money.ts";
import { type Account, type BalancePoint, latestPoint } from "../money-account/account.ts";
import type { Steps } from "../steps.ts";
import { isRarerThanMonthly } from "../subscription/rhythm.ts";
import { type DuePayment, duePayments, flowOf, type Subscription } from "../subscription/subscription.ts";
import { addDays, compareDays, type Day, daysBetween, laterOf, toDay } from "../time/day.ts";
import {
  addMonthsTo,
  daysIn,
  firstDay,
  lastDay,
  type Month,
  monthNumber,
  monthOfDay,
  monthsBetween,
  yearOf,
} from "../time/month.ts";
import { netAmount, type Transaction } from "../transaction/transaction.ts";

/** A summand of the line on a day: an account's balance, a transaction recorded since, or an expected amount. */
export type LineRow =
  | { kind: "balance"; amount: Cents; accountId: Id; date: Day }
  | { kind: "transaction"; amount: Cents; transaction: Transaction }
  /** A bill (negative) or a pay day. */
  | { kind: "due"; amount: Cents; payment: DuePayment }
  /** The part of a bill that was set aside on an earlier day of the line. */
  | { kind: "saved"; amount: Cents; categoryId: Id; date: Day }
  | { kind: "set-aside"; amount: Cents; categoryId: Id; date: Day }
  /** Income or a bill that is planned without a day; expected on its usual day. */
  | { kind: "planned"; amount: Cents; categoryId: Id; date: Day }
  /** The part of a category's everyday money that is spread up to the day; null for payments without a category. */
  | { kind: "everyday"; amount: Cents; categoryId: Id | null }
  /** Everyday money that is overspent in total does not return to the account, so it is subtracted again. */
  | { kind: "overspent"; amount: Cents };

type Event = { date: Day; row: Exclude<LineRow, { kind: "balance" | "everyday" | "overspent" }> };
/** Everyday money of a category, spread evenly over days of a month. */
type Spread = { categoryId: Id | null; from: Day; days: number; amount: Cents; isOverspent?: true };
/** Money set aside before the line began: the amount that the category still has from that day on. */
export type Reserve = { date: Day; categoryId: Id; amount: Cents };

export type Forecast = {
  today: Day;
  last: Day;
  balances: Extract<LineRow, { kind: "balance" }>[];
  /** Ordered by day. */
  events: Event[];
  spreads: Spread[];
  reserves: Reserve[];
};

/** By category: the plan of a month or its proposal, and the part of the proposal for rarer bills and goals. */
type Planned = { plans: ReadonlyMap<Id, Cents>; aside: ReadonlyMap<Id, Cents> };

export type LineFacts = {
  today: Day;
  last: Month;
  accounts: readonly Account[];
  categories: readonly Category[];
  kinds: ReadonlyMap<Id, CategoryKind>;
  /** The current month's budgets with carried amounts; `history` has the sums of earlier months. */
  budgets: readonly CarriedBudget[];
  history: readonly { month: Month; budgets: readonly Budget[] }[];
  /** From the current month, or the earlier month of the newest balance, to `last`. */
  months: readonly MonthFacts[];
  subscriptions: readonly Subscription[];
  goals: readonly Goal[];
};

/** Accounts that can be spent from and have a balance. */
export const spendable = (accounts: readonly Account[]): Account[] =>
  accounts.filter((account) => account.isSpendable && !account.closed && latestPoint(account));

/** The day of the newest balance; later transactions are added to the balances. Null without balances. */
export function balancesSince(accounts: readonly Account[]): Day | null {
  const days = spendable(accounts).flatMap((account) => latestPoint(account)?.date ?? []);
  return days.sort(compareDays).at(-1) ?? null;
}

/**
 * Forecasts the money that can be spent, day by day: the latest balances, income and bills on their days, set-asides on
 * the first day of their month, and everyday money spread over the days left. The current month's everyday money is
 * "to spend" (`to-spend.ts`). A later month without a plan uses its proposal.
 */
export function* forecastLine(facts: LineFacts): Steps<Forecast> {
  const { today, last } = facts;
  const current = monthOfDay(today);
  const since = balancesSince(facts.accounts);
  const simulation = createSimulation(facts);
  const isPlanned = facts.months.some(({ month, plans }) => month === current && plans.length > 0);
  const planned = isPlanned ? null : yield* plannedIn(current, facts, simulation);
  const budgets = planned ? proposedBudgets(facts, planned) : facts.budgets;
  simulation.addCurrentMonth(budgets, planned?.aside ?? new Map());
  for (let ahead = 1; ahead <= monthsBetween(current, last); ahead++) {
    const month = addMonthsTo(current, ahead);
    const planned = yield* plannedIn(month, facts, simulation);
    simulation.addMonth(month, planned);
    yield;
  }
  const transactions = facts.months
    .flatMap((one) => one.transactions)
    .filter(({ date }) => since !== null && date > since)
    .map((transaction): Event => {
      const { type, date } = transaction;
      const net = netAmount(transaction);
      const amount = type === "income" ? net : minus(ZERO, net);
      return { date: laterOf(date, today), row: { kind: "transaction", amount, transaction } };
    });
  const { events, spreads, reserves } = simulation;
  return {
    today,
    last: lastDay(last),
    balances: spendable(facts.accounts).flatMap((account) => {
      const point = latestPoint(account);
      return point ? [{ kind: "balance", accountId: account.id, ...point } as const] : [];
    }),
    events: [...transactions, ...events].sort((a, b) => compareDays(a.date, b.date)),
    spreads,
    reserves: reserves.toSorted((a, b) => compareDays(a.date, b.date)),
  };
}

function* plannedIn(
  month: Month,
  facts: LineFacts,
  { goals, carried }: Pick<Simulation, "goals" | "carried">,
): Steps<Planned> {
  const { categories, subscriptions, history, budgets, today } = facts;
  const plans = facts.months.find((one) => one.month === month)?.plans ?? [];
  const planned = new Map(plans.map((plan: Plan) => [plan.categoryId, plan.projected]));
  const aside = new Map<Id, Cents>();
  if (categories.every(({ id, archived }) => archived || planned.has(id))) return { plans: planned, aside };
  const known = [...history.flatMap((one) => one.budgets), ...budgets];
  const facing = { month, today, from: "average", categories, plans, subscriptions } as const;
  const now = { budgets: known, goals: goals(), carried: carried() };
  const proposals = yield* propose({ ...facing, ...now, withoutPayments: true });
  // Without a whole month of history, the current plan is the best estimate.
  const isNew = averagedMonths(month, today, known).length === 0;
  const isOfMonth = ({ categoryId }: CarriedBudget) => facts.kinds.get(categoryId) !== "set-aside";
  const usual = new Map(isNew ? budgets.filter(isOfMonth).map((one) => [one.categoryId, one.projected]) : []);
  for (const { categoryId, proposed, setAside } of proposals) {
    if (planned.has(categoryId)) continue;
    planned.set(categoryId, larger(proposed, usual.get(categoryId) ?? ZERO));
    aside.set(categoryId, sum(setAside.map((one) => one.proposed)));
  }
  return { plans: planned, aside };
}

/** The budgets of a current month that is not planned, with its proposals as plans. */
function proposedBudgets({ categories, budgets }: LineFacts, { plans }: Planned): CurrentBudget[] {
  const known = new Map(budgets.map((budget) => [budget.categoryId, budget]));
  return categories.map(({ id }) => {
    const { actual = ZERO, carried = ZERO } = known.get(id) ?? {};
    const projected = plans.get(id) ?? ZERO;
    const available = larger(ZERO, minus(plus(carried, projected), actual));
    return { categoryId: id, projected, actual, available };
  });
}

type CurrentBudget = Pick<CarriedBudget, "categoryId" | "projected" | "actual" | "available">;
type Simulation = ReturnType<typeof createSimulation>;

/** Adds month after month. Keeps track of money set aside, so that a bill paid from it is not subtracted twice. */
function createSimulation(facts: LineFacts) {
  const { today, categories, kinds, subscriptions } = facts;
  const current = monthOfDay(today);
  const events: Event[] = [];
  const spreads: Spread[] = [];
  const reserves: Reserve[] = [];
  /** By category: `saved` is set aside on the line, `reserved` before it began. */
  const saved = new Map<Id, Cents>();
  const reserved = new Map<Id, Cents>();
  let goals = [...facts.goals];
  const types = new Map(categories.map(({ id, type }) => [id, type]));
  const kindOf = (id: Id | null): CategoryKind => (id === null ? "everyday" : (kinds.get(id) ?? "everyday"));
  const usualDays = usualDaysOf(facts.history);
  const actuals = new Map(facts.months.map((one) => [one.month, actualsOf(one)]));

  const add = (date: Day, row: Event["row"]) => {
    if (row.amount !== 0) events.push({ date: laterOf(date, today), row });
  };

  /** Adds the month's bills and pay days. Returns by category the income, and the payments due less money set aside. */
  function addPayments(month: Month) {
    const due = new Map<Id | null, Cents>();
    const earned = new Map<Id | null, Cents>();
    for (const sub of subscriptions) {
      const isIncome = flowOf(sub) === "income";
      for (const payment of duePayments([sub], firstDay(month), lastDay(month))) {
        const { amount, date, categoryId } = payment;
        add(date, { kind: "due", amount: isIncome ? amount : minus(ZERO, amount), payment });
        const isSavedFor = kindOf(categoryId) === "set-aside" || isRarerThanMonthly(sub.frequency);
        const covered =
          !isIncome && categoryId !== null && isSavedFor ? payFromSaved(categoryId, amount, date) : ZERO;
        const sums = isIncome ? earned : due;
        sums.set(categoryId, plus(sums.get(categoryId) ?? ZERO, minus(amount, covered)));
      }
    }
    return { due, earned };
  }

  /** Returns the part of the amount that was saved on the line. */
  function payFromSaved(categoryId: Id, amount: Cents, date: Day): Cents {
    const covered = smaller(saved.get(categoryId) ?? ZERO, amount);
    saved.set(categoryId, minus(saved.get(categoryId) ?? ZERO, covered));
    add(date, { kind: "saved", amount: covered, categoryId, date });
    const left = larger(ZERO, minus(reserved.get(categoryId) ?? ZERO, minus(amount, covered)));
    if (left !== (reserved.get(categoryId) ?? ZERO)) reserve(categoryId, left, date);
    return covered;
  }

  function reserve(categoryId: Id, amount: Cents, date: Day): void {
    reserved.set(categoryId, amount);
    reserves.push({ categoryId, amount, date: laterOf(date, today) });
  }

  function setAside(categoryId: Id, amount: Cents, date: Day, month: Month): void {
    add(date, { kind: "set-aside", amount: minus(ZERO, amount), categoryId, date });
    saved.set(categoryId, plus(saved.get(categoryId) ?? ZERO, amount));
    goals = contributed(goals, categoryId, amount, month);
  }

  /** Adds an amount without a day on the category's usual day. */
  function addPlanned(categoryId: Id, amount: Cents, month: Month, otherwise: Day): void {
    const usual = usualDays.get(categoryId);
    const date = usual ? toDay(yearOf(month), monthNumber(month), Math.min(usual, daysIn(month))) : otherwise;
    add(date, { kind: "planned", amount, categoryId, date: laterOf(date, today) });
  }

  return {
    events,
    spreads,
    reserves,
    goals: () => goals,
    carried: () =>
      new Map([...types.keys()].map((id) => [id, plus(saved.get(id) ?? ZERO, reserved.get(id) ?? ZERO)])),

    addCurrentMonth(given: readonly CurrentBudget[], aside: Planned["aside"]): void {
      const budgets = new Map(given.map((budget) => [budget.categoryId, budget]));
      const put = new Map<Id, Cents>();
      const days = daysBetween(today, lastDay(current)) + 1;
      for (const { id, type } of categories) {
        const { projected = ZERO, actual = ZERO, available = ZERO } = budgets.get(id) ?? {};
        if (type === "income") continue;
        const isSaved = kindOf(id) === "set-aside";
        const amount = isSaved ? minus(projected, actual) : (aside.get(id) ?? ZERO);
        put.set(id, larger(ZERO, smaller(amount, available)));
        setAside(id, put.get(id) ?? ZERO, today, current);
        const before = minus(available, put.get(id) ?? ZERO);
        if (isSaved && before > 0) reserve(id, before, today);
      }
      const { due, earned } = addPayments(current);
      const spread = (categoryId: Id | null, available: Cents) => {
        const amount = minus(available, due.get(categoryId) ?? ZERO);
        if (amount !== 0) spreads.push({ categoryId, from: today, days, amount });
      };
      for (const { id, type } of categories) {
        const { projected = ZERO, actual = ZERO } = budgets.get(id) ?? {};
        const available = minus(budgets.get(id)?.available ?? ZERO, put.get(id) ?? ZERO);
        if (type === "income") {
          const rest = minus(minus(projected, actual), earned.get(id) ?? ZERO);
          addPlanned(id, larger(ZERO, rest), current, lastDay(current));
        } else if (kindOf(id) === "everyday") spread(id, available);
        else if (kindOf(id) === "bill")
          addPlanned(id, minus(ZERO, larger(ZERO, minus(available, due.get(id) ?? ZERO))), current, today);
      }
      // Payments due without a category come out of everyday money, as in "to spend".
      for (const id of due.keys()) if (id === null || !types.has(id)) spread(id, ZERO);
      const over = minus(ZERO, sum(spreads.map(({ amount }) => amount)));
      if (over > 0) spreads.push({ categoryId: null, from: today, days, amount: over, isOverspent: true });
    },

    addMonth(month: Month, { plans, aside }: Planned): void {
      const first = firstDay(month);
      const entered = actuals.get(month);
      const restOf = (id: Id) => minus(plans.get(id) ?? ZERO, entered?.get(id) ?? ZERO);
      const putOf = (id: Id) =>
        larger(ZERO, kindOf(id) === "set-aside" ? restOf(id) : smaller(restOf(id), aside.get(id) ?? ZERO));
      for (const { id, type } of categories)
        if (type === "expense" && putOf(id) > 0) setAside(id, putOf(id), first, month);
      const { due, earned } = addPayments(month);
      for (const { id, type } of categories) {
        const dated = type === "income" ? earned.get(id) : plus(due.get(id) ?? ZERO, putOf(id));
        const rest = larger(ZERO, minus(restOf(id), dated ?? ZERO));
        if (type === "income") addPlanned(id, rest, month, lastDay(month));
        else if (kindOf(id) === "bill") addPlanned(id, minus(ZERO, rest), month, first);
        else if (kindOf(id) === "everyday" && rest > 0)
          spreads.push({ categoryId: id, from: first, days: daysIn(month), amount: rest });
      }
    },
  };
}

/** The day of the month of a category's largest purchase, in the latest month that had one. */
function usualDaysOf(history: LineFacts["history"]): Map<Id, number> {
  const days = history.flatMap(({ budgets }) =>
    budgets.flatMap(({ categoryId, made }) => (made?.on ? [[categoryId, made.on] as const] : [])),
  );
  return new Map(days);
}

function actualsOf({ transactions }: MonthFacts): Map<Id, Cents> {
  const actuals = new Map<Id, Cents>();
  for (const transaction of transactions) {
    const { categoryId } = transaction;
    actuals.set(categoryId, plus(actuals.get(categoryId) ?? ZERO, netAmount(transaction)));
  }
  return actuals;
}

/** Distributes an amount among a category's goals: each gets its share of the month, the earliest date first. */
function contributed(goals: readonly Goal[], categoryId: Id, amount: Cents, month: Month): Goal[] {
  let left = amount;
  const parts = new Map(
    goals
      .filter((goal) => goal.categoryId === categoryId)
      .sort((a, b) => compareDays(a.targetDate, b.targetDate))
      .map((goal) => {
        const part = smaller(left, neededPerMonth(goal, month));
        left = minus(left, part);
        return [goal.id, part];
      }),
  );
  return goals.map((goal) => {
    const part = parts.get(goal.id) ?? ZERO;
    return part > 0 ? { ...goal, currentAmount: plus(goal.currentAmount, part) } : goal;
  });
}

/** The amount at the end of each day, from today. */
export function* lineDays({ today, last, balances, events, spreads }: Forecast): Steps<BalancePoint[]> {
  const count = daysBetween(today, last) + 1;
  const changes = Array.from({ length: count }, () => 0);
  const addTo = (day: number, amount: number) => {
    const before = changes[day];
    if (before !== undefined) changes[day] = before + amount;
  };
  for (const { date, row } of events) addTo(daysBetween(today, date), row.amount);
  for (const spread of spreads) {
    const start = daysBetween(today, spread.from);
    for (let day = 1; day <= spread.days; day++)
      addTo(start + day - 1, -(spreadThrough(spread, day) - spreadThrough(spread, day - 1)));
  }
  yield;
  let total = sum(balances.map(({ amount }) => amount));
  return changes.map((change, day) => {
    total = plus(total, cents(change));
    return { date: addDays(today, day), amount: total };
  });
}

/** The amount for the first `days` days, rounded toward zero; the whole amount on the last day. */
const spreadThrough = ({ amount, days: all }: Spread, days: number): Cents =>
  cents(Math.trunc((amount * Math.min(days, all)) / all));

/** The rows that add up to the line's amount at the end of a day. */
export function lineRows({ balances, events, spreads }: Forecast, date: Day): LineRow[] {
  const spent = new Map<Id | null, Cents>();
  const overspent: LineRow[] = [];
  for (const spread of spreads) {
    if (spread.from > date) continue;
    const through = spreadThrough(spread, daysBetween(spread.from, date) + 1);
    if (spread.isOverspent) overspent.push({ kind: "overspent", amount: minus(ZERO, through) });
    if (spread.isOverspent) continue;
    spent.set(spread.categoryId, plus(spent.get(spread.categoryId) ?? ZERO, through));
  }
  const everyday = [...spent]
    .filter(([, amount]) => amount !== 0)
    .map(([categoryId, amount]) => ({ kind: "everyday" as const, amount: minus(ZERO, amount), categoryId }));
  const expected = events.filter((event) => event.date <= date).map(({ row }) => row);
  return [...balances, ...expected, ...everyday.sort((a, b) => a.amount - b.amount), ...overspent];
}

/** The earliest day with the least money; null without days. */
export const lowestDay = (days: readonly BalancePoint[]): BalancePoint | null =>
  days.reduce<BalancePoint | null>((least, day) => (least && least.amount <= day.amount ? least : day), null);
