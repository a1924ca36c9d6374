import type { User } from "@coffer/domain/account/user";
import { deriveBudgets, percentOf } from "@coffer/domain/budget/budget";
import { percentText } from "@coffer/domain/budget/budget-row";
import { categoryProgress, summary } from "@coffer/domain/budget/dashboard";
import {
  type PlaceholderLinks,
  type PlaceholderValues,
  placeholdersIn,
} from "@coffer/domain/campaign/announcement";
import { screenPath, type WhyTarget } from "@coffer/domain/link/links";
import { formatMoney, minus, ZERO } from "@coffer/domain/money/money";
import { cleanName } from "@coffer/domain/text/clean-name";
import { AMERICAN } from "@coffer/domain/text/locale";
import { type Month, monthLabel } from "@coffer/domain/time/month";
import { resolveHomeBudget } from "../account/home.ts";
import { ledgerCurrencyOf } from "../share/households.ts";
import type { Stores } from "../stores.ts";

/** The values of a mail's placeholders for a recipient; `links` open the screens that explain the amounts. */
export async function placeholderValues(
  stores: Pick<Stores, "categories" | "budgets" | "shares" | "users" | "households">,
  user: User,
  month: Month,
  { subject, html }: { subject: string; html: string },
  origin: string,
): Promise<{ values: Partial<PlaceholderValues>; links: PlaceholderLinks }> {
  const named = { firstName: cleanName(user.firstName), month: monthLabel(month) };
  // Most announcements only greet by name: those read no budget.
  const needsFigures = placeholdersIn(subject + html).some((name) => !(name in named));
  if (!needsFigures) return { values: named, links: {} };
  const ownerId = await resolveHomeBudget(stores, user);
  // The links name the budget only if the user chose another one than their own.
  const budget = user.homeBudget === null ? null : ownerId;
  const opens = (why: WhyTarget) => new URL(screenPath("/", { budget, month, why }), origin).href;
  const [categories, [facts]] =
    ownerId === null
      ? [[], []]
      : await Promise.all([stores.categories.list(ownerId), stores.budgets.months(ownerId, month, month)]);
  const budgets = facts ? deriveBudgets(facts) : [];
  const { transactions = [] } = facts ?? {};
  const { monthlyBudget, income, expenses, remaining } = summary(categories, budgets, transactions);
  const largest = categoryProgress(categories, budgets).sort((a, b) => b.actual - a.actual);
  const currency = ownerId === null ? user.currency : await ledgerCurrencyOf(stores, user, ownerId);
  const money = (amount: typeof income) => formatMoney(amount, currency, AMERICAN);
  const rank = (index: number) => {
    const { category, actual = ZERO } = largest[index] ?? {};
    const link = category && opens(category.id);
    return {
      name: cleanName(category?.name ?? "") || "–",
      amount: money(actual),
      percent: `${percentOf(actual, expenses)}%`,
      link,
    };
  };
  const [first, second, third] = [rank(0), rank(1), rank(2)];
  const values = {
    ...named,
    budgeted: money(monthlyBudget),
    income: money(income),
    spent: money(expenses),
    saved: money(minus(income, expenses)),
    percentSpent: percentText(expenses, monthlyBudget),
    percentSaved: `${percentOf(remaining, income)}%`,
    category1: first.name,
    category1Amount: first.amount,
    category1Percent: first.percent,
    category2: second.name,
    category2Amount: second.amount,
    category2Percent: second.percent,
    category3: third.name,
    category3Amount: third.amount,
    category3Percent: third.percent,
  };
  const links = {
    budgeted: opens("budget"),
    income: opens("income"),
    spent: opens("expenses"),
    saved: opens("remaining"),
    category1Amount: first.link,
    category2Amount: second.link,
    category3Amount: third.link,
  };
  return { values, links };
}
