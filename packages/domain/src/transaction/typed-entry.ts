import { readAmount } from "../money/amount.ts";
import { type Cents, CURRENCIES, type Currency, cents, symbolOf } from "../money/money.ts";
import { foldedWords } from "../text/folded.ts";
import { AMERICAN, type Locale } from "../text/locale.ts";
import {
  addDays,
  type Day,
  daysBetween,
  MONTH_NAMES,
  parseDay,
  WEEKDAY_NAMES,
  weekday,
  yearOfDay,
} from "../time/day.ts";

/** `amount` is undefined if only a day was found: "coffee yesterday", for a known "coffee". */
export type TypedEntry = {
  description: string;
  amount?: Cents;
  date: Day;
  isDated: boolean;
  refund: boolean;
};

type Context = {
  today: Day;
  currency: Currency;
  locale: Locale;
  /** True for a description used before: its numbers and weekdays are part of the name. */
  isKnown: (description: string) => boolean;
};

/** Names that end in a number. */
const NAMES_WITH_NUMBERS = new Set([
  "motel 6",
  "super 8",
  "forever 21",
  "century 21",
  "pier 1",
  "phase 8",
  "catch 22",
  "route 66",
  "studio 54",
  "formula 1",
  "channel 4",
  "love 21",
  "five 18",
  "office 365",
  "microsoft 365",
  "xbox 360",
  "chanel no 5",
  "no 7",
]);

/**
 * Parses an amount at the end of a line, optionally followed by a day: "coffee 12,50", "coffee 12,50 fri". A weekday means
 * the latest one, today included. Undefined if the line is only a name: "7 Eleven", "Sun cream", "Store 24/7".
 */
export function readEntry(line: string, context: Context): TypedEntry | undefined {
  const { today, locale, isKnown } = context;
  const isName = (text: string) => isKnown(text) || NAMES_WITH_NUMBERS.has(foldedWords(text));
  // Splits at plain spaces only: thin and no-break spaces separate the thousands of a number.
  const words = line.trim().split(/[ \t]+/);
  if (words.length < 2 || isName(words.join(" "))) return undefined;
  const dayAfter = readDayAfterAmount(words, today, locale);
  const dated =
    dayAfter && !isName(dayAfter.rest.join(" ")) ? readAmountAtEnd(dayAfter.rest, context) : undefined;
  if (dayAfter && dated) return { ...dated, date: dayAfter.day, isDated: true };
  const day = readDay(words.at(-1) ?? "", today, locale);
  const rest = day ? words.slice(0, -1) : words;
  const when = { date: day ?? today, isDated: day !== undefined };
  const text = rest.join(" ");
  if (day && isName(text)) return { description: text, refund: false, ...when };
  if (isName(text)) return undefined;
  const found = readAmountAtEnd(rest, context);
  return found && { ...found, ...when };
}

function readAmountAtEnd(words: readonly string[], context: Omit<Context, "isKnown">) {
  const sum = lengthOfSum(words);
  const ends = sum > 1 ? [[words.slice(-sum).join("")]] : [words.slice(-2), words.slice(-1)];
  for (const [index, end] of ends.entries()) {
    const description = words.slice(0, sum > 1 ? -sum : index - 2).join(" ");
    const amount = readLineAmount(end, context);
    if (amount === undefined || !isNameLike(description, context)) continue;
    return { description, amount: cents(Math.abs(amount)), refund: amount < 0 };
  }
  return undefined;
}

/** The number of words of a sum at the end: 3 in "milk 1.99 + 2". */
function lengthOfSum(words: readonly string[]): number {
  let length = 1;
  while (/^[-−–+×*]$/.test(words.at(-length - 1) ?? "") && /\p{Nd}/u.test(words.at(-length - 2) ?? ""))
    length += 2;
  return length;
}

/** True if the text has letters or digits and is not just a day, such as "yesterday". */
const isNameLike = (text: string, { today, locale }: Pick<Context, "today" | "locale">): boolean =>
  /[\p{L}\p{N}]/u.test(text) && readDay(text, today, locale) === undefined;

/**
 * Parses one word, or two if one is a currency sign. "24/7", "50-50" and "11/24" are names or dates; "007" and a year near
 * today's are parts of names.
 */
