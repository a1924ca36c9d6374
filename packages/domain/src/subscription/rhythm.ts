import { keysOf } from "../keys.ts";
import {
  addDays,
  addMonthsAnchored,
  type Day,
  dayOfMonth,
  daysBetween,
  LAST_DAY,
  toDay,
} from "../time/day.ts";
import { daysIn, monthNumber, monthOfDay, monthsBetween, yearOf } from "../time/month.ts";

type Step = { days: number } | { months: number } | "two days a month" | "none";

export const RHYTHMS = {
  daily: { label: "Daily", paymentsAYear: 365, step: { days: 1 } },
  weekly: { label: "Weekly", paymentsAYear: 52, step: { days: 7 } },
  biweekly: { label: "Every two weeks", paymentsAYear: 26, step: { days: 14 } },
  "every-four-weeks": { label: "Every four weeks", paymentsAYear: 13, step: { days: 28 } },
  semimonthly: { label: "Twice a month", paymentsAYear: 24, step: "two days a month" },
  monthly: { label: "Monthly", paymentsAYear: 12, step: { months: 1 } },
  quarterly: { label: "Quarterly", paymentsAYear: 4, step: { months: 3 } },
  semiannually: { label: "Every half-year", paymentsAYear: 2, step: { months: 6 } },
  annually: { label: "Annually", paymentsAYear: 1, step: { months: 12 } },
  once: { label: "Once", paymentsAYear: 0, step: "none" },
} as const satisfies Record<string, { label: string; paymentsAYear: number; step: Step }>;
export type Frequency = keyof typeof RHYTHMS;
export const FREQUENCIES = keysOf(RHYTHMS);

/** `secondDay` (1 to 31) is for semimonthly payments. After a trial, the first payment is on `trialEndDate`. */
type Rhythm = {
  startDate: Day;
  frequency: Frequency;
  secondDay?: number | null | undefined;
  trialEndDate?: Day | null | undefined;
  rests?: readonly { after: Day; through: Day }[] | undefined;
};

/** The first payment day. */
const anchorOf = ({ startDate, trialEndDate }: Rhythm): Day =>
  trialEndDate && trialEndDate > startDate ? trialEndDate : startDate;

/** The days of the shortest February. Two days of the month from here on coincide in it. */
const SHORTEST_MONTH = 28;

/** The n-th payment day, from 0. Counted from the anchor, so that the 31st does not permanently become the 28th. */
export function occurrence(rhythm: Rhythm, n: number): Day {
  const { step } = RHYTHMS[rhythm.frequency];
  if (step === "two days a month") return nthOfTwo(rhythm, n);
  if (step === "none") return n === 0 ? anchorOf(rhythm) : LAST_DAY;
  const anchor = anchorOf(rhythm);
  return "days" in step ? addDays(anchor, n * step.days) : addMonthsAnchored(anchor, n * step.months);
}

/** The day of a single payment; null for recurring ones. */
export const onlyPayment = (rhythm: Rhythm): Day | null =>
  rhythm.frequency === "once" ? anchorOf(rhythm) : null;

/** The first payment day strictly after `day`; the end of the calendar if there is none. */
export function paymentAfter(rhythm: Rhythm, day: Day): Day {
  const next = occurrence(rhythm, paymentsUntil(rhythm, day));
  const rest = rhythm.rests?.find(({ after, through }) => after < next && next <= through && day < through);
  return rest ? paymentAfter(rhythm, rest.through) : next;
}

/**
 * Moves the payment due on `next` to the new rhythm after an edit of the dates. Earlier payments do not become due again,
 * nor do payments through `settled`.
 */
export function movedPayment(before: Rhythm, next: Day, after: Rhythm, settled: Day | null): Day {
  const wasSingle = onlyPayment(before);
  if (wasSingle && next > wasSingle) return paymentAfter(after, latest([wasSingle, settled]));
  const index = paymentsUntil(before, addDays(next, -1));
  const previous = index > 0 ? occurrence(before, index - 1) : null;
  const dayBefore = addDays(samePayment(before, next, after, index, previous), -1);
  return paymentAfter(after, latest([dayBefore, previous, settled]));
}

