import * as v from "valibot";
import { type Cents, cents, fromDecimal, MAX_AMOUNT, toDecimal, totalFromDecimal } from "../money/money.ts";
import { isVisible } from "../text/clean-name.ts";
import { DAY_MS, type Day, FIRST_DAY, LAST_DAY, parseDay } from "../time/day.ts";
import { type Month, monthNumber, monthOf, parseMonth, yearOf } from "../time/month.ts";
import { codec } from "./codec.ts";

/** In characters. */
export const NAME_MAX = 100;
export const DESCRIPTION_MAX = 200;
export const NOTES_MAX = 2_000;

/** Drops unknown keys, and refuses a missing key with its field's message instead of valibot's. */
export function fields<const Entries extends v.ObjectEntries>(entries: Entries) {
  return v.object(entries, (issue) => {
    const key = issue.path?.[0]?.key;
    const missing = typeof key === "string" ? entries[key] : undefined;
    if (missing && "message" in missing) {
      const message = missing.message;
      if (typeof message === "string") return message;
      if (typeof message === "function") return message(issue);
    }
    return key === undefined ? "Send a JSON object" : `${String(key)} is required`;
  });
}

/** Trimmed; `message` is the error for a value that is missing, empty, invisible or not text. */
export function text(message: string, max = NAME_MAX) {
  return v.pipe(
    v.string(message),
    v.trim(),
    v.check(isVisible, message),
    v.maxLength(max, `Use at most ${max} characters`),
  );
}

/** Trimmed; absent, null, empty and invisible text all become null. */
export function optionalText(max: number) {
  return v.pipe(
    v.nullish(
      v.pipe(v.string("This must be text"), v.trim(), v.maxLength(max, `Use at most ${max} characters`)),
      null,
    ),
    v.transform((value): string | null => (value !== null && isVisible(value) ? value : null)),
  );
}

export type MoneyRule = { required: string; invalid: string; allowZero?: boolean; allowNegative?: boolean };

export const amountRule = (message: string, allow: Pick<MoneyRule, "allowZero"> = {}): MoneyRule => ({
  required: message,
  invalid: message,
  ...allow,
});

/** Parses a JSON number of at most two decimals as cents; above zero unless `allowZero` or `allowNegative`. */
export function money({ required, invalid, allowZero = false, allowNegative = false }: MoneyRule) {
  const fits = (each: Cents) => each > 0 || (allowZero && each === 0) || (allowNegative && each < 0);
  const decode = (decimal: number) => {
    const amount = fromDecimal(decimal);
    return amount !== undefined && fits(amount) ? amount : undefined;
  };
  const problem = (decimal: number) => {
    if ((decimal < 0 && !allowNegative) || (Math.abs(decimal) < 0.01 && !allowZero)) return invalid;
    return Math.abs(decimal) > toDecimal(MAX_AMOUNT) ? TOO_LARGE : TOO_FINE;
  };
  return v.pipe(
    v.number((issue) => (issue.input === undefined || issue.input === null ? required : invalid)),
    codec(decode, toDecimal, problem),
  );
}

const TOO_LARGE = "Use an amount of at most 9,999,999,999.99";
const TOO_FINE = "Use at most two decimals";

/** An amount in a response. It may be a total, larger than an amount that a person may enter. */
export const replyMoney = v.pipe(v.number(), codec(totalFromDecimal, toDecimal, "This is not an amount"));

export const REAL_DATE = "Use a real date from 1900 to 2999, as yyyy-MM-dd";

/** `message` is the error for a missing date; a date that does not exist is refused with `REAL_DATE`. */
export function day(message = REAL_DATE) {
  return v.pipe(
    v.string(message),
    codec(
      (text) => parseDay(text.trim()),
      (value: Day): string => value,
      (text) => (text.trim() === "" ? message : REAL_DATE),
    ),
  );
}

const REAL_MONTH = "Use a month, as yyyy-MM";
export const month = v.pipe(
  v.string(REAL_MONTH),
  codec(parseMonth, (value: Month): string => value, REAL_MONTH),
);

/** In a response a month is two numbers, `month` and `year`. */
export function withMonth<const Entries extends v.ObjectEntries>(entries: Entries) {
  type Wire = v.InferOutput<v.ObjectSchema<Entries & typeof monthAndYear, undefined>>;
  type Read = Omit<Wire, keyof typeof monthAndYear> & { month: Month };
  // Cast because TypeScript cannot infer the exchange of the two numbers for one month among the other entries.
  const decode = (wire: Wire) => {
    const { year, ...rest } = { ...wire, ...v.parse(v.object(monthAndYear), wire) };
    const read = monthOf(year, rest.month);
    return read && ({ ...rest, month: read } as unknown as Read);
  };
  const encode = ({ month: read, ...rest }: Read) =>
    ({ ...rest, month: monthNumber(read), year: yearOf(read) }) as unknown as Wire;
  return v.pipe(v.object({ ...entries, ...monthAndYear }), codec(decode, encode, "This is not a month"));
}
const monthAndYear = { month: v.number(), year: v.number() };

const INSTANT = "Use an instant in milliseconds";
const FIRST_INSTANT = Date.parse(FIRST_DAY);
const LAST_INSTANT = Date.parse(LAST_DAY) + DAY_MS;
/** Within the years of the calendar, so that it has a date in every time zone. */
export const instant = v.pipe(
  v.number(INSTANT),
  v.safeInteger(INSTANT),
  v.minValue(FIRST_INSTANT, INSTANT),
  v.maxValue(LAST_INSTANT, INSTANT),
);

export const wholeNumber = (message: string, min: number, max: number, tooLarge = message) =>
  v.pipe(v.number(message), v.integer(message), v.minValue(min, message), v.maxValue(max, tooLarge));

export const id = (message = "This id is not valid") =>
  v.pipe(v.number(message), v.safeInteger(message), v.minValue(1, message));

export const storedCents = v.pipe(v.number(), v.transform(cents));
export const storedDay = v.custom<Day>((value) => typeof value === "string" && parseDay(value) !== undefined);
/** Clamped to the calendar, since a browser cannot show dates beyond it. */
export const storedInstant = v.pipe(
  v.number(),
  v.transform((stored) => Math.min(Math.max(stored, FIRST_INSTANT), LAST_INSTANT)),
);
export const storedMonth = v.custom<Month>(
  (value) => typeof value === "string" && parseMonth(value) !== undefined,
);
