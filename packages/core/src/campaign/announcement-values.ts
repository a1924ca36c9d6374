import type { User } from "@coffer/domain/account/user";
import { deriveBudgets, percentOf } from "@coffer/domain/budget/budget";
import { percentText } from "@coffer/domain/budget/budget-row";
import { categoryProgress, summary } from "@coffer/domain/budget/dashboard";
import {
  type PlaceholderLinks,
  type PlaceholderValues,
  placeholdersIn,
} from "@coffer/domain/campaign/announcement";
import type { Id } from "@coffer/domain/id";
import { screenPath, type WhyTarget } from "@coffer/domain/link/links";
import { formatMoney, minus, ZERO } from "@coffer/domain/money/money";
import { type Month, monthLabel } from "@coffer/domain/time/month";
import { resolveHomeBudget } from "../account/home.ts";
import type { Stores } from "../stores.ts";

type NeededStores = Pick<Stores, "categories" | "budgets" | "shares">;
type Figures = Omit<PlaceholderValues, "firstName" | "month">;

/** `links` are the addresses at which the amounts open. */
export async function placeholderValues(
  stores: NeededStores,
  user: User,
  month: Month,
  { subject, html }: { subject: string; html: string },
  origin: string,
): Promise<{ values: Partial<PlaceholderValues>; links: PlaceholderLinks }> {
  const named = { firstName: user.firstName, month: monthLabel(month) };
  // Most announcements only greet: those need not read a budget.
  const needsFigures = placeholdersIn(subject + html).some((name) => !(name in named));
  if (!needsFigures) return { values: named, links: {} };
  const ownerId = await resolveHomeBudget(stores, user);
  // Named where another one is chosen.
  const budget = user.homeBudget === null ? null : ownerId;
  const opens = (why: WhyTarget) => new URL(screenPath("/", { budget, month, why }), origin).href;
  const { values, links } = await figures(stores, user, ownerId, month, opens);
  return { values: { ...named, ...values }, links };
}

async function figures(
  stores: NeededStores,
  user: User,
  ownerId: Id | null,
  month: Month,
  opens: (why: WhyTarget) => string,
): Promise<{ values: Figures; links: PlaceholderLinks }> {
  const [categories, [facts]] =
    ownerId === null
      ? [[], []]
      : await Promise.all([stores.categories.list(ownerId), stores.budgets.months(ownerId, month, month)]);
  const budgets = facts ? deriveBudgets(facts) : [];
  const { monthlyBudget, income, expenses, remaining } = summary(
    categories,
    budgets,
    facts?.transactions ?? [],
  );
  const largest = categoryProgress(categories, budgets).sort((a, b) => b.actual - a.actual);
  const money = (amount: typeof income) => formatMoney(amount, user.currency);
  const rank = (index: number) => {
    const { category, actual = ZERO } = largest[index] ?? {};
    return [category?.name ?? "–", money(actual), `${percentOf(actual, expenses)}%`] as const;
  };
  const [first, second, third] = [rank(0), rank(1), rank(2)];
  const opensRank = (index: number) => {
    const { category } = largest[index] ?? {};
    return category && opens(category.id);
  };
  const values = {
    budgeted: money(monthlyBudget),
    income: money(income),
    spent: money(expenses),
    saved: money(minus(income, expenses)),
    percentSpent: percentText(expenses, monthlyBudget),
    percentSaved: `${percentOf(remaining, income)}%`,
    category1: first[0],
    category1Amount: first[1],
    category1Percent: first[2],
    category2: second[0],
    category2Amount: second[1],
    category2Percent: second[2],
    category3: third[0],
    category3Amount: third[1],
    category3Percent: third[2],
  };
  const links = {
    budgeted: opens("budget"),
    income: opens("income"),
    spent: opens("expenses"),
    saved: opens("remaining"),
    category1Amount: opensRank(0),
    category2Amount: opensRank(1),
    category3Amount: opensRank(2),
  };
  return { values, links };
}
