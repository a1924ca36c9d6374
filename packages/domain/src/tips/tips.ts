import { type Budget, overview, percentOf } from "../budget/budget.ts";
import { expectedOrPlanned, forecastMonth } from "../budget/forecast.ts";
import type { ToSpend } from "../budget/to-spend.ts";
import type { Category } from "../category/category.ts";
import { behindBy, type Goal } from "../goal/goal.ts";
import type { Id } from "../id.ts";
import { type Cents, cents, minus, sum } from "../money/money.ts";
import { type Subscription, UPCOMING_DAYS, upcoming } from "../subscription/subscription.ts";
import type { Day } from "../time/day.ts";
import { daysToCome, type Month, monthOfDay } from "../time/month.ts";

/** The subject of a tip: a category, a total or a list. */
export type TipSubject = Id | "left" | "to-spend" | "income" | "subscriptions" | "goals";

export type Tips = {
  summary: string;
  tips: string[];
  about: TipSubject[];
  forecasts: { category: string; forecast: string; categoryId: Id }[];
};

/**
 * Facts that a model may see: totals and category names, but no other text that people wrote. `history` may be in any
 * order; months from `month` on are ignored.
 */
export function tipFacts(sources: {
  month: Month;
  today: Day;
  categories: readonly Category[];
  history: readonly { month: Month; budgets: readonly { categoryId: Id; actual: Cents }[] }[];
  budgets: readonly Budget[];
  subscriptions: readonly Subscription[];
  goals: readonly Goal[];
  toSpend: Pick<ToSpend, "amount" | "perDay" | "days" | "ofMonth">;
}) {
  const { month, today, categories, budgets } = sources;
  const thisMonth = monthOfDay(today);
  const when: "past" | "current" | "future" =
    month < thisMonth ? "past" : month > thisMonth ? "future" : "current";
  const totals = overview(categories, budgets);

  const forecasts = forecastMonth(sources)
    .filter(({ spent, budget, usual }) => spent > 0 || budget > 0 || usual > 0)
    .sort((a, b) => b.overAtEnd - a.overAtEnd || expectedOrPlanned(b) - expectedOrPlanned(a));
  const expected = sum(forecasts.map(expectedOrPlanned));
  const withHistory = forecasts.filter((category) => category.expected !== null).length;
  const history: "all" | "some" | "none" =
    withHistory === 0 ? "none" : withHistory < forecasts.length ? "some" : "all";

  const due = upcoming(sources.subscriptions, today);
  const behind = sources.goals.map((goal) => behindBy(goal, today)).filter((missing) => missing > 0);
  return {
    ...totals,
    month,
    when,
    /** Today included; 0 for a past month. */
    daysLeft: daysToCome(month, today),
    percent: percentOf(totals.actualExpenses, totals.projectedExpenses),
    remaining: minus(totals.projectedExpenses, totals.actualExpenses),
    toSpend: sources.toSpend,
    /** Whether `categories` have earlier months to forecast from. */
    history,
    /** Expected expenses of the month; categories without history count as planned. */
    expected,
    expectedRemaining: minus(totals.projectedExpenses, expected),
    incomeMissing: cents(Math.max(0, minus(totals.projectedIncome, totals.actualIncome))),
    /** Largest overrun first. */
    categories: forecasts,
    due: { count: due.length, total: sum(due.map(({ amount }) => amount)), days: UPCOMING_DAYS },
    behind: { count: behind.length, missing: sum(behind) },
  };
}
export type Facts = ReturnType<typeof tipFacts>;
