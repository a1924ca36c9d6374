import type { SpendUntil } from "../account/definition.ts";
import { type Category, type CategoryKind, idsOf } from "../category/category.ts";
import type { Id } from "../id.ts";
import { type Cents, cents, minus, plus, sum, ZERO } from "../money/money.ts";
import { paymentAfter } from "../subscription/rhythm.ts";
import {
  type DuePayment,
  duePayments,
  flowOf,
  isRunning,
  type Subscription,
  totalDue,
} from "../subscription/subscription.ts";
import { addDays, compareDays, type Day, daysBetween, FIRST_DAY } from "../time/day.ts";
import { firstDay, lastDay, type Month, monthOfDay } from "../time/month.ts";
import { perDayOf } from "./budget.ts";
import type { CarriedBudget } from "./carry.ts";

export type ToSpendRow =
  | { kind: "available"; amount: Cents; categoryId: Id }
  | { kind: "due"; amount: Cents; payment: DuePayment }
  | { kind: "over"; amount: Cents; categoryId: Id };

type Facts = {
  month: Month;
  today: Day;
  until: SpendUntil;
  categories: readonly Pick<Category, "id" | "type">[];
  kinds: ReadonlyMap<Id, CategoryKind>;
  budgets: readonly CarriedBudget[];
  subscriptions: readonly Subscription[];
};

/** Available everyday money, less the payments due from it and less what bills and set-asides are over. */
export function toSpend(facts: Facts) {
  const { month, today } = facts;
  const end = lastSpendingDay(facts);
  const expenses = idsOf("expense", facts.categories);
  const isEveryday = (id: Id) => (facts.kinds.get(id) ?? "everyday") === "everyday";
  const budgets = facts.budgets.filter(({ categoryId }) => expenses.has(categoryId));
  const payments = duePayments(facts.subscriptions.filter(isExpense), firstDay(month), end);
  const due = payments.filter(({ categoryId }) => categoryId === null || isEveryday(categoryId));
  const apart = payments.filter(({ categoryId }) => categoryId !== null && !isEveryday(categoryId));
  const others = [...expenses]
    .filter((id) => !isEveryday(id))
    .map((categoryId) => {
      const available = budgets.find((budget) => budget.categoryId === categoryId)?.available ?? ZERO;
      const owed = sum(apart.filter((one) => one.categoryId === categoryId).map(({ amount }) => amount));
      return { categoryId, available, after: minus(available, owed) };
    });
  const rows: ToSpendRow[] = [
    ...budgets
      .filter(({ categoryId, available }) => isEveryday(categoryId) && available !== 0)
      .map(({ categoryId, available }) => ({ kind: "available" as const, amount: available, categoryId }))
      .sort((a, b) => b.amount - a.amount),
    ...due.map((payment) => ({ kind: "due" as const, amount: minus(ZERO, payment.amount), payment })),
    ...others
      .filter(({ after }) => after < 0)
      .map(({ categoryId, after }) => ({ kind: "over" as const, amount: after, categoryId })),
  ];
  const amount = sum(rows.map((row) => row.amount));
  const ahead = Math.max(0, daysBetween(today, firstDay(month)));
  const days = Math.max(0, daysBetween(addDays(today, ahead), end) + 1);
  return {
    /** Negative where more is due or over than is there. */
    amount,
    perDay: perDayOf(amount, days),
    /** Today included; 0 for a past month. */
    days,
    until: end,
    due: sum(due.map((payment) => payment.amount)),
    over: sum(others.map(({ after }) => (after < 0 ? minus(ZERO, after) : ZERO))),
    setApart: {
      amount: sum(others.map(({ available }) => (available > 0 ? available : ZERO))),
      payments: apart.length,
    },
    incomeToCome: incomeToCome(facts),
    rows,
  };
}

export type ToSpend = Omit<ReturnType<typeof toSpend>, "rows">;

export function nextPayDay(subscriptions: readonly Subscription[], today: Day): Day | null {
  const days = subscriptions
    .filter((sub) => flowOf(sub) === "income" && isRunning(sub, today))
    .map((sub) => (sub.nextPaymentDate > today ? sub.nextPaymentDate : paymentAfter(sub, today)));
  return days.sort(compareDays)[0] ?? null;
}

/** Payments before the next pay day, what is overdue included; null where no pay day is known. */
export function dueBeforePay(subscriptions: readonly Subscription[], today: Day) {
  const payDay = nextPayDay(subscriptions, today);
  if (!payDay) return null;
  const payments = duePayments(subscriptions.filter(isExpense), FIRST_DAY, addDays(payDay, -1));
  const amountOf = (some: readonly DuePayment[]) => sum(some.map(({ amount }) => amount));
  const overdue = amountOf(payments.filter(({ date }) => date < today));
  return { payDay, payments, total: amountOf(payments), overdue };
}

/** The day before the next pay day in the month of today, where that was chosen and is known; else the month's end. */
function lastSpendingDay({ month, today, until, subscriptions }: Facts): Day {
  const payDay = until === "pay-day" && month === monthOfDay(today) ? nextPayDay(subscriptions, today) : null;
  return payDay ? addDays(payDay, -1) : lastDay(month);
}

const isExpense = (sub: Subscription): boolean => flowOf(sub) === "expense";

/** By category the larger of what its plan misses and its pay days still to come. */
function incomeToCome({ month, categories, budgets, subscriptions }: Facts): Cents {
  const pay = subscriptions.filter((sub) => flowOf(sub) === "income");
  const toCome = (of: readonly Subscription[]) => totalDue(of, firstDay(month), lastDay(month));
  const planned = categories
    .filter(({ type }) => type === "income")
    .map(({ id }) => {
      const { projected = ZERO, actual = ZERO } = budgets.find(({ categoryId }) => categoryId === id) ?? {};
      const missing = minus(projected, actual);
      const scheduled = toCome(pay.filter(({ categoryId }) => categoryId === id));
      return cents(Math.max(missing, scheduled));
    });
  return plus(sum(planned), toCome(pay.filter(({ categoryId }) => categoryId === null)));
}
