import { addDays, addMonthsAnchored, type Day, dayOfMonth, daysBetween, toDay } from "../time/day.ts";
import { daysIn, monthNumber, monthOfDay, monthsBetween, yearOf } from "../time/month.ts";

export const FREQUENCIES = [
  "daily",
  "weekly",
  "biweekly",
  "every-four-weeks",
  "semimonthly",
  "monthly",
  "quarterly",
  "semiannually",
  "annually",
] as const;
export type Frequency = (typeof FREQUENCIES)[number];

export const FREQUENCY_LABELS: Record<Frequency, string> = {
  daily: "Daily",
  weekly: "Weekly",
  biweekly: "Every two weeks",
  "every-four-weeks": "Every four weeks",
  semimonthly: "Twice a month",
  monthly: "Monthly",
  quarterly: "Quarterly",
  semiannually: "Every half-year",
  annually: "Annually",
};

/** For cost figures. */
export const PAYMENTS_A_YEAR: Record<Frequency, number> = {
  daily: 365,
  weekly: 52,
  biweekly: 26,
  "every-four-weeks": 13,
  semimonthly: 24,
  monthly: 12,
  quarterly: 4,
  semiannually: 2,
  annually: 1,
};

/**
 * Payment days, counted from an anchor; `secondDay` (1 to 31) is the other one of what comes twice a month. Providers
 * charge first when a trial ends, and from then on.
 */
export type Rhythm = {
  startDate: Day;
  frequency: Frequency;
  secondDay?: number | null | undefined;
  trialEndDate?: Day | null | undefined;
};

const anchorOf = ({ startDate, trialEndDate }: Rhythm): Day =>
  trialEndDate && trialEndDate > startDate ? trialEndDate : startDate;

type Step = { days: number } | { months: number } | "two days a month";
const STEPS: Record<Frequency, Step> = {
  daily: { days: 1 },
  weekly: { days: 7 },
  biweekly: { days: 14 },
  "every-four-weeks": { days: 28 },
  semimonthly: "two days a month",
  monthly: { months: 1 },
  quarterly: { months: 3 },
  semiannually: { months: 6 },
  annually: { months: 12 },
};

/** Every February has so many days: two days of the month from here on would fall together in it. */
const SHORTEST_MONTH = 28;

/** The n-th payment day, from 0. Counted from the anchor, so that 31 January never becomes a 28th for good. */
export function occurrence(rhythm: Rhythm, n: number): Day {
  const startDate = anchorOf(rhythm);
  const step = STEPS[rhythm.frequency];
  if (step === "two days a month") return nthOfTwo(rhythm, n);
  return "days" in step ? addDays(startDate, n * step.days) : addMonthsAnchored(startDate, n * step.months);
}

/** The first payment day strictly after `day`: for a new subscription and today, its start if that is in the future. */
export function paymentAfter(rhythm: Rhythm, day: Day): Day {
  return occurrence(rhythm, paymentsUntil(rhythm, day));
}

/** The number of payments on or before a day, computed without a loop: a century costs as little as a day. */
export function paymentsUntil(rhythm: Rhythm, day: Day): number {
  const { frequency } = rhythm;
  const startDate = anchorOf(rhythm);
  if (day < startDate) return 0;
  const step = STEPS[frequency];
  if (step !== "two days a month" && "days" in step) {
    return Math.floor(daysBetween(startDate, day) / step.days) + 1;
  }
  const months = monthsBetween(monthOfDay(startDate), monthOfDay(day));
  if (step !== "two days a month") {
    const n = Math.floor(months / step.months);
    return occurrence(rhythm, n) <= day ? n + 1 : n;
  }
  const first = Math.max(0, 2 * months - 1);
  return first + [0, 1, 2].filter((more) => occurrence(rhythm, first + more) <= day).length;
}

export function isRarerThanMonthly(frequency: Frequency): boolean {
  return PAYMENTS_A_YEAR[frequency] < 12;
}

/** The 30th and the 31st are one day in February, and so are all from the 28th on. */
export function fallTogether(startDate: Day, secondDay: number): boolean {
  const day = dayOfMonth(startDate);
  return day === secondDay || (day >= SHORTEST_MONTH && secondDay >= SHORTEST_MONTH);
}

/** Fifteen days after the first, where none was chosen. */
export function usualSecondDay(startDate: Day): number {
  return ((dayOfMonth(startDate) + 14) % 30) + 1;
}

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
