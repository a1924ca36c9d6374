import type { Cents, Currency } from "../money/money.ts";
import {
  addDays,
  addMonthsAnchored,
  type Day,
  MONTH_NAMES,
  toDay,
  WEEKDAY_NAMES,
  weekday,
  yearOfDay,
} from "../time/day.ts";
import { addMonthsTo, firstDay, monthOfDay, parseMonth } from "../time/month.ts";
import { readDay, readLineAmount, readSpelledDay } from "../transaction/typed-entry.ts";

/** A purchase on a day, or from then on every month. */
export type Asked = { amount: Cents; name: string; date: Day; every: "month" | null };
type Context = { today: Day; currency: Currency };

const EVERY_MONTH = /(?:^|\s)(?:(?:every|each|a|per) month|monthly)(?=\s|$)|\/ ?(?:month|mo)\b/gi;
const ASKING = /^\s*(?:(?:can|could) (?:we|i) )?afford(?=\s|$)|[?!]/gi;
const BEFORE_NAME = /^(?:an?|the)\s+/i;
const BEFORE_DAY = new Set(["in", "on", "by", "for", "from", "until", "this"]);

/**
 * Reads "900 sofa january", "afford a 12.50 subscription every month" or "can we afford 2,400 for skis on 14 Feb?": an
 * amount, what it is for, and when, in any order; without a day, today. A month means its first day. Undefined without
 * an amount.
 */
export function readAfford(text: string, context: Context): Asked | undefined {
  const asked = text.replace(ASKING, " ");
  const every = asked.search(EVERY_MONTH) < 0 ? null : "month";
  const words = asked.replace(EVERY_MONTH, " ").trim().split(/\s+/);
  for (const { date, rest } of [...daysIn(words, context.today), { date: context.today, rest: words }]) {
    const found = amountIn(rest, context);
    if (found) return { ...found, date, every };
  }
  return undefined;
}

/** Days that the words may name, the longest and last first, with the words that remain. */
function* daysIn(words: readonly string[], today: Day): Generator<{ date: Day; rest: string[] }> {
  for (const length of [3, 2, 1])
    for (let at = words.length - length; at >= 0; at--) {
      const date = readWhen(words.slice(at, at + length), today);
      if (!date) continue;
      const from = BEFORE_DAY.has(words[at - 1]?.toLowerCase() ?? "") ? at - 1 : at;
      yield { date, rest: words.toSpliced(from, at + length - from) };
    }
}

/** A day to come, of up to three words. */
function readWhen(words: readonly string[], today: Day): Day | undefined {
  const [first = "", second = "", third = ""] = words.map((word) => word.toLowerCase().replace(/,$/, ""));
  if (words.length === 3) {
    if (first === "in") return readSpan(second, third, today);
    const year = yearIn(third);
    const spelled = readSpelledDay(first, second, today) ?? readSpelledDay(second, first, today);
    return spelled && year ? addMonthsAnchored(spelled, (year - yearOfDay(spelled)) * 12) : undefined;
  }
  if (words.length === 2) {
    if (first === "next") return readSpan("1", second, today, true);
    const year = yearIn(second);
    const month = monthIn(first);
    if (month && year) return laterOf(toDay(year, month, 1), today);
    const spelled = readSpelledDay(first, second, today) ?? readSpelledDay(second, first, today);
    return spelled && comingYear(spelled, today);
  }
  if (first === "tomorrow") return addDays(today, 1);
  const named = parseMonth(first);
  if (named) return laterOf(firstDay(named), today);
  const index = WEEKDAY_NAMES.findIndex((name) => name.toLowerCase() === first);
  if (index >= 0) return addDays(today, (index - weekday(today) + 7) % 7);
  const month = monthIn(first);
  if (month) {
    const current = monthOfDay(today);
    const ahead = (month - Number(current.slice(5)) + 12) % 12;
    return laterOf(firstDay(addMonthsTo(current, ahead)), today);
  }
  const day = /\d|today/.test(first) ? readDay(first, today) : undefined;
  return day && /\d{4}/.test(first) ? day : day && comingYear(day, today);
}

const DAYS = { day: 1, days: 1, week: 7, weeks: 7 };
const MONTHS = { month: 1, months: 1, year: 12, years: 12 };

/** "2 weeks" from today; `isNext` of "next month" and "next year", which begin on their first day. */
function readSpan(count: string, unit: string, today: Day, isNext = false): Day | undefined {
  const number = /^(?:an?|\d{1,3})$/.test(count) ? Number(count.replace(/^an?$/, "1")) : undefined;
  if (number === undefined) return undefined;
  const days = Reflect.get(DAYS, unit);
  if (typeof days === "number") return addDays(today, number * days);
  const months = Reflect.get(MONTHS, unit);
  if (typeof months !== "number") return undefined;
  if (!isNext) return addMonthsAnchored(today, number * months);
  return months === 12 ? toDay(yearOfDay(today) + 1, 1, 1) : firstDay(addMonthsTo(monthOfDay(today), 1));
}

const yearIn = (word: string): number | undefined => (/^20\d\d$/.test(word) ? Number(word) : undefined);

/** "January", "jan" or "sept": 1 to 12. */
function monthIn(word: string): number | undefined {
  const bare = word.replace(/\.$/, "");
  const isShort = bare.length === 3 || bare === "sept";
  const at = MONTH_NAMES.findIndex((name) => {
    const lower = name.toLowerCase();
    return lower === bare || (isShort && lower.startsWith(bare));
  });
  return at < 0 ? undefined : at + 1;
}

const laterOf = (a: Day, b: Day): Day => (a > b ? a : b);

/** A day that was written without its year. */
const comingYear = (day: Day, today: Day): Day => (day < today ? addMonthsAnchored(day, 12) : day);

/** The first word that is an amount, or else the last; the others are the name. */
function amountIn(words: readonly string[], context: Context): { amount: Cents; name: string } | undefined {
  const places = words.flatMap((_, at) => [
    { at, length: 2 },
    { at, length: 1 },
  ]);
  const found = places.flatMap((place) => {
    const amount = readLineAmount(words.slice(place.at, place.at + place.length), context);
    return amount !== undefined && amount > 0 && place.at + place.length <= words.length
      ? [{ ...place, amount }]
      : [];
  });
  const chosen = found[0]?.at === 0 ? found[0] : found.at(-1);
  if (!chosen) return undefined;
  const { at, length, amount } = chosen;
  const name = [...words.slice(0, at), ...words.slice(at + length)]
    .filter((word, index, all) => index > 0 || word.toLowerCase() !== "for" || all.length === 1)
    .join(" ");
  return { amount, name: name.replace(BEFORE_NAME, "").replace(/^(?:of|on)\s+/i, "") };
}
