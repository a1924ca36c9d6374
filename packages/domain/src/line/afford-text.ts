import type { Cents, Currency } from "../money/money.ts";
import type { Locale } from "../text/locale.ts";
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
import {
  addMonthsTo,
  firstDay,
  lastDay,
  daysIn as lengthOf,
  type Month,
  monthNumber,
  monthOf,
  monthOfDay,
  parseMonth,
  yearOf,
} from "../time/month.ts";
import { readDay, readLineAmount } from "../transaction/typed-entry.ts";
import type { Question } from "./afford.ts";

/** A purchase on a day, or from that day on every month. */
export type AffordQuestion = Question & { name: string };
type Context = { today: Day; currency: Currency; locale: Locale };

const EVERY_MONTH = /(?:^|\s)(?:(?:every|each|a|per) month|monthly)(?=\s|$)|\/ ?(?:month|mo)\b/gi;
/** Unsupported frequencies. An answer about a single purchase would mislead. */
const OTHER_FREQUENCY =
  /(?:^|\s)(?:(?:every|each|per) (?!month\b)\p{L}+|daily|weekly|quarterly|yearly|annually)(?=\s|$)/iu;
/** "Can we still afford", "what about", "to buy". */
const ASKING = [
  /^.*?\bafford(?:ing)?(?=[\s:]|$):?/i,
  /^\s*(?:(?:what|how) about|is|(?:do|can|could|should) (?:we|i))(?=\s)/i,
  /^\s*(?:to )?(?:have|buy|pay|spend|get)(?:ing)?(?=\s)/i,
  /^\s*an?(?=\s)/i,
  /[?!()]|[,;:](?=\s|$)/g,
];
/** "2 400" is one amount at the beginning only: "iphone 15 900" is a name and an amount. */
const SPACED_AMOUNT = /^(\p{Sc}?\d{1,3}) (?=\d{3}(?:[.,]\d\d)?(?:\s|$))/u;
/** Shortens "the end of the month" and "the 14th of January". */
const OF_MONTH = /\b(end|\d{1,2}(?:st|nd|rd|th)?) of (?:the )?(?=\p{L})/giu;
const AROUND_NAME = /^(?:(?:ok|for|of|on|an?|the) )+|(?: (?:for|of|on|at|is))+$/gi;
const CURRENCY_WORD = /^(?:euros?|dollars?|pounds?|francs?|yen)$/i;
const BEFORE_DAY = new Set(
  "in on by at for from until till this next coming starting beginning the".split(" "),
);

/**
 * Reads "900 sofa january", "afford a 12.50 subscription every month" or "can we afford 2,400 for skis on 14 Feb?": an
 * amount, a name and a day, in any order; without a day, today. A month means its first day. Undefined without
 * an amount, for a day that does not exist, and for frequencies other than "every month".
 */
export function readAfford(text: string, context: Context): AffordQuestion | undefined {
  if (OTHER_FREQUENCY.test(text)) return undefined;
  const asked = ASKING.reduce((rest, one) => rest.replace(one, " "), text);
  const every = asked.search(EVERY_MONTH) < 0 ? null : "month";
  const plain = asked.replace(EVERY_MONTH, " ").replace(OF_MONTH, "$1 ").trim();
  const words = plain.replace(SPACED_AMOUNT, "$1").split(/\s+/);
  for (const { date, rest } of [...daysIn(words, context), { date: context.today, rest: words }]) {
    if (rest.some((word) => LIKE_A_DAY.test(word))) return undefined;
    const found = amountIn(rest, context);
    if (found) return { ...found, date, every };
  }
  return undefined;
}

/** A remaining word like this is a day that does not exist: "2027-02-30". */
const LIKE_A_DAY = /^\d{4}-\d{1,2}(?:-\d{1,2})?$|^\d{1,2}\.\d{1,2}\.(?:\d\d|\d{4})?$/;

/** Days that the words may name, the longest and last first, each with the remaining words. */
function* daysIn(words: readonly string[], context: Context): Generator<{ date: Day; rest: string[] }> {
  for (const length of [3, 2, 1])
    for (let at = words.length - length; at >= 0; at--) {
      const date = readWhen(words.slice(at, at + length), context);
      if (!date) continue;
      let from = at;
      while (BEFORE_DAY.has(words[from - 1]?.toLowerCase() ?? "")) from--;
      yield { date, rest: words.toSpliced(from, at + length - from) };
    }
}

