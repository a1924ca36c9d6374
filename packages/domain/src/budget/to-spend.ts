import type { SpendUntil } from "../account/definition.ts";
import { type Category, type CategoryKind, idsOf } from "../category/category.ts";
import type { Id } from "../id.ts";
import { type Cents, cents, minus, plus, sum, times, ZERO } from "../money/money.ts";
import { paymentAfter } from "../subscription/rhythm.ts";
import {
  countPayments,
  type DuePayment,
  duePayments,
  flowOf,
  isRunning,
  type Subscription,
  totalDue,
} from "../subscription/subscription.ts";
import { pluralize } from "../text/plural.ts";
import { addDays, compareDays, type Day, daysBetween, FIRST_DAY, laterOf } from "../time/day.ts";
import { firstDay, lastDay, type Month, monthOfDay } from "../time/month.ts";
import { perDayOf } from "./budget.ts";
import type { CarriedBudget } from "./carry.ts";
import type { KindNow } from "./kind.ts";

export type ToSpendRow =
  | { kind: "available"; amount: Cents; categoryId: Id }
  | { kind: "due"; amount: Cents; payment: DuePayment }
  | { kind: "over"; amount: Cents; categoryId: Id }
  /** Money kept for the days from the next pay day on. */
  | { kind: "later"; amount: Cents };

type Facts = {
  month: Month;
  today: Day;
  until: SpendUntil;
  categories: readonly Pick<Category, "id" | "type">[];
  kinds: ReadonlyMap<Id, CategoryKind>;
  reasons?: ReadonlyMap<Id, KindNow>;
  budgets: readonly CarriedBudget[];
  subscriptions: readonly Subscription[];
};

/** Available everyday money, less payments due from it, less the money that bills and set-asides lack. */
export function toSpend(facts: Facts) {
  const { budgets, others, owing } = partsOf(facts);
  const available = budgets.map((budget) => budget.available);
  const due = sum(owing.filter(({ isEveryday }) => isEveryday).map(({ amount }) => amount));
  const over = sum(others.map(({ after }) => (after < 0 ? minus(ZERO, after) : ZERO)));
  const whole = minus(sum(available), plus(due, over));
  const apart = others
    .filter((other) => other.available > 0)
    .map(({ categoryId, available }) => ({
      categoryId,
      amount: available,
      kind: facts.kinds.get(categoryId) ?? "everyday",
      reason: facts.reasons?.get(categoryId)?.reason ?? "chosen",
    }))
    .sort((a, b) => b.amount - a.amount);
  return {
    ...shareOf(whole, { ...facts, until: lastSpendingDay(facts) }),
    due,
    over,
    setApart: {
      amount: sum(others.map((other) => (other.available > 0 ? other.available : ZERO))),
      payments: owing.reduce((all, { isEveryday, count }) => all + (isEveryday ? 0 : count), 0),
      ...(apart.length > 0 && { categories: apart }),
    },
    incomeToCome: incomeToCome(facts),
    /** The categories whose available money `amount` includes. */
    everyday: [...idsOf("expense", facts.categories)].filter(isEveryday(facts)),
  };
}

export type ToSpend = ReturnType<typeof toSpend>;

type Share = Pick<ToSpend, "amount" | "until" | "ofMonth">;

/** The amount to spend after `spent` more of everyday money. */
export function afterSpending<Figure extends Share>(
  figure: Figure,
  spent: Cents,
  { month, today }: Pick<Facts, "month" | "today">,
): Figure {
  const whole = minus(figure.ofMonth?.amount ?? figure.amount, spent);
  return { ...figure, ...shareOf(whole, { month, today, until: figure.until }) };
}

/**
 * The part of the month's amount for the days through `until`. If that is before the month's end, every remaining day
 * gets an equal share, including the days after `until`.
 */
function shareOf(whole: Cents, { month, today, until }: Pick<Facts, "month" | "today"> & { until: Day }) {
  const end = lastDay(month);
  const ahead = Math.max(0, daysBetween(today, firstDay(month)));
  const first = addDays(today, ahead);
  const daysTo = (day: Day) => Math.max(0, daysBetween(first, day) + 1);
  const [days, daysOfMonth] = [daysTo(until), daysTo(end)];
  const isPart = until < end;
  const perDay = perDayOf(whole, isPart ? daysOfMonth : days);
  return {
    /** Negative if more is due or overspent than is available. */
    amount: isPart && whole > 0 ? times(perDay, days) : whole,
    perDay,
    /** Today included; 0 for a past month. */
    days,
    until,
    /** Present if `amount` is a part of the month's: the whole amount and the days left in the month. */
    ...(isPart && { ofMonth: { amount: whole, days: daysOfMonth } }),
  };
}

/** "Until the next pay: 3 days of the 9 left share $90.00"; null if the amount is the month's whole amount. */
export function shareText(
  { days, ofMonth }: Pick<ToSpend, "days" | "ofMonth">,
  amountOf: (amount: Cents) => string,
) {
  if (!ofMonth) return null;
  return `Until the next pay: ${pluralize(days, "day")} of the ${ofMonth.days} left share ${amountOf(ofMonth.amount)}`;
}

