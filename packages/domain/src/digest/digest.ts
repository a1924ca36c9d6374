import type { User } from "../account/user.ts";
import { availableOf, type Budget, overview } from "../budget/budget.ts";
import { categoryProgress } from "../budget/dashboard.ts";
import type { ToSpend } from "../budget/to-spend.ts";
import type { Category } from "../category/category.ts";
import { type Goal, isBehind, progressPercent, timeLeft } from "../goal/goal.ts";
import type { Id } from "../id.ts";
import { type Cents, type Currency, cents, sum } from "../money/money.ts";
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

type YesterdaysRow = { description: string; categoryId: Id; category: string; amount: Cents };

/** Facts of the daily summary; the e-mail only words it. */
export type DigestFacts = {
  day: Day;
  firstName: string;
  currency: Currency;
  /** The budget's name that it tells of; null for one's own. */
  home: string | null;
  /** "Tom owes Mara", on one day of the week. */
  balance: (Debt & { text: string })[];
  /** The others' changes of yesterday, as one sentence. */
  others: string | null;
  /** Notices since the last summary, where that is to stand here. */
  notices: { text: string; link: string }[];
  /** Refunds are negative. */
  yesterday: { day: Day; total: Cents; rows: YesterdaysRow[] };
  month: {
    projected: Cents;
    spent: Cents;
    income: Cents;
    toSpend: Cents;
    perDay: Cents;
    days: number;
    until: Day;
  };
  /** Of what was planned and carried. */
  over: { categoryId: Id; category: string; projected: Cents; actual: Cents; carried: Cents; by: Cents }[];
  due: { id: Id; name: string; amount: Cents; day: Day; when: string }[];
  goals: {
    id: Id;
    name: string;
    current: Cents;
    target: Cents;
    percentage: number;
    timeLeft: string;
    behind: boolean;
  }[];
};

type Sources = {
  user: Pick<User, "firstName" | "currency">;
  home: string | null;
  balance: DigestFacts["balance"];
  others: string | null;
  notices: DigestFacts["notices"];
  today: Day;
  categories: readonly Category[];
  transactionsThisMonth: readonly Transaction[];
  /** On the first of a month these lie in the month before. */
  transactionsYesterday: readonly Transaction[];
  budgetsThisMonth: readonly Budget[];
  toSpend: Pick<ToSpend, "amount" | "perDay" | "days" | "until">;
  goals: readonly Goal[];
  subscriptions: readonly Subscription[];
};

export function digestFacts(sources: Sources): DigestFacts {
  const { user, today } = sources;
  return {
    day: today,
    firstName: user.firstName,
    currency: user.currency,
    home: sources.home,
    balance: sources.balance,
    others: sources.others,
    notices: sources.notices,
    yesterday: spentYesterday(sources),
    month: monthSoFar(sources),
    over: overPlan(sources),
    due: paymentsDue(sources),
    goals: underWay(sources),
  };
}

function spentYesterday({ today, transactionsYesterday, categories }: Sources): DigestFacts["yesterday"] {
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

/** The dashboard's own figures beside the plan, so that mail and screen never disagree. */
function monthSoFar(sources: Sources): DigestFacts["month"] {
  const { categories, budgetsThisMonth, toSpend } = sources;
  const { projectedExpenses, actualExpenses, actualIncome } = overview(categories, budgetsThisMonth);
  return {
    projected: projectedExpenses,
    spent: actualExpenses,
    income: actualIncome,
    toSpend: toSpend.amount,
    perDay: toSpend.perDay,
    days: toSpend.days,
    until: toSpend.until,
  };
}

function overPlan({ categories, budgetsThisMonth }: Sources): DigestFacts["over"] {
  return categoryProgress(categories, budgetsThisMonth)
    .filter(({ state }) => state === "missed")
    .map(({ category, ...row }) => ({
      categoryId: category.id,
      category: category.name,
      projected: row.projected,
      actual: row.actual,
      carried: row.carried,
      by: cents(-availableOf("expense", row)),
    }))
    .sort((a, b) => b.by - a.by);
}

/** Due within the subscription's own notice; what is overdue stays in sight. */
function paymentsDue({ today, subscriptions }: Sources): DigestFacts["due"] {
  return subscriptions
    .filter((sub) => flowOf(sub) === "expense" && isRunning(sub, today))
    .filter((sub) => daysBetween(today, sub.nextPaymentDate) <= sub.notifyBeforeDays)
    .sort(soonestFirst)
    .map(({ id, name, amount, nextPaymentDate: day }) => ({
      id,
      name,
      amount,
      day,
      when: timeRemaining(day, today),
    }));
}

function underWay({ today, goals }: Sources): DigestFacts["goals"] {
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
