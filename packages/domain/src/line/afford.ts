import type { Id } from "../id.ts";
import { type Cents, type Currency, formatMoney, minus, plus, times, ZERO } from "../money/money.ts";
import type { BalancePoint } from "../money-account/account.ts";
import type { Locale } from "../text/locale.ts";
import { addMonthsAnchored, type Day } from "../time/day.ts";
import { formatDay } from "../time/format-day.ts";
import { type Month, monthLabel, monthName, monthOfDay, monthsBetween, yearOf } from "../time/month.ts";
import { type Forecast, lowestDay, type Reserve } from "./line.ts";

/** The parts of the forecast line that an answer needs. */
export type LineView = {
  days: readonly BalancePoint[];
  /** Money that is set aside from a day on but is still in the accounts. */
  setAside: Reserve[];
  /** Everyday money of the months, by category. */
  everyday: { month: Month; categoryId: Id; amount: Cents }[];
};

export type Question = { amount: Cents; date: Day; every: "month" | null };

export const LINE_MONTHS = 12;
/** The number of months that a question can be about. */
export const AFFORD_MONTHS = 24;

/** The number of months of the line needed to answer: half a year after the day, and at least a year. */
export function monthsToAnswer(date: Day, today: Day): number {
  const ahead = monthsBetween(monthOfDay(today), monthOfDay(date));
  return Math.min(AFFORD_MONTHS, Math.max(LINE_MONTHS, ahead + LINE_MONTHS / 2));
}

type Writer = {
  currency: Currency;
  locale: Locale;
  today: Day;
  nameOf: (categoryId: Id) => string | undefined;
};

export type Answer = {
  /** The lowest day without and with the purchase; null without a balance. */
  lowest: { before: BalancePoint; after: BalancePoint } | null;
  /** The first day on which the purchase takes money that is set aside or planned for something else. */
  breaks: { date: Day; categoryId: Id | null } | null;
  /** A category whose plan or set-aside money is enough. */
  carriedBy: Id | null;
  text: string;
};

export const NEEDS_BALANCE = "Enter the balance of an account that can be spent from: the line begins there.";

/** Everyday money by month and category, if there is any. */
export const everydayOf = ({ spreads }: Pick<Forecast, "spreads">): LineView["everyday"] =>
  spreads.flatMap(({ categoryId, from, amount }) =>
    categoryId === null || amount <= 0 ? [] : [{ month: monthOfDay(from), categoryId, amount }],
  );

/** Answers whether a purchase on a day of the line, or from that day on every month, can be afforded. */
export function afford(view: LineView, question: Question, writer: Writer): Answer {
  const { date } = question;
  const before = lowestDay(view.days);
  const days = withPurchase(view.days, question);
  const after = lowestDay(days);
  if (!before || !after) return { lowest: null, breaks: null, carriedBy: null, text: NEEDS_BALANCE };
  const later = days.filter((day) => day.date >= date);
  if (later.length === 0) {
    const text = `The line ends on ${formatDay(days.at(-1)?.date ?? date, writer.today, writer.locale)}: ask about a day until then.`;
    return { lowest: { before, after }, breaks: null, carriedBy: null, text };
  }
  const breaks = firstBreak(later, view);
  const carriedBy = carrierOf(view, question);
  const known = { later, before: view.days.filter((day) => day.date >= date), breaks, carriedBy };
  return { lowest: { before, after }, breaks, carriedBy, text: textOf(known, question, writer) };
}

function withPurchase(days: readonly BalancePoint[], { amount, date, every }: Question): BalancePoint[] {
  let bought = 0;
  return days.map((day) => {
    while (dueAgain(date, every, bought) <= day.date && (every !== null || bought === 0)) bought++;
    return { ...day, amount: minus(day.amount, times(amount, bought)) };
  });
}

const dueAgain = (date: Day, every: Question["every"], bought: number): Day =>
  every === null ? date : addMonthsAnchored(date, bought);