/** The rows that add up to the amount to spend. */
export function toSpendRows(facts: Facts): ToSpendRow[] {
  const { end, budgets, others, owing } = partsOf(facts);
  const everyday = owing.filter(({ isEveryday }) => isEveryday).map(({ sub }) => sub);
  const rows: ToSpendRow[] = [
    ...budgets
      .filter(({ available }) => available !== 0)
      .map(({ categoryId, available }) => ({ kind: "available" as const, amount: available, categoryId }))
      .sort((a, b) => b.amount - a.amount),
    ...duePayments(everyday, firstDay(facts.month), end).map((payment) => ({
      kind: "due" as const,
      amount: minus(ZERO, payment.amount),
      payment,
    })),
    ...others
      .filter(({ after }) => after < 0)
      .map(({ categoryId, after }) => ({ kind: "over" as const, amount: after, categoryId })),
  ];
  const whole = sum(rows.map(({ amount }) => amount));
  const later = minus(shareOf(whole, { ...facts, until: lastSpendingDay(facts) }).amount, whole);
  return later === 0 ? rows : [...rows, { kind: "later", amount: later }];
}

/** `budgets` are the everyday ones; `others` are bills and set-asides, with the money left `after` their due payments. */
function partsOf(facts: Facts) {
  const end = laterOf(lastSpendingDay(facts), lastDay(facts.month));
  const expenses = idsOf("expense", facts.categories);
  const isEverydayId = isEveryday(facts);
  const own = facts.budgets.filter(({ categoryId }) => expenses.has(categoryId));
  const owing = facts.subscriptions.filter(isExpense).map((sub) => {
    const count = countPayments(sub, firstDay(facts.month), end);
    const isEveryday = sub.categoryId === null || isEverydayId(sub.categoryId);
    return { sub, count, amount: times(sub.amount, count), isEveryday };
  });
  const owed = Map.groupBy(owing, ({ sub }) => sub.categoryId);
  const availableBy = new Map(own.map(({ categoryId, available }) => [categoryId, available]));
  const others = [...expenses]
    .filter((id) => !isEverydayId(id))
    .map((categoryId) => {
      const available = availableBy.get(categoryId) ?? ZERO;
      const after = minus(available, sum((owed.get(categoryId) ?? []).map(({ amount }) => amount)));
      return { categoryId, available, after };
    });
  return { end, owing, others, budgets: own.filter(({ categoryId }) => isEverydayId(categoryId)) };
}

const isEveryday =
  ({ kinds }: Pick<Facts, "kinds">) =>
  (id: Id): boolean =>
    (kinds.get(id) ?? "everyday") === "everyday";

export function nextPayDay(subscriptions: readonly Subscription[], today: Day): Day | null {
  const days = subscriptions
    .filter((sub) => flowOf(sub) === "income" && isRunning(sub, today))
    // A late income that comes only once is not expected on a later day.
    .filter((sub) => sub.frequency !== "once" || sub.nextPaymentDate > today)
    .map((sub) => (sub.nextPaymentDate > today ? sub.nextPaymentDate : paymentAfter(sub, today)));
  return days.sort(compareDays)[0] ?? null;
}

/** At most this many payments of one subscription are listed; years of unpaid ones are only summed up. */
const LISTED_OF_ONE = 100;

/** Payments before the next pay day, including overdue ones; null if no pay day is known. */
export function dueBeforePay(subscriptions: readonly Subscription[], today: Day) {
  const payDay = nextPayDay(subscriptions, today);
  if (!payDay) return null;
  const costs = subscriptions.filter(isExpense);
  const last = addDays(payDay, -1);
  return {
    payDay,
    payments: duePayments(costs, FIRST_DAY, last, LISTED_OF_ONE),
    total: totalDue(costs, FIRST_DAY, last),
    overdue: totalDue(costs, FIRST_DAY, addDays(today, -1)),
  };
}

/** The day before the next pay day, if that was chosen, is known and the month is the current one; else its last day. */
function lastSpendingDay({ month, today, until, subscriptions }: Facts): Day {
  const payDay = until === "pay-day" && month === monthOfDay(today) ? nextPayDay(subscriptions, today) : null;
  return payDay ? addDays(payDay, -1) : lastDay(month);
}

const isExpense = (sub: Subscription): boolean => flowOf(sub) === "expense";

/** Per category, the larger of income that its plan still expects and its pay days still to come. */
function incomeToCome({ month, categories, budgets, subscriptions }: Facts): Cents {
  const pay = Map.groupBy(
    subscriptions.filter((sub) => flowOf(sub) === "income"),
    ({ categoryId }) => categoryId,
  );
  const toCome = (categoryId: Id | null) =>
    totalDue(pay.get(categoryId) ?? [], firstDay(month), lastDay(month));
  const planned = new Map(budgets.map((budget) => [budget.categoryId, budget]));
  const byCategory = categories
    .filter(({ type }) => type === "income")
    .map(({ id }) => {
      const { projected = ZERO, actual = ZERO } = planned.get(id) ?? {};
      return cents(Math.max(minus(projected, actual), toCome(id)));
    });
  return plus(sum(byCategory), toCome(null));
}
