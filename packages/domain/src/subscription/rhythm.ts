import { keysOf } from "../keys.ts";
import { addDays, addMonthsAnchored, type Day, dayOfMonth, daysBetween, toDay } from "../time/day.ts";
import { daysIn, monthNumber, monthOfDay, monthsBetween, yearOf } from "../time/month.ts";

type Step = { days: number } | { months: number } | "two days a month";

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
} as const satisfies Record<string, { label: string; paymentsAYear: number; step: Step }>;
export type Frequency = keyof typeof RHYTHMS;
export const FREQUENCIES = keysOf(RHYTHMS);

/** `secondDay` (1 to 31) is the other one of what comes twice a month. Providers charge first when a trial ends. */
type Rhythm = {
  startDate: Day;
  frequency: Frequency;
  secondDay?: number | null | undefined;
  trialEndDate?: Day | null | undefined;
};

const anchorOf = ({ startDate, trialEndDate }: Rhythm): Day =>
  trialEndDate && trialEndDate > startDate ? trialEndDate : startDate;

/** Every February has so many days: two days of the month from here on would fall together in it. */
const SHORTEST_MONTH = 28;

/** The n-th payment day, from 0. Counted from the anchor, so that 31 January never becomes a 28th for good. */
export function occurrence(rhythm: Rhythm, n: number): Day {
  const { step } = RHYTHMS[rhythm.frequency];
  if (step === "two days a month") return nthOfTwo(rhythm, n);
  const anchor = anchorOf(rhythm);
  return "days" in step ? addDays(anchor, n * step.days) : addMonthsAnchored(anchor, n * step.months);
}

/** The first payment day strictly after `day`: for a new subscription and today, its start if that is in the future. */
export const paymentAfter = (rhythm: Rhythm, day: Day): Day => occurrence(rhythm, paymentsUntil(rhythm, day));

/** The number of payments on or before a day, computed without a loop: a century costs as little as a day. */
export function paymentsUntil(rhythm: Rhythm, day: Day): number {
  const anchor = anchorOf(rhythm);
  if (day < anchor) return 0;
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

/** The 30th and the 31st are one day in February, and so are all from the 28th on. */
export function fallTogether(startDate: Day, secondDay: number): boolean {
  const day = dayOfMonth(startDate);
  return day === secondDay || (day >= SHORTEST_MONTH && secondDay >= SHORTEST_MONTH);
}

/** Fifteen days after the first, where none was chosen. */
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
