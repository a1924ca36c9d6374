import type { InferOutput } from "valibot";
import { sharesWord, wordsOf } from "../import/import-row.ts";
import { addDays, compareDays, type Day, dayOfMonth, daysBetween } from "../time/day.ts";
import { daysIn, monthOfDay, monthsBetween } from "../time/month.ts";
import type { Transaction } from "../transaction/transaction.ts";
import type { suggestion } from "./definition.ts";
import { type Frequency, paymentAfter } from "./rhythm.ts";
import { flowOf, type Subscription } from "./subscription.ts";

export type Suggestion = InferOutput<typeof suggestion>;

const ROWS = 3;
/** A bank books a payment some days beside its own. */
const DAYS_BESIDE = 4;
/** Beyond this the same shop sold something else. */
const AT_MOST_TIMES = 2;

export function suggestions(
  transactions: readonly Transaction[],
  subscriptions: readonly Subscription[],
  dismissed: ReadonlySet<string>,
): Suggestion[] {
  const found = [...changedPrices(transactions, subscriptions), ...repeats(transactions, subscriptions)];
  return found.filter(({ id }) => !dismissed.has(id));
}

/** Three expenses under one name, of about one amount and in one rhythm, that no subscription accounts for. */
function repeats(transactions: readonly Transaction[], subscriptions: readonly Subscription[]): Suggestion[] {
  const known = subscriptions.map(({ name }) => wordsOf(name));
  const byName = Map.groupBy(transactions.filter(isPurchase), nameKey);
  return [...byName].flatMap(([name, rows]): Suggestion[] => {
    const last = rows.sort((a, b) => compareDays(a.date, b.date)).slice(-ROWS);
    const latest = last.at(-1);
    if (name === "" || !latest || last.length < ROWS) return [];
    if (last.some(({ amount }) => Math.abs(amount - latest.amount) * 10 > latest.amount)) return [];
    if (known.some((words) => sharesWord(words, wordsOf(latest.description)))) return [];
    const frequency = rhythmOf(last.map(({ date }) => date));
    if (!frequency) return [];
    return [
      {
        id: `subscription:${name}`,
        kind: "subscription",
        name: latest.description,
        amount: latest.amount,
        date: latest.date,
        frequency,
        categoryId: latest.categoryId,
        subscriptionId: null,
        transactionIds: last.map(({ id }) => id),
      },
    ];
  });
}

/** The latest charge beside one of its due dates, where it is not what the subscription costs. */
export function changedPrices(
  transactions: readonly Transaction[],
  subscriptions: readonly Subscription[],
): Suggestion[] {
  return subscriptions
    .filter((sub) => sub.active && flowOf(sub) === "expense")
    .flatMap((sub): Suggestion[] => {
      const charge = transactions
        .filter((transaction) => isCharge(transaction, sub))
        .sort((a, b) => compareDays(b.date, a.date) || b.id - a.id)[0];
      if (!charge || charge.amount === sub.amount) return [];
      if (sub.amountChangedOn && charge.date <= sub.amountChangedOn) return [];
      return [
        {
          id: `price:${sub.id}:${charge.amount}`,
          kind: "price",
          name: sub.name,
          amount: charge.amount,
          date: charge.date,
          frequency: sub.frequency,
          categoryId: sub.categoryId,
          subscriptionId: sub.id,
          transactionIds: [charge.id],
        },
      ];
    });
}

function isCharge(transaction: Transaction, sub: Subscription): boolean {
  const { amount, description, date } = transaction;
  if (transaction.type !== "expense" || transaction.refund) return false;
  if (transaction.subscriptionId !== undefined) return transaction.subscriptionId === sub.id;
  if (amount > sub.amount * AT_MOST_TIMES || amount * AT_MOST_TIMES < sub.amount) return false;
  return sharesWord(wordsOf(sub.name), wordsOf(description)) && isBesideDueDate(date, sub);
}

function isBesideDueDate(date: Day, sub: Subscription): boolean {
  const due = paymentAfter(sub, addDays(date, -DAYS_BESIDE - 1));
  return daysBetween(date, due) <= DAYS_BESIDE;
}

const isPurchase = ({ type, refund, subscriptionId }: Transaction): boolean =>
  type === "expense" && !refund && subscriptionId === undefined;

/** The words of a description without its numbers: a bank adds dates and its own ids. */
const nameKey = ({ description }: Transaction): string =>
  [...wordsOf(description)].filter((word) => !/\d/.test(word)).join(" ");

/** `dates` in order. A month is a rhythm by its day, which a short month's end stands for; weeks are counted. */
export function rhythmOf(dates: readonly Day[]): Frequency | undefined {
  const steps = dates.slice(1).map((date, index) => {
    const before = dates[index] ?? date;
    return {
      days: daysBetween(before, date),
      months: monthsBetween(monthOfDay(before), monthOfDay(date)),
      apart: Math.abs(dayInMonth(date, before) - dayOfMonth(date)),
    };
  });
  const all = (fits: (step: (typeof steps)[number]) => boolean) => steps.length > 0 && steps.every(fits);
  const everyMonths = (months: number) =>
    all((step) => Math.abs(step.days - months * 30.4) <= DAYS_BESIDE + months && step.months <= months + 1);
  if (all(({ days }) => days === 28) && !all(({ apart }) => apart === 0)) return "every-four-weeks";
  if (everyMonths(1)) return "monthly";
  if (all(({ days }) => Math.abs(days - 7) <= 1)) return "weekly";
  if (all(({ days }) => Math.abs(days - 14) <= 2)) return "biweekly";
  if (everyMonths(3)) return "quarterly";
  if (everyMonths(6)) return "semiannually";
  return everyMonths(12) ? "annually" : undefined;
}

const dayInMonth = (date: Day, anchor: Day): number => Math.min(dayOfMonth(anchor), daysIn(monthOfDay(date)));