/** The first day with less money than is set aside, with the category that holds the most; or the first day below zero. */
function firstBreak(days: readonly BalancePoint[], view: LineView): Answer["breaks"] {
  const left = new Map<Id, Cents>();
  let next = 0;
  for (const { date, amount } of days) {
    for (let at = view.setAside[next]; at && at.date <= date; at = view.setAside[++next])
      left.set(at.categoryId, at.amount);
    const [largest] = [...left].sort(([, a], [, b]) => b - a);
    const apart = [...left.values()].reduce(plus, ZERO);
    if (largest && largest[1] > 0 && amount < apart) return { date, categoryId: largest[0] };
    if (amount < 0) return { date, categoryId: mostEveryday(view, monthOfDay(date))?.categoryId ?? null };
  }
  return null;
}

const mostEveryday = ({ everyday }: LineView, month: Month) =>
  everyday.filter((one) => one.month === month).toSorted((a, b) => b.amount - a.amount)[0];

function carrierOf(view: LineView, { amount, date, every }: Question): Id | null {
  const apart = new Map<Id, Cents>();
  for (const one of view.setAside) if (one.date <= date) apart.set(one.categoryId, one.amount);
  const [most] = [...apart].sort(([, a], [, b]) => b - a);
  if (!every && most && most[1] >= amount) return most[0];
  const months = new Set(view.everyday.map(({ month }) => month));
  const from = monthOfDay(date);
  const needed = [...months].filter((month) => (every ? month >= from : month === from));
  const least = new Map<Id, { amount: Cents; months: number }>();
  for (const one of view.everyday) {
    if (!needed.includes(one.month)) continue;
    const known = least.get(one.categoryId);
    const smallest = known && known.amount < one.amount ? known.amount : one.amount;
    least.set(one.categoryId, { amount: smallest, months: (known?.months ?? 0) + 1 });
  }
  const enough = [...least].filter(([, one]) => one.amount >= amount && one.months === needed.length);
  return enough.sort(([, a], [, b]) => b.amount - a.amount)[0]?.[0] ?? null;
}

type Known = Pick<Answer, "breaks" | "carriedBy"> & {
  later: readonly BalancePoint[];
  before: readonly BalancePoint[];
};

function textOf(
  { later, before, breaks, carriedBy }: Known,
  { every, date }: Question,
  writer: Writer,
): string {
  const { currency, locale, today, nameOf } = writer;
  const on = (day: Day) => `on ${formatDay(day, today, locale)}`;
  const money = (amount: Cents) => formatMoney(amount, currency, locale);
  const missing = (amount: Cents) => money(minus(ZERO, amount));
  const least = lowestDay(later);
  const short = later.find(({ amount }) => amount < 0);
  const leastBefore = lowestDay(before);
  const often = every ? ", every month" : "";
  const carrier = carriedBy === null ? undefined : nameOf(carriedBy);
  const carried = carrier ? ` The plan of ${carrier} would carry it.` : "";
  if (!least) return NEEDS_BALANCE;
  if (leastBefore && leastBefore.amount < 0)
    return `No; even without it ${missing(leastBefore.amount)} is missing ${on(leastBefore.date)}.${carried}`;
  if (short) {
    const first = short.date === least.date ? "" : `, the first time ${on(short.date)}`;
    return `No${every ? ", not every month" : ""}; ${on(least.date)} ${missing(least.amount)} is missing${first}.${carried}`;
  }
  const touched = breaks?.categoryId == null ? undefined : nameOf(breaks.categoryId);
  const isAtOnce = breaks?.date === date;
  const kept = isAtOnce
    ? ` It takes from ${touched}.`
    : ` Without touching ${touched}: until ${untilText(breaks?.date ?? date, today)}.`;
  return `Yes${often}; ${on(least.date)} ${money(least.amount)} is left.${touched ? kept : ""}${carried}`;
}

function untilText(day: Day, today: Day): string {
  const month = monthOfDay(day);
  return yearOf(month) === yearOf(monthOfDay(today)) ? monthName(month) : monthLabel(month);
}
