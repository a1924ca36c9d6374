import type { DIGEST_FREQUENCIES } from "../account/definition.ts";
import type { Category } from "../category/category.ts";
import type { Id } from "../id.ts";
import type { WhyTarget } from "../link/links.ts";
import { type Cents, type Currency, formatMoney, minus, plus, sum, ZERO } from "../money/money.ts";
import type { BalancePoint } from "../money-account/account.ts";
import type { Locale } from "../text/locale.ts";
import { addDays, type Day, dayOfMonth, weekday } from "../time/day.ts";
import { formatDate } from "../time/format-day.ts";
import { firstDay, lastDay, monthLabel, monthOfDay, previousMonth } from "../time/month.ts";
import { netAmount, type Transaction } from "../transaction/transaction.ts";
import type { digestFacts } from "./digest.ts";

export type DigestFrequency = (typeof DIGEST_FREQUENCIES)[number];
/** `weekday` is 0 (Sunday) to 6 and applies to weekly mails only. */
export type DigestRhythm = { frequency: DigestFrequency; weekday: number };

/** Monthly mails are sent on the first. */
export function isSentOn({ frequency, weekday: on }: DigestRhythm, day: Day): boolean {
  if (frequency === "daily") return true;
  return frequency === "weekly" ? weekday(day) === on : dayOfMonth(day) === 1;
}

/** The days that a mail sent on `day` covers: yesterday, the last seven days, or the previous month. */
export function periodOf(frequency: DigestFrequency, day: Day): { from: Day; to: Day } {
  const to = addDays(day, -1);
  if (frequency === "daily") return { from: to, to };
  if (frequency === "weekly") return { from: addDays(day, -7), to };
  const month = previousMonth(monthOfDay(day));
  return { from: firstDay(month), to: lastDay(month) };
}

type Daily = ReturnType<typeof digestFacts>;
type Sources = {
  frequency: Exclude<DigestFrequency, "daily">;
  day: Day;
  currency: Currency;
  locale: Locale;
  categories: readonly Pick<Category, "id" | "name">[];
  /** The transactions of the period, or of more days. */
  transactions: readonly Transaction[];
  /** The plan of the period's month; only in a monthly letter. */
  planned: Cents | null;
  /** The lowest balance ahead; null if the reader may not see it or no balance is known. */
  lowest: BalancePoint | null;
  facts: Pick<Daily, "over" | "due" | "goals">;
};

/** "Groceries is $40.00 over its plan": `why` opens the rows behind it. */
type Worth = { text: string; why: WhyTarget | null };

/** The facts of a letter, which is the weekly or monthly summary: income, spending, plan and three things worth knowing. */
export function letterFacts(sources: Sources) {
  const { frequency, day, categories, planned, lowest } = sources;
  const period = periodOf(frequency, day);
  const rows = sources.transactions.filter(({ date }) => date >= period.from && date <= period.to);
  const of = (type: Transaction["type"]) => rows.filter((row) => row.type === type);
  const names = new Map(categories.map(({ id, name }) => [id, name]));
  const byCategory = new Map<Id, Cents>();
  for (const row of of("expense"))
    byCategory.set(row.categoryId, plus(byCategory.get(row.categoryId) ?? ZERO, netAmount(row)));
  const went = sum(byCategory.values());
  return {
    frequency,
    ...period,
    came: sum(of("income").map(netAmount)),
    went,
    categories: [...byCategory]
      .map(([categoryId, amount]) => ({ categoryId, name: names.get(categoryId) ?? "", amount }))
      .sort((a, b) => b.amount - a.amount),
    plan: planned === null ? null : { planned, left: minus(planned, went) },
    lowest,
    worth: worthKnowing(sources, of("expense")).slice(0, 3),
  };
}
export type LetterFacts = ReturnType<typeof letterFacts>;

/** The most important first. */
function worthKnowing(
  { currency, locale, lowest, facts }: Sources,
  expenses: readonly Transaction[],
): Worth[] {
  const money = (amount: Cents) => formatMoney(amount, currency, locale);
  const late = facts.due.filter(({ when }) => when === "Overdue");
  const largest = expenses.toSorted((a, b) => netAmount(b) - netAmount(a))[0];
  const worth: (Worth | false | undefined)[] = [
    lowest &&
      lowest.amount < 0 && {
        text: `On ${formatDate(lowest.date, locale)}, ${money(minus(ZERO, lowest.amount))} will be missing.`,
        why: null,
      },
    ...late.map(({ id, name, amount }) => ({
      text: `${name}, ${money(amount)}, is overdue.`,
      why: `subscription-${id}` as const,
    })),
    ...facts.over.map(({ categoryId, category, by }) => ({
      text: `${category} is ${money(by)} over its plan.`,
      why: `available-${categoryId}` as const,
    })),
    ...facts.goals
      .filter(({ behind }) => behind)
      .map(({ id, name }) => ({ text: `${name} is behind schedule.`, why: `goal-${id}` as const })),
    largest && {
      text: `The largest purchase was ${largest.description}, ${money(netAmount(largest))}.`,
      why: largest.categoryId,
    },
    ...facts.due
      .filter(({ when }) => when !== "Overdue")
      .map(({ id, name, amount, day }) => ({
        text: `${name}, ${money(amount)}, is due on ${formatDate(day, locale)}.`,
        why: `subscription-${id}` as const,
      })),
  ].map((one) => one || undefined);
  return worth.flatMap((one) => one || []);
}

/** "Nov 14 to Nov 20" for a week, "November 2026" for a month. */
export const periodLabel = (
  { frequency, from, to }: Pick<LetterFacts, "frequency" | "from" | "to">,
  locale: Locale,
): string =>
  frequency === "monthly"
    ? monthLabel(monthOfDay(from))
    : `${formatDate(from, locale)} to ${formatDate(to, locale)}`;
