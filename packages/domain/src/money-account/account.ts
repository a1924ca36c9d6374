import type { ThingOf } from "../definition/kind.ts";
import { type Cents, sum, ZERO } from "../money/money.ts";
import { compareDays, type Day } from "../time/day.ts";
import type { ACCOUNT_KINDS, account, balancePoint } from "./definition.ts";

export type AccountKind = (typeof ACCOUNT_KINDS)[number];
export type BalancePoint = ThingOf<typeof balancePoint>;
/** A named balance; `points` are ordered by day. */
export type Account = ThingOf<typeof account> & { points: BalancePoint[] };

/** The number of latest points that the API returns. */
export const SHOWN_POINTS = 60;

export const latestPoint = ({ points }: Pick<Account, "points">): BalancePoint | null =>
  points.at(-1) ?? null;

/** Adds a point, or replaces the day's. */
export const withPoint = (points: readonly BalancePoint[], point: BalancePoint): BalancePoint[] =>
  [...withoutPoint(points, point.date), point].sort((a, b) => compareDays(a.date, b.date));

export const withoutPoint = (points: readonly BalancePoint[], date: Day): BalancePoint[] =>
  points.filter((point) => point.date !== date);

type Balances = Pick<Account, "closed" | "points">;

/** The balance at the end of a day; null before the first point. A closed account is empty after its last point. */
export function balanceOn({ closed, points }: Balances, day: Day): Cents | null {
  const known = points.findLast(({ date }) => date <= day);
  if (!known) return null;
  return closed && day > (points.at(-1)?.date ?? day) ? ZERO : known.amount;
}

/** The sum of all balances on a day; null before the first point of any account. */
export function netWorthOn(accounts: readonly Balances[], day: Day): Cents | null {
  const known = accounts.flatMap((one) => balanceOn(one, day) ?? []);
  return known.length > 0 ? sum(known) : null;
}

/** Net worth on each day with a point, and today; constant between two of them. */
export function netWorthCurve(accounts: readonly Balances[], today: Day): BalancePoint[] {
  const dates = new Set(accounts.flatMap(({ points }) => points.map(({ date }) => date)));
  return [...dates, ...(dates.size > 0 ? [today] : [])]
    .filter((date, index, all) => date <= today && all.indexOf(date) === index)
    .sort(compareDays)
    .flatMap((date) => {
      const amount = netWorthOn(accounts, date);
      return amount === null ? [] : [{ date, amount }];
    });
}
