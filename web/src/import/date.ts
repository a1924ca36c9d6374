import { type Day, parseDay } from "@coffer/domain/time/day";
import { type Layout, quoted, type Reading } from "./parsed-file.ts";

type DateOrder = Layout["dateOrder"];

/** Dates as banks write them, in lower case, with or without a time behind. `first` to `third` are in any order. */
const FORMS = [
  /^(?<year>\d{4})[-./ ] ?(?<month>\d{1,2})[-./' ] ?(?<day>\d{1,2})(?:[ ,].*|t\d.*)?$/,
  /^(?<first>\d{1,2})(?<separator>[-./ ]) ?(?<second>\d{1,2})[-./' ] ?(?<third>\d{4}|\d{1,2})(?:[ ,].*|t\d.*)?$/,
  /^(?<year>(?:1[89]|[2-9]\d)\d\d)(?<month>0[1-9]|1[0-2])(?<day>[0-2]\d|3[01])(?:[ .[\d].*|t\d.*)?$/,
  /^(?<first>[0-2]\d|3[01])(?<second>[0-2]\d|3[01])(?<third>(?:1[89]|[2-9]\d)\d\d)(?:[ .[\d].*|t\d.*)?$/,
  /^(?<day>\d{1,2})(?:st|nd|rd|th|\.)?[-./ ]{1,2}(?<month>\p{L}{3,12})\.?[-./, ]{1,2}(?<year>\d{4}|\d\d)(?:[ ,].*)?$/u,
  /^(?<month>\p{L}{3,12})\.? (?<day>\d{1,2})(?:st|nd|rd|th)?,? (?<year>\d{4}|\d\d)(?:[ ,].*)?$/u,
];
const WEEKDAY = /^(?:mon|tue|wed|thu|fri|sat|sun)[a-z]{0,6}\.?,? /;

/** Beginnings of the names of months, in the languages of the banks that write them out. */
const MONTHS = [
  /^(jan|jän|ene|gen|sty)/,
  /^(feb|fév|fev|lut)/,
  /^(mar|mär|mrz|maa|mrt)/,
  /^(apr|avr|abr|kwi)/,
  /^(may|mai|mag|mei|maj)/,
  /^(jun|juin|giu|cze)/,
  /^(jul|juil|lug|lip)/,
  /^(aug|aoû|aou|ago|sie)/,
  /^(sep|set|wrz)/,
  /^(oct|okt|ott|out|paź|paz)/,
  /^(nov|lis)/,
  /^(dec|dez|déc|dic|gru|des)/,
];

/** `order` decides where all three parts are numbers. A time behind it is ignored: the date is the bank's. */
export function readDate(text: string, order: DateOrder, latest: Day): Reading<Day> {
  const parts = partsOf(text);
  const ordered = parts && inOrder(parts, order);
  if (!ordered) return { problem: text.trim() ? `${quoted(text)} is not a date.` : "The date is missing." };
  const [year, month, day] = ordered;
  if (year < 1900 || year > 2999) return { problem: `${quoted(text)} lies outside the years 1900 to 2999.` };
  const two = (number: number) => String(number).padStart(2, "0");
  const value = parseDay(`${year}-${two(month)}-${two(day)}`);
  if (!value) return { problem: `${quoted(text)} is not a date that exists.` };
  return value > latest ? { problem: `${quoted(text)} lies more than a year ahead.` } : { value };
}

/** `sure` is false where each could be read both ways: then the order makes the statement shorter. */
export function findDateOrder(texts: readonly string[]): { order: DateOrder; sure: boolean } | undefined {
  const dates = texts.flatMap((text) => partsOf(text) ?? []);
  if (dates.length === 0) return undefined;
  const unordered = dates.filter(({ isOrdered }) => !isOrdered);
  const count = (is: (first: number, second: number) => boolean) =>
    unordered.filter(({ numbers: [first, second] }) => is(first, second)).length;
  const ymd = count((first) => first > 31);
  const dmy = count((first) => first > 12 && first <= 31);
  const mdy = count((first, second) => first <= 12 && second > 12);
  if (dmy > mdy) return { order: "dmy", sure: true };
  if (mdy > dmy) return { order: "mdy", sure: true };
  if (ymd > 0 || ymd + dmy + mdy === unordered.length) return { order: "ymd", sure: true };
  if (dates.some(({ separator }) => separator === ".")) return { order: "dmy", sure: true };
  return { order: spanOf(dates, "dmy") <= spanOf(dates, "mdy") ? "dmy" : "mdy", sure: false };
}

export function isDate(text: string): boolean {
  return partsOf(text) !== undefined;
}

type Numbers = [number, number, number];

/** Year, month and day where `isOrdered`, otherwise in the order of the text. */
type Parts = { numbers: Numbers; isOrdered: boolean; separator?: string | undefined };

function partsOf(text: string): Parts | undefined {
  if (text.length > 60) return undefined;
  const plain = text.normalize("NFKC").toLowerCase().replace(/\s+/g, " ").trim().replace(WEEKDAY, "");
  const groups = FORMS.find((form) => form.test(plain))?.exec(plain)?.groups;
  const { year, month, day, first, second, third, separator } = groups ?? {};
  if (first && second && third) {
    const last = third.length === 1 ? 2000 + Number(third) : Number(third);
    return { numbers: [Number(first), Number(second), last], isOrdered: false, separator };
  }
  if (!year || !month || !day) return undefined;
  const number = /\d/.test(month) ? Number(month) : monthNamed(month);
  if (number === undefined) return undefined;
  const fullYear = year.length === 2 ? withCentury(Number(year)) : Number(year);
  return { numbers: [fullYear, number, Number(day)], isOrdered: true };
}

function monthNamed(name: string): number | undefined {
  const index = MONTHS.findIndex((start) => start.test(name));
  return index < 0 ? undefined : index + 1;
}

function inOrder({ numbers, isOrdered }: Parts, order: DateOrder): Numbers | undefined {
  const [first, second, third] = numbers;
  if (isOrdered) return numbers;
  if (order === "ymd") return first > 31 || third <= 31 ? [withCentury(first), second, third] : undefined;
  const year = withCentury(third);
  return order === "dmy" ? [year, second, first] : [year, first, second];
}

/** "26" is 2026 and "98" is 1998. */
function withCentury(year: number): number {
  if (year > 99) return year;
  return year < 70 ? 2000 + year : 1900 + year;
}

/** The number of days, nearly, between the first and the last date when read in this order. */
function spanOf(dates: readonly Parts[], order: DateOrder): number {
  const days = dates
    .flatMap((parts) => {
      const ordered = inOrder(parts, order);
      return ordered ? [ordered[0] * 372 + ordered[1] * 31 + ordered[2]] : [];
    })
    .sort((a, b) => a - b);
  return (days.at(-1) ?? 0) - (days[0] ?? 0);
}
