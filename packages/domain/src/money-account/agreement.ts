import type { ThingOf } from "../definition/kind.ts";
import type { Fingerprint } from "../import/import-row.ts";
import { type Cents, cents, minus, plus, sum, ZERO } from "../money/money.ts";
import { type Day, parseDay } from "../time/day.ts";
import type { Account, BalancePoint } from "./account.ts";
import type { explained } from "./definition.ts";

/** Money that came into an account (positive) or left it, as stated in a file. */
export type Movement = { date: Day; amount: Cents };

/** Two consecutive balances of an account: the `stated` later one, and the one `expected` from the rows between them. */
export type Agreement = {
  from: Day;
  to: Day;
  expected: Cents;
  stated: Cents;
  /**
   * The amount that is likely missing (negative: money left the account) and the latest day for it; empty if balances and
   * rows agree.
   */
  days: Movement[];
  explained: boolean;
};
export type Explained = ThingOf<typeof explained>;

/** The movement as stated in the row's file, from "2026-11-05:-350:…"; edits do not change it. */
export function movementOf({ facts }: Fingerprint): Movement | undefined {
  const [, day = "", amount = ""] = /^([\d-]{10}):(-?\d{1,15}):/.exec(facts) ?? [];
  const date = parseDay(day);
  return date && amount !== "" ? { date, amount: cents(Number(amount)) } : undefined;
}

/**
 * Compares each balance with the previous one and the rows in between. Balances before the account's first row or after
 * its last are skipped: nothing was imported there. `others` are recorded movements that are in no account's files.
 */
export function agreementsOf(
  { points, explained = [] }: Pick<Account, "points" | "explained">,
  rows: readonly Movement[],
  others: readonly Movement[],
): Agreement[] {
  const dates = rows.map(({ date }) => date).sort();
  const [first, last] = [dates[0], dates.at(-1)];
  const on = (day: Day) => sum(rows.filter(({ date }) => date === day).map(({ amount }) => amount));
  /** The sum of rows on the day of `from` that its balance does not include yet; null if unknown. */
  let early: Cents | null = null;
  return points.slice(1).flatMap((to, index): Agreement[] => {
    const from = points[index];
    if (!from || !first || !last || to.date < first || from.date >= last) return [];
    const own = rows.filter((row) => isBetween(row, from, to));
    const moved = plus(from.amount, sum(own.map(({ amount }) => amount)));
    // Some banks state the balance of a day before its rows.
    const starts = early === null ? [ZERO, on(from.date)] : [early];
    const readings = starts.flatMap((start) =>
      [ZERO, on(to.date)].map((end) => ({ end, expected: minus(plus(moved, start), end) })),
    );
    const agreed = readings.find((one) => one.expected === to.amount);
    early = agreed?.end ?? null;
    const expected = agreed?.expected ?? plus(moved, starts[0] ?? ZERO);
    const difference = minus(to.amount, expected);
    const likely = others.find((one) => one.amount === difference && isBetween(one, from, to));
    const days = difference === 0 ? [] : [{ date: likely?.date ?? to.date, amount: difference }];
    const pair = { from: from.date, to: to.date };
    return [
      { ...pair, expected, stated: to.amount, days, explained: isExplained(explained, pair, difference) },
    ];
  });
}

const isBetween = ({ date }: Movement, from: BalancePoint, to: BalancePoint): boolean =>
  date > from.date && date <= to.date;

/** False if the difference has changed since it was explained. */
const isExplained = (
  explained: readonly Explained[],
  { from, to }: { from: Day; to: Day },
  difference: Cents,
): boolean => explained.some((one) => one.from === from && one.to === to && one.difference === difference);

/** Adds or removes a difference that a person marked as explained. */
export function withExplained(
  known: readonly Explained[],
  { from, to, difference }: Explained,
  isExplained: boolean,
): Explained[] {
  const others = known.filter((one) => one.from !== from || one.to !== to);
  return isExplained ? [...others, { from, to, difference }] : others;
}