export function readLineAmount(
  words: readonly string[],
  { today, currency, locale }: Omit<Context, "isKnown">,
) {
  const text = words.join(" ");
  const digits = words.filter((word) => /\p{Nd}/u.test(word));
  // Only known signs and codes: "cup" and "top" are currency codes too.
  const letters = text.replace(/[^\p{L}]/gu, "").toUpperCase();
  const isOwnSign = [currency, symbolOf(currency, locale).toUpperCase(), ...CURRENCIES].includes(letters);
  if (letters !== "" && !isOwnSign) return undefined;
  if (digits.length !== 1 || words.some((word) => word === "+" || word === "-")) return undefined;
  if (/[/÷]|\p{Nd}[-−–]+\p{Nd}|^0\p{Nd}+$/u.test(text) || readDay(text, today, locale)) return undefined;
  const isNearYear = /^(19|20)\d\d$/.test(text) && Math.abs(Number(text) - yearOfDay(today)) <= 2;
  if (isNearYear) return undefined;
  const reading = readAmount(text, currency, locale);
  return reading.kind === "ok" && reading.amount !== 0 ? reading.amount : undefined;
}

/** One word: "2026-11-24", "11/24", "24.11.", "yesterday", "fri". */
export function readDay(word: string, today: Day, locale: Locale): Day | undefined {
  const lower = word.toLowerCase();
  if (lower === "today") return today;
  if (lower === "yesterday") return addDays(today, -1);
  const index =
    lower.length < 3 ? -1 : WEEKDAY_NAMES.findIndex((name) => name.toLowerCase().startsWith(lower));
  if (index >= 0) return addDays(today, -((weekday(today) - index + 7) % 7));
  return parseDay(word) ?? readShortDate(word, today, locale);
}

/** A day that is recognized only after an amount: "12.50 Jan 1", "12.50 1 Jan" and "12.50 24.11". */
function readDayAfterAmount(words: readonly string[], today: Day, locale: Locale) {
  const [amount = "", first = "", last = ""] = words.slice(-3);
  const spelled = readSpelledDay(first, last, today) ?? readSpelledDay(last, first, today);
  if (spelled && /[\p{Nd}\p{Sc}]/u.test(amount)) return { day: spelled, rest: words.slice(0, -2) };
  const isDotted = /^\d{1,2}\.\d{1,2}$/.test(last) && /\p{Nd}[.,]\p{Nd}{2}\p{Sc}?$/u.test(first);
  const day = isDotted ? readShortDate(`${last}.`, today, locale) : undefined;
  return day && { day, rest: words.slice(0, -1) };
}

/** "Jan" or "January" and "1", "1." or "1st". */
export function readSpelledDay(name: string, number: string, today: Day): Day | undefined {
  const lower = name.toLowerCase().replace(/\.$/, "");
  const month = lower.length < 3 ? -1 : MONTH_NAMES.findIndex((one) => one.toLowerCase().startsWith(lower));
  const [, day] = /^(\d{1,2})(?:\.|st|nd|rd|th)?,?$/.exec(number) ?? [];
  return month < 0 || day === undefined ? undefined : readShortDate(`${day}.${month + 1}.`, today, AMERICAN);
}

/** "11/24" in the locale's order of day and month if both are possible; "24.11." always has the day first. */
function readShortDate(word: string, today: Day, { dates }: Locale): Day | undefined {
  const [, first, second, year] = /^(\d{1,2})[/.](\d{1,2})(?:[/.](\d{2}|\d{4})?)?$/.exec(word) ?? [];
  const isPlainNumber = !word.includes("/") && year === undefined && !word.endsWith(".");
  if (first === undefined || second === undefined || isPlainNumber || word.endsWith("/")) return undefined;
  const isDayFirst = word.includes(".") || dates !== "en-US";
  const orders = isDayFirst ? [[second, first]] : [[first, second]];
  if (word.includes("/")) orders.push(isDayFirst ? [first, second] : [second, first]);
  const own = yearOfDay(today);
  const years = year ? [year.length === 2 ? 2000 + Number(year) : Number(year)] : [own - 1, own, own + 1];
  for (const [month = "", day = ""] of orders) {
    const days = years
      .map((one) => parseDay(`${one}-${month.padStart(2, "0")}-${day.padStart(2, "0")}`))
      .filter((one) => one !== undefined);
    const nearest = days.sort((a, b) => distance(a, today) - distance(b, today))[0];
    if (nearest) return nearest;
  }
  return undefined;
}

const distance = (a: Day, b: Day): number => Math.abs(daysBetween(a, b));
