import type { Flow } from "../category/category.ts";
import type { Id } from "../id.ts";
import type { Cents } from "../money/money.ts";
import { localeNamed } from "../text/locale.ts";
import { compareDays, type Day } from "../time/day.ts";
import { firstDay, lastDay, type Month, monthOfDay } from "../time/month.ts";
import type { Transaction } from "../transaction/transaction.ts";
import { cancelBy, flowOf, paymentsBetween, type Subscription, trialText } from "./subscription.ts";

/** A payment, or a reminder of a day by which a person may want to act. */
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

/** The month's payments and reminders, earliest first. `transactions` are the month's. */
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
  const due = subscriptions.flatMap((sub) => {
    const { id: subscriptionId, name, amount, categoryId } = sub;
    const payment = { name, amount, type: flowOf(sub), categoryId, subscriptionId };
    return paymentsBetween(sub, firstDay(month), lastDay(month)).map((date): CalendarEntry => {
      const state = date < today ? "overdue" : "due";
      return { key: `${subscriptionId} ${date}`, date, state, ...payment };
    });
  });
  const reminders = subscriptions.flatMap((sub) => {
    const trialEnd = trialText(sub, today) === null ? null : sub.trialEndDate;
    return [
      { key: `${sub.id} trial`, date: trialEnd, name: `Trial ends: ${sub.name}` },
      { key: `${sub.id} cancel`, date: cancelBy(sub, today), name: `Cancel by: ${sub.name}` },
    ].flatMap(({ date, ...entry }): CalendarEntry[] =>
      date && monthOfDay(date) === month ? [{ ...entry, date, state: "reminder" }] : [],
    );
  });
  return [...paid, ...due, ...reminders].sort(
    (a, b) => compareDays(a.date, b.date) || a.name.localeCompare(b.name),
  );
}

/** Countries whose weeks begin on Sunday or Saturday, for browsers without week data; all others begin on Monday. */
const SUNDAY =
  /^(AG|AS|AU|BD|BR|BS|BT|BW|BZ|CA|CO|DM|DO|ET|GT|GU|HK|HN|ID|IL|IN|JM|JP|KE|KH|KR|LA|MH|MM|MO|MT|MX|MZ|NI|NP|PA|PE|PH|PK|PR|PY|SA|SG|SV|TH|TT|TW|UM|US|VE|VI|WS|YE|ZA|ZW)$/;
const SATURDAY = /^(AE|AF|BH|DJ|DZ|EG|IQ|IR|JO|KW|LY|OM|QA|SD|SY)$/;

type WeekInfo = { firstDay: number };
type Weeks = { getWeekInfo?: () => WeekInfo; weekInfo?: WeekInfo };

/** The first day of the week in a locale such as "de-CH", 0 for Sunday; an invalid locale counts as American. */
export function firstWeekday(locale: string): number {
  const full: Intl.Locale & Weeks = localeNamed(locale).maximize();
  const known = full.getWeekInfo?.() ?? full.weekInfo;
  if (known) return known.firstDay % 7;
  const { region = "" } = full;
  return SUNDAY.test(region) ? 0 : SATURDAY.test(region) ? 6 : 1;
}