/** A day of up to three words; without a year it is in the future. */
function readWhen(words: readonly string[], { today, locale }: Context): Day | undefined {
  const [first = "", second = "", third = ""] = words.map((word) => word.toLowerCase());
  const year = yearIn(words.at(-1) ?? "");
  if (words.length === 3) {
    if (first === "in") return readSpan(second, third, today);
    if (second === "next" && third === "year") return beginning(first, today, yearOfDay(today) + 1);
    return year ? dayIn(first, second, today, year) : undefined;
  }
  if (words.length === 2) {
    if (first === "next") return readSpan("1", second, today, true);
    if (first === "the" && /\d(?:st|nd|rd|th)$/.test(second)) {
      const day = dayIn("month", second, today, yearOfDay(today));
      return day && day < today ? addMonthsAnchored(day, 1) : day;
    }
    return year ? beginning(first === "in" ? "january" : first, today, year) : dayIn(first, second, today);
  }
  if (first === "tomorrow") return addDays(today, 1);
  const index = WEEKDAY_NAMES.findIndex((name) => name.toLowerCase() === first);
  if (index >= 0) return addDays(today, (index - weekday(today) + 7) % 7);
  if (first === "yesterday" || /\d{4}-..-|[./]\d{1,2}[./]\d{2}/.test(first))
    return readDay(first, today, locale);
  const day = /\d|today/.test(first) ? readDay(first, today, locale) : undefined;
  return day ? comingYear(day, today) : beginning(first, today);
}

/** "January" or "2027-03"; without a year, the current month or a later one. */
function monthNamed(name: string, today: Day, year?: number): Month | undefined {
  const month = monthIn(name);
  if (!month) return name === "month" ? monthOfDay(today) : parseMonth(name);
  const current = monthOfDay(today);
  return year ? monthOf(year, month) : addMonthsTo(current, (month - monthNumber(current) + 12) % 12);
}

/** The first day of a month; today for the current month. */
function beginning(name: string, today: Day, year?: number): Day | undefined {
  const month = monthNamed(name, today, year);
  return month && (month === monthOfDay(today) ? today : firstDay(month));
}

/** "Jan 14th", "14 January" or "end January". The 31st of a shorter month is its last day. */
function dayIn(first: string, second: string, today: Day, year?: number): Day | undefined {
  const month = monthNamed(second, today, year) ?? monthNamed(first, today, year);
  if (!month) return undefined;
  if (first === "end") return lastDay(month);
  const [, digits = "0"] = [first, second].flatMap(
    (word) => /^(\d{1,2})(?:\.|st|nd|rd|th)?$/.exec(word) ?? [],
  );
  const day = Number(digits);
  if (day < 1 || day > 31) return undefined;
  const date = toDay(yearOf(month), monthNumber(month), Math.min(day, lengthOf(month)));
  return year ? date : comingYear(date, today);
}

const DAYS = { day: 1, days: 1, week: 7, weeks: 7 };
const MONTHS = { month: 1, months: 1, year: 12, years: 12 };

const COUNTS = "a|an|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve".split("|");

/** "2 weeks" from today; with `isNext`, "next month" and "next year" mean their first day. */
function readSpan(count: string, unit: string, today: Day, isNext = false): Day | undefined {
  const spelled = COUNTS.indexOf(count);
  const number = /^\d{1,3}$/.test(count) ? Number(count) : Math.max(1, spelled - 1);
  if (spelled < 0 && !/^\d{1,3}$/.test(count)) return undefined;
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

/** Moves a past day to the next year. */
const comingYear = (day: Day, today: Day): Day => (day < today ? addMonthsAnchored(day, 12) : day);

/** Prefers an amount with a currency or cents, then the largest number: "3 chairs 450", "900 for 2 people". */
function amountIn(words: readonly string[], context: Context): { amount: Cents; name: string } | undefined {
  const places = words.flatMap((_, at) => [
    { at, length: 2 },
    { at, length: 1 },
  ]);
  const found = places.flatMap(({ at, length }) => {
    const own = words.slice(at, at + length);
    const amount = own.length === length ? readLineAmount(own, context) : undefined;
    const isMoney = /\p{Sc}|\p{L}|[.,]\p{Nd}{2}$/u.test(own.join(""));
    return amount !== undefined && amount > 0 ? [{ at, length, amount, isMoney }] : [];
  });
  const [chosen] = found.sort((a, b) => Number(b.isMoney) - Number(a.isMoney) || b.amount - a.amount);
  if (!chosen) return undefined;
  const { at, length, amount } = chosen;
  const name = [
    ...words.slice(0, at),
    ...words.slice(at + length).filter((word) => !CURRENCY_WORD.test(word)),
  ];
  return { amount, name: name.join(" ").replace(AROUND_NAME, "") };
}
