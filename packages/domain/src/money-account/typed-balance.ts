import { amountProblem, readAmount } from "../money/amount.ts";
import { type Cents, type Currency, minus, ZERO } from "../money/money.ts";
import type { Locale } from "../text/locale.ts";
import type { Day } from "../time/day.ts";
import { formatDay } from "../time/format-day.ts";
import { readDay, readSpelledDay } from "../transaction/typed-entry.ts";
import type { Account, BalancePoint } from "./account.ts";
import { balanceAmount } from "./definition.ts";

type Context = { today: Day; currency: Currency; locale: Locale; kind: Account["kind"] };

/**
 * Reads a balance, with its day before or after it unless it is today's: "812.40", "2026-11-26 1,234.50", "-50 yesterday".
 * A loan's balance may be typed with or without a minus sign. `message` says what to type instead.
 */
export function readBalance(line: string, context: Context): BalancePoint | { message: string } {
  const { today, currency, locale, kind } = context;
  const { day = today, rest } = withoutDay(line.trim().split(/[ \t]+/), today, locale);
  const text = rest.join(" ");
  if (readDay(text, today, locale)) return { message: balanceAmount.required };
  const reading = readAmount(text, currency, locale);
  if (reading.kind !== "ok") return { message: problem(reading, currency, locale) };
  if (day > today)
    return { message: `${formatDay(day, today, locale)} is not over yet: enter today's balance` };
  const isOwed = kind === "loan" && reading.amount > 0;
  return { date: day, amount: isOwed ? minus(ZERO, reading.amount) : reading.amount };
}

function problem(reading: Parameters<typeof amountProblem>[0], currency: Currency, locale: Locale): string {
  const invalid = "Type an amount, after its day if that is not today: 2026-11-26 1,234.50";
  return amountProblem(reading, currency, { ...balanceAmount, invalid }, locale);
}

/** Finds a day in the first or last one or two words. */
function withoutDay(
  words: readonly string[],
  today: Day,
  locale: Locale,
): { day?: Day; rest: readonly string[] } {
  if (words.length < 2) return { rest: words };
  const [first = "", second = "", last = "", beforeLast = ""] = [
    ...words.slice(0, 2),
    words.at(-1),
    words.at(-2),
  ];
  const spelled = (a: string, b: string) => readSpelledDay(a, b, today) ?? readSpelledDay(b, a, today);
  const found = [
    { day: readDay(first, today, locale), rest: words.slice(1) },
    { day: readDay(last, today, locale), rest: words.slice(0, -1) },
    { day: words.length > 2 ? spelled(first, second) : undefined, rest: words.slice(2) },
    { day: words.length > 2 ? spelled(beforeLast, last) : undefined, rest: words.slice(0, -2) },
    // "24.11" is a day only if a balance follows.
    { day: readDay(`${first}.`, today, locale), rest: words.slice(1) },
  ].find(({ day }) => day !== undefined);
  return found?.day ? { day: found.day, rest: found.rest } : { rest: words };
}

/** The change of each balance since the previous one; the first one changes by its whole amount. */
export function changesOf(points: readonly BalancePoint[]): (BalancePoint & { change: Cents })[] {
  return points.map((point, index) => ({
    ...point,
    change: minus(point.amount, points[index - 1]?.amount ?? ZERO),
  }));
}
