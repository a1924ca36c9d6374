import { addDays, type Day, parseDay, toDay } from "@coffer/domain/time/day";
import { type Cell, type Reading, withAsciiDigits } from "./amount.ts";
import { quoted, remembering } from "./plain.ts";

export type DateOrder = "ymd" | "dmy" | "mdy";

/** Formats of dates in lower case, with or without a time. `first` to `third` may be in any order. */
const FORMS = [
  /^(?<year>\d{4})(?:[-./:] ?|年|년 ?| )(?<month>\d{1,2})(?:[-./:'] ?|月|월 ?| )(?<day>\d{1,2})(?:[日일.]{0,2}|\. ?)(?:(?:[ ,(t]|-\d\d?:)[^\n]*)?$/,
  /^(?<first>\d{1,2})(?<separator>[-./ ]) ?(?<second>\d{1,2})[-./' ] ?(?<third>\d{4}|\d{1,2})\.?(?:(?:[ ,(t]|-\d\d?:)[^\n]*)?$/,
  /^(?<year>(?:19|20|25)\d\d)(?<month>0[1-9]|1[0-2])(?<day>0[1-9]|[12]\d|3[01])(?:\d{6}(?:[.[][^\n]*)?|\d{4}|[ t.[][^\n]*)?$/,
  /^(?<day>0[1-9]|[12]\d|3[01])(?<month>0[1-9]|1[0-2])(?<year>(?:19|20)\d\d)$/,
  /^(?<day>\d{1,2})(?:st|nd|rd|th|\.|º)? ?(?:de )?[-./ ]?(?<month>\p{L}{3,12})\.?(?: de)?[-./, ]{0,2}(?<year>\d{4}|\d\d)\.?(?:[ ,(][^\n]*)?$/u,
  /^(?<month>\p{L}{3,12})\.? (?<day>\d{1,2})(?:st|nd|rd|th)?,? (?<year>\d{4}|\d\d)(?:[ ,][^\n]*)?$/u,
  /^(?<year>\d{4})[-./ ]{1,2}(?<month>\p{L}{3,12})\.?[-./ ]{1,2}(?<day>\d{1,2})\.?(?:[ ,][^\n]*)?$/u,
  /^(?<era>1[01]\d)[/.-](?<month>\d{1,2})[/.-](?<day>\d{1,2})(?:[ ,][^\n]*)?$/,
];
const WEEKDAY =
  /^(?:mon|tue|wed|thu|fri|sat|sun|mo|di|mi|do|fr|sa|so|lun|mar|mer|jeu|ven|sam|dim|mié|mie|jue|vie|sab|sáb|dom|gio|man|tir|ons|tor|fre|lør|søn|ma|ti|ke|to|pe|la|su|wo|vr|za|zo|di|pon|wto|śro|czw|pią|sob|nie|пн|вт|ср|чт|пт|сб|вс)[a-z]{0,8}\.?,? (?=\d)/;
/** The differences to the years of other calendars in bank files. */
const BUDDHIST = 543;
const MINGUO = 1911;
const REIWA_START = 2018;
const REIWA = /^(?:令和|r) ?(\d{1,2})(?:年 ?|[-./] ?)(?=\d)/;

/** Prefixes of the names of months, without accents, in many languages. */
const MONTHS = [
  /^(jan|ene|gen|sty|led|sij|ian|oca|tammi|янв|січ|яну|ιαν|sau|jaan)/,
  /^(feb|fev|lut|uno|unor|vel|sub|helmi|фев|лют|φεβ|vas|veeb|fbr)/,
  /^(mar(?!ra)|mrz|maa|mrt|bre|ozu|мар|бер|μαρ|kov|marts)/,
  /^(apr|avr|abr|kwi|dub|tra|nis|huhti|апр|кві|απρ|bal)/,
  /^(may|mai|mag|mei|maj|kve|svi|touko|май|маи|мая|тра|μαι|geg)/,
  /^(jun|juin|giu|cze|lip(?=anj)|haz|kesa|июн|чер|юни|ιουν|bir|juun|iun)/,
  /^(jul|juil|lug|lip|cvc|srp(?=anj)|tem|heina|июл|лип|юли|ιουλ|lie|juul|iul)/,
  /^(aug|aou|ago|sie|srp|kol|agu|elo|авг|сер|αυγ|rgp)/,
  /^(sep|set|wrz|zar|ruj|eyl|syys|сен|вер|σεπ|rgs|szep)/,
  /^(oct|okt|ott|out|paz|rij|lis(?=topada?$)|eki|loka|окт|жов|οκτ|spa)/,
  /^(nov|lis|stu|kas|marras|ноя|лис|ное|νοε|lap|noi)/,
  /^(dec|dez|dic|gru|pro|des|ara|joulu|дек|гру|δεκ|det)/,
];

/** Reads a date and ignores its time. `order` matters if all three parts are numbers. */
export function readDate(cell: Cell, order: DateOrder, latest: Day): Reading<Day> {
  if (typeof cell === "number") return dayOfSerial(cell, latest);
  const parts = partsOf(cell);
  const ordered = parts && inOrder(parts, order);
  if (!ordered) return { problem: cell.trim() ? `${quoted(cell)} is not a date.` : "The date is missing." };
  const [year, month, day] = ordered;
  if (year < 1900 || year > 2999) return { problem: `${quoted(cell)} lies outside the years 1900 to 2999.` };
  const two = (number: number) => String(number).padStart(2, "0");
  const value = parseDay(`${year}-${two(month)}-${two(day)}`);
  if (!value) return { problem: `${quoted(cell)} is not a date that exists.` };
  return value > latest ? { problem: `${quoted(cell)} lies more than a year ahead.` } : { value };
}

/** The day of a spreadsheet's serial number, which counts the days from 1899-12-30. */
export const spreadsheetDay = (serial: number): Day => addDays(toDay(1900, 1, 1), Math.floor(serial) - 2);

function dayOfSerial(number: number, latest: Day): Reading<Day> {
  const problem = { problem: `${number} is not a date.` };
  if (!isSerial(number)) return problem;
  const value = spreadsheetDay(number);
  return value > latest ? problem : { value };
}

/** Days from 1990 to 2063. */
const isSerial = (number: number) => number >= 32_874 && number < 60_000;

export type FoundOrder = {
  order: DateOrder;
  sure: boolean;
  likely?: DateOrder;
  /** The possible orders, if not just day or month first. */
  orders?: readonly DateOrder[];
};

/** `sure` is false if all dates could be read both ways. The order is then the one with the shorter statement. */
export function findDateOrder(cells: readonly Cell[]): FoundOrder | undefined {
  const dates = cells.flatMap((cell) => (typeof cell === "number" ? [] : (partsOf(cell) ?? [])));
  if (dates.length === 0) return cells.some((cell) => typeof cell === "number") ? YMD : undefined;
  const unordered = dates.filter(({ isOrdered }) => !isOrdered);
  const count = (is: (first: number, second: number, third: number) => boolean) =>
    unordered.filter(({ numbers: [first, second, third] }) => is(first, second, third)).length;
  const ymd = count((first) => first > 31);
  const dmy = count((first) => first > 12 && first <= 31);
  const mdy = count((first, second) => first <= 12 && second > 12);
  if (ymd > 0 && ymd >= dmy + mdy) return YMD;
  if (dmy > mdy) {
    // In "26-11-05" the first part is the year if it changes less often than the last.
    const isYear = unordered.every(({ numbers: [first, , third] }) => third <= 31 && first > 12);
    const firsts = new Set(unordered.map(({ numbers: [first] }) => first));
    const thirds = new Set(unordered.map(({ numbers: [, , third] }) => third % 100));
    if (isYear && firsts.size <= 2 && thirds.size > firsts.size) return YMD;
    // A single "13/03/14" may be in 2013 or in 2014.
    const isDoubtful = isYear && thirds.size >= firsts.size;
    return { order: "dmy", sure: !isDoubtful, ...(isDoubtful && { orders: ["dmy", "ymd"] }) };
  }
  if (mdy > dmy) return { order: "mdy", sure: true };
  if (unordered.length === 0) return YMD;
  if (dates.some(({ separator }) => separator === ".")) return { order: "dmy", sure: true };
  const [dmySpan, mdySpan] = [spanOf(dates, "dmy"), spanOf(dates, "mdy")];
  // 03/03 is the same day in both orders.
  const isSame = unordered.every(({ numbers: [first, second] }) => first === second);
  const order = dmySpan <= mdySpan ? "dmy" : "mdy";
  // A statement covers weeks, so an order that makes it five times as long is unlikely.
  const isLikely = Math.max(dmySpan, mdySpan) > Math.min(dmySpan, mdySpan) * 5;
  return { order, sure: isSame, ...(isLikely && { likely: order }) };
}

const YMD = { order: "ymd", sure: true } as const;

/** The only order of day and month in which the dates are sorted. */
export function orderBySequence(cells: readonly Cell[]): DateOrder | undefined {
  const dates = cells.flatMap((cell) => (typeof cell === "number" ? [] : (partsOf(cell) ?? [])));
  const isSorted = (order: DateOrder) => {
    const days = dates.flatMap((parts) => dayNumber(parts, order) ?? []);
    const rises = days.every((day, index) => index === 0 || day >= (days[index - 1] ?? 0));
    const falls = days.every((day, index) => index === 0 || day <= (days[index - 1] ?? 0));
    return rises || falls;
  };
  if (dates.length < 4) return undefined;
  const [dmy, mdy] = [isSorted("dmy"), isSorted("mdy")];
  return dmy === mdy ? undefined : dmy ? "dmy" : "mdy";
}

export function isDate(cell: Cell): boolean {
  return typeof cell === "number" ? isSerial(cell) : partsOf(cell) !== undefined;
}

type Numbers = [number, number, number];

/** If `isOrdered`, year, month and day; otherwise in the order of the text. */
type Parts = { numbers: Numbers; isOrdered: boolean; separator?: string | undefined };

const partsOf = remembering((text): Parts | undefined => {
  if (text.length > 60 || !/\p{Nd}/u.test(text)) return undefined;
  const plain = withAsciiDigits(text.normalize("NFKC"))
    .toLowerCase()
    .replace(/\s+/g, " ")
    .trim()
    .replace(REIWA, (_, year: string) => `${REIWA_START + Number(year)}-`);
  // "Mar 3, 2026" begins with a month; "mar 3 marzo 2026" with a weekday.
  const withoutWeekday = plain.replace(WEEKDAY, "");
  const groups = groupsIn(withoutWeekday) ?? (withoutWeekday === plain ? undefined : groupsIn(plain));
  const { year, month, day, first, second, third, separator, era } = groups ?? {};
  if (first && second && third) {
    const last = third.length === 1 ? 2000 + Number(third) : Number(third);
    const numbers: Numbers = [Number(first), Number(second), withoutBuddhist(last)];
    const isPossible = numbers.filter((number) => number >= 1 && number <= 31).length >= 2;
    return isPossible && numbers.some((number) => number >= 1 && number <= 12)
      ? { numbers, isOrdered: false, separator }
      : undefined;
  }
  if (!month || !day) return undefined;
  const number = /\d/.test(month) ? Number(month) : monthNamed(month);
  if (number === undefined || number < 1 || number > 12 || Number(day) > 31) return undefined;
  if (era) return { numbers: [Number(era) + MINGUO, number, Number(day)], isOrdered: true };
  if (!year) return undefined;
  const fullYear = year.length === 2 ? withCentury(Number(year)) : withoutBuddhist(Number(year));
  if (fullYear < 1900 || fullYear > 2999) return undefined;
  return { numbers: [fullYear, number, Number(day)], isOrdered: true };
});

const groupsIn = (text: string) => FORMS.find((form) => form.test(text))?.exec(text)?.groups;

const withoutBuddhist = (year: number) => (year > 2500 && year < 2700 ? year - BUDDHIST : year);

export function monthNamed(name: string): number | undefined {
  const bare = name
    .normalize("NFKD")
    .replace(/\p{M}+/gu, "")
    .replaceAll("ź", "z")
    .replaceAll("й", "и");
  const index = MONTHS.findIndex((start) => start.test(bare));
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

function dayNumber(parts: Parts, order: DateOrder): number | undefined {
  const ordered = inOrder(parts, order);
  return ordered && ordered[0] * 372 + ordered[1] * 31 + ordered[2];
}

/** The approximate number of days between the first and the last date in this order. */
function spanOf(dates: readonly Parts[], order: DateOrder): number {
  let [first, last] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  for (const parts of dates) {
    const day = dayNumber(parts, order) ?? first;
    first = Math.min(first, day);
    last = Math.max(last, day);
  }
  return last - first;
}