function samePayment(before: Rhythm, next: Day, after: Rhythm, index: number, previous: Day | null): Day {
  const anchor = anchorOf(after);
  // Without past payments, the first payment stays the first.
  if (previous === null) return anchor;
  if (before.frequency === after.frequency && isWithinPeriod(anchorOf(before), anchor, after))
    return occurrence(after, index);
  // The new rhythm begins after all past payments, so it begins with this one.
  if (anchor > previous) return anchor;
  const following = paymentsUntil(after, next);
  const [earlier, later] = [occurrence(after, Math.max(0, following - 1)), occurrence(after, following)];
  return Math.abs(daysBetween(earlier, next)) <= daysBetween(next, later) ? earlier : later;
}

/** True if the anchor moved so little that each payment keeps its number. */
function isWithinPeriod(before: Day, after: Day, { frequency }: Rhythm): boolean {
  const { step } = RHYTHMS[frequency];
  const shift = Math.abs(daysBetween(before, after));
  if (step === "none") return true;
  if (step === "two days a month") return shift <= SHORTEST_MONTH / 4;
  if ("days" in step) return shift < step.days;
  return monthOfDay(before) === monthOfDay(after) || shift <= (step.months * SHORTEST_MONTH) / 2;
}

const latest = (days: readonly [Day, ...(Day | null)[]]): Day =>
  days.reduce<Day>((last, day) => (day !== null && day > last ? day : last), days[0]);

/** Like `paymentAfter`, but a single payment may be in the past, and a trial that ends today is due today. */
export function nextPayment(rhythm: Rhythm, today: Day): Day {
  if (rhythm.frequency === "once") return anchorOf(rhythm);
  const { trialEndDate } = rhythm;
  return trialEndDate === today && anchorOf(rhythm) === today ? today : paymentAfter(rhythm, today);
}

/** The number of payments on or before a day, in constant time. */
export function paymentsUntil(rhythm: Rhythm, day: Day): number {
  const anchor = anchorOf(rhythm);
  if (day < anchor) return 0;
  if (rhythm.frequency === "once") return 1;
  const { step } = RHYTHMS[rhythm.frequency];
  const months = monthsBetween(monthOfDay(anchor), monthOfDay(day));
  if (step === "two days a month") {
    const first = Math.max(0, 2 * months - 1);
    return first + [0, 1, 2].filter((more) => occurrence(rhythm, first + more) <= day).length;
  }
  if ("days" in step) return Math.floor(daysBetween(anchor, day) / step.days) + 1;
  const n = Math.floor(months / step.months);
  return occurrence(rhythm, n) <= day ? n + 1 : n;
}

export const isRarerThanMonthly = (frequency: Frequency): boolean => RHYTHMS[frequency].paymentsAYear < 12;

/** True if both days are the same day in some month: the 28th to the 31st are in February. */
export function canCoincide(startDate: Day, secondDay: number): boolean {
  const day = dayOfMonth(startDate);
  return day === secondDay || (day >= SHORTEST_MONTH && secondDay >= SHORTEST_MONTH);
}

/** The default second day: fifteen days after the first. */
const usualSecondDay = (startDate: Day): number => ((dayOfMonth(startDate) + 14) % 30) + 1;

function nthOfTwo(rhythm: Rhythm, n: number): Day {
  const startDate = anchorOf(rhythm);
  const second = rhythm.secondDay ?? usualSecondDay(startDate);
  const isFirst = n % 2 === 0;
  const months = Math.floor(n / 2) + (!isFirst && second <= dayOfMonth(startDate) ? 1 : 0);
  const first = addMonthsAnchored(startDate, months);
  if (isFirst) return first;
  const month = monthOfDay(first);
  return toDay(yearOf(month), monthNumber(month), Math.min(second, daysIn(month)));
}
