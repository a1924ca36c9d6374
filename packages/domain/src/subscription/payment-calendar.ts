import type { Flow } from "../category/category.ts";
import type { Id } from "../id.ts";
import type { Cents } from "../money/money.ts";
import { compareDays, type Day } from "../time/day.ts";
import { firstDay, lastDay, type Month, monthOfDay } from "../time/month.ts";
import type { Transaction } from "../transaction/transaction.ts";
import { flowOf, paymentsBetween, type Subscription } from "./subscription.ts";
import { cancelBy, trialText } from "./subscription-terms.ts";

/** A payment, or a day by which a person may want to act. */
export type CalendarEntry = { key: string; date: Day; name: string } & (
  | {
      state: "paid" | "due" | "overdue";
      amount: Cents;
      type: Flow;
      categoryId: Id | null;
      subscriptionId: Id;
    }
  | { state: "reminder" }
);

/** By the day on which money left or came, earliest first. `transactions` are those of the month. */
export function paymentCalendar(
  subscriptions: readonly Subscription[],
  transactions: readonly Transaction[],
  month: Month,
  today: Day,
): CalendarEntry[] {
  const paid = transactions.flatMap((one): CalendarEntry[] => {
    const { id, date, description: name, amount, type, categoryId, subscriptionId } = one;
    if (subscriptionId === undefined) return [];
    return [{ key: String(id), date, name, state: "paid", amount, type, categoryId, subscriptionId }];
  });
  const due = subscriptions.flatMap((sub) =>
    paymentsBetween(sub, firstDay(month), lastDay(month)).map(
      (date): CalendarEntry => ({
        key: `${sub.id} ${date}`,
        date,
        name: sub.name,
        state: date < today ? "overdue" : "due",
        amount: sub.amount,
        type: flowOf(sub),
        categoryId: sub.categoryId,
        subscriptionId: sub.id,
      }),
    ),
  );
  const reminders = subscriptions.flatMap((sub) => remindersOf(sub, today));
  return [...paid, ...due, ...reminders.filter(({ date }) => monthOfDay(date) === month)].sort(
    (a, b) => compareDays(a.date, b.date) || a.name.localeCompare(b.name),
  );
}

function remindersOf(sub: Subscription, today: Day): CalendarEntry[] {
  const trialEnd = trialText(sub, today) === null ? null : sub.trialEndDate;
  const cancelDay = cancelBy(sub, today);
  const reminder = (kind: string, date: Day | null | undefined, name: string): CalendarEntry[] =>
    date ? [{ key: `${sub.id} ${kind}`, date, name, state: "reminder" }] : [];
  return [
    ...reminder("trial", trialEnd, `Trial ends: ${sub.name}`),
    ...reminder("cancel", cancelDay, `Cancel by: ${sub.name}`),
  ];
}
