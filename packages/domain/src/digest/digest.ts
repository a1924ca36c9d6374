import type { User } from "../account/user.ts";
import { availableOf, type Budget, overview } from "../budget/budget.ts";
import { categoryProgress } from "../budget/dashboard.ts";
import type { ToSpend } from "../budget/to-spend.ts";
import type { Category } from "../category/category.ts";
import { type Goal, isBehind, progressPercent, timeLeft } from "../goal/goal.ts";
import { cents, sum } from "../money/money.ts";
import type { Debt } from "../share/balance.ts";
import {
  flowOf,
  isRunning,
  type Subscription,
  soonestFirst,
  timeRemaining,
} from "../subscription/subscription.ts";
import { addDays, type Day, daysBetween } from "../time/day.ts";
import { netAmount, type Transaction } from "../transaction/transaction.ts";

type Sources = {
  user: Pick<User, "firstName" | "currency">;
  /** The name of the budget; null for the user's own. */
  home: string | null;
  /** Texts such as "Tom owes Mara"; sent once a week. */
  balance: (Debt & { text: string })[];
  /** A sentence about other members' changes of yesterday. */
  others: string | null;
  /** Notices since the last summary, if the user receives them in it. */
  notices: { text: string; link: string }[];
  today: Day;
  categories: readonly Category[];
  /** On the first of a month these are in the previous month. */
  transactionsYesterday: readonly Transaction[];
  budgetsThisMonth: readonly Budget[];
  toSpend: Pick<ToSpend, "amount" | "perDay" | "days" | "until" | "ofMonth">;
  goals: readonly Goal[];
  subscriptions: readonly Subscription[];
};

/** The facts of the daily summary, for the email template. */
export function digestFacts(sources: Sources) {
  const { user, today, home, balance, others, notices } = sources;
  return {
    day: today,
    firstName: user.firstName,
    currency: user.currency,
    home,
    balance,
    others,
    notices,
    yesterday: spentYesterday(sources),
    month: monthSoFar(sources),
    over: overPlan(sources),
    due: paymentsDue(sources),
    goals: goalsInProgress(sources),
  };
}
export type DigestFacts = ReturnType<typeof digestFacts>;

/** Yesterday's expenses, largest first; refunds are negative. */
function spentYesterday({ today, transactionsYesterday, categories }: Sources) {
  const day = addDays(today, -1);
  const names = new Map(categories.map(({ id, name }) => [id, name]));
  const rows = transactionsYesterday
    .filter((transaction) => transaction.type === "expense" && transaction.date === day)
    .sort((a, b) => netAmount(b) - netAmount(a) || a.id - b.id)
    .map((transaction) => ({
      description: transaction.description,
      categoryId: transaction.categoryId,
      category: names.get(transaction.categoryId) ?? "",
      amount: netAmount(transaction),
    }));
  return { day, total: sum(rows.map(({ amount }) => amount)), rows };
}

/** The same figures as on the dashboard, so that email and screen never disagree. */
function monthSoFar({ categories, budgetsThisMonth, toSpend }: Sources) {
  const { projectedExpenses, actualExpenses, actualIncome } = overview(categories, budgetsThisMonth);
  const { amount, perDay, days, until, ofMonth } = toSpend;
  return {
    projected: projectedExpenses,
    spent: actualExpenses,
    income: actualIncome,
    toSpend: amount,
    perDay,
    days,
    until,
    ...(ofMonth && { ofMonth }),
  };
}

function overPlan({ categories, budgetsThisMonth }: Sources) {
  return categoryProgress(categories, budgetsThisMonth)
    .filter(({ state }) => state === "missed")
    .map(({ category: { id: categoryId, name: category }, projected, actual, carried }) => {
      const by = cents(-availableOf("expense", { projected, actual, carried }));
      return { categoryId, category, projected, actual, carried, by };
    })
    .sort((a, b) => b.by - a.by);
}

/** Payments due within the subscription's notice period, and overdue ones. */
function paymentsDue({ today, subscriptions }: Sources) {
  return subscriptions
    .filter((sub) => flowOf(sub) === "expense" && isRunning(sub, today))
    .filter((sub) => daysBetween(today, sub.nextPaymentDate) <= sub.notifyBeforeDays)
    .sort(soonestFirst)
    .map(({ id, name, amount, nextPaymentDate: day }) => {
      return { id, name, amount, day, when: timeRemaining(day, today) };
    });
}

function goalsInProgress({ today, goals }: Sources) {
  return goals
    .filter((goal) => goal.status === "in-progress")
    .map((goal) => ({
      id: goal.id,
      name: goal.name,
      current: goal.currentAmount,
      target: goal.targetAmount,
      percentage: progressPercent(goal.currentAmount, goal.targetAmount),
      timeLeft: timeLeft(goal.targetDate, today),
      behind: isBehind(goal, today),
    }));
}
