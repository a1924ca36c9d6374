import { inBatches } from "../batches.ts";
import type { ThingOf } from "../definition/kind.ts";
import type { Id } from "../id.ts";
import { type Cents, cents, minus, plus, ZERO } from "../money/money.ts";
import type { Steps } from "../steps.ts";
import { compareDays, type Day } from "../time/day.ts";
import { netAmount, type Transaction } from "../transaction/transaction.ts";
import type { settlement } from "./definition.ts";
import { hundredthsOf } from "./shares.ts";

/**
 * A membership, both days included; `since` is null for the start, `until` is null if it lasts. A member who rejoined
 * has two. `sinceAt` is the instant of joining in milliseconds, absent from older ones.
 */
export type Stay = { id: Id; since: Day | null; until: Day | null; sinceAt?: number | undefined };
/** `boughtOn` of a refund is the day of the purchase; the people who shared the purchase share the refund. */
type Line = Transaction & { boughtOn?: Day };
export type Settlement = ThingOf<typeof settlement>;
export type Pair = { from: Id; to: Id };
/** `from` owes `to` the amount, which is above 0. */
export type Debt = Pair & { amount: Cents };

/** The effect of a purchase or a settlement on `from`'s debt to `to`; negative for a refund. */
export type BalanceRow = Debt &
  ({ kind: "share"; transaction: Transaction } | { kind: "settlement"; settlement: Settlement });

/** The field that refers to a person who is not a member of the household. */
export function nonMemberIn(
  { paidBy, shares }: Pick<Transaction, "paidBy" | "shares">,
  members: readonly Id[],
): "paidBy" | "shares" | null {
  if (paidBy !== undefined && !members.includes(paidBy)) return "paidBy";
  return shares?.every(({ userId }) => members.includes(userId)) === false ? "shares" : null;
}

/** Divides to the cent: parts are rounded down, and the remaining cents go to the people with the lowest ids. */
export function divide(amount: Cents, weights: ReadonlyMap<Id, number>): Map<Id, Cents> {
  const sharers = [...weights].filter(([, weight]) => weight > 0).sort(([a], [b]) => a - b);
  const total = sharers.reduce((sum, [, weight]) => sum + weight, 0);
  if (total === 0) return new Map();
  const parts = sharers.map(([, weight]) => partOf(Math.abs(amount), weight, total));
  const left = Math.abs(amount) - parts.reduce((sum, part) => sum + part, 0);
  const sign = amount < 0 ? -1 : 1;
  return new Map(
    sharers.map(([id], index) => [id, cents(sign * ((parts[index] ?? 0) + (index < left ? 1 : 0)))]),
  );
}

/** Rounded down; exact even if the product exceeds the safe integers. */
function partOf(amount: number, weight: number, total: number): number {
  const product = amount * weight;
  if (!Number.isSafeInteger(product)) return Number((BigInt(amount) * BigInt(weight)) / BigInt(total));
  return (product - (product % total)) / total;
}

/** The named payer, else the person who entered the transaction, else (recorded by the daily job) the owner. */
export const payerOf = ({ paidBy, createdBy }: Pick<Transaction, "paidBy" | "createdBy">, owner: Id): Id =>
  paidBy ?? createdBy ?? owner;

/** The debts to the payer of people who were members on the day of the purchase. */
export function debtsOf(line: Line, stays: readonly Stay[], owner: Id): Debt[] {
  const payer = payerOf(line, owner);
  if (line.type !== "expense") return [];
  const members = new Set(stays.filter((stay) => includes(stay, line)).map(({ id }) => id));
  if (!members.has(payer)) return [];
  const own = line.shares?.filter(({ userId }) => members.has(userId)) ?? [];
  const weights = new Map<Id, number>(
    own.length > 0
      ? own.map(({ userId, percent }) => [userId, hundredthsOf(percent)])
      : [...members].map((id) => [id, 1]),
  );
  return [...divide(netAmount(line), weights)]
    .filter(([id, amount]) => id !== payer && amount !== 0)
    .map(([from, amount]) => ({ from, to: payer, amount }));
}

export function balanceRows(
  lines: readonly Line[],
  settlements: readonly Settlement[],
  stays: readonly Stay[],
  owner: Id,
): BalanceRow[] {
  return [
    ...lines.flatMap((transaction) =>
      debtsOf(transaction, stays, owner).map((debt): BalanceRow => ({ ...debt, kind: "share", transaction })),
    ),
    // A payment back counts as a debt in the other direction.
    ...settlements.map(
      (settlement): BalanceRow => ({
        kind: "settlement",
        from: settlement.to,
        to: settlement.from,
        amount: settlement.amount,
        settlement,
      }),
    ),
  ];
}

const reversed = <D extends Debt>(debt: D): D => ({
  ...debt,
  from: debt.to,
  to: debt.from,
  amount: minus(ZERO, debt.amount),
});

/** Nets debts to at most one between two people, sorted by ids. */
export function netted(debts: readonly Debt[]): Debt[] {
  const owed = new Map<string, Debt>();
  for (const debt of debts) {
    const { from, to, amount } = debt.from < debt.to ? debt : reversed(debt);
    const key = `${from} ${to}`;
    owed.set(key, { from, to, amount: plus(owed.get(key)?.amount ?? ZERO, amount) });
  }
  return [...owed.values()]
    .filter(({ amount }) => amount !== 0)
    .map((debt) => (debt.amount > 0 ? debt : reversed(debt)))
    .sort((a, b) => a.from - b.from || a.to - b.to);
}

export function rowsBetween({ from, to }: Pair, rows: readonly BalanceRow[]): BalanceRow[] {
  return rows.flatMap((row) => {
    if (row.from === from && row.to === to) return [row];
    return row.from === to && row.to === from ? [reversed(row)] : [];
  });
}

/** The part of a settlement that exceeds the debt; `to` owes it back. */
export function beyondDebt({ from, to, amount }: Debt, debts: readonly Debt[]): Cents {
  const owed = debts.find((debt) => debt.from === from && debt.to === to)?.amount ?? ZERO;
  return amount > owed ? minus(amount, owed) : ZERO;
}

/** On the day of joining, purchases entered before the instant of joining do not count. */
function includes({ since, until, sinceAt = 0 }: Stay, { date, boughtOn = date, createdAt }: Line): boolean {
  const hasJoined = since === null || since < boughtOn || (since === boughtOn && createdAt >= sinceAt);
  return hasJoined && (until === null || boughtOn <= until);
}

/** The number of lines read in one step. */
const LINES_A_STEP = 2_000;

/** Gives refunds the day and shares of their purchase, the latest earlier one with the same category and description. */
export function* withPurchases(lines: readonly Transaction[]): Steps<Line[]> {
  const purchases = new Map<string, Transaction>();
  const keyOf = ({ categoryId, description }: Transaction) =>
    `${categoryId} ${description.trim().toLowerCase()}`;
  const found = new Map<Id, Line>();
  yield;
  const oldestFirst = lines.toSorted((a, b) => compareDays(a.date, b.date) || a.id - b.id);
  for (const some of inBatches(oldestFirst, LINES_A_STEP)) {
    yield;
    for (const line of some) {
      const key = keyOf(line);
      const bought = purchases.get(key);
      if (!line.refund) purchases.set(key, line);
      else if (bought && bought.amount >= line.amount)
        found.set(line.id, {
          ...line,
          boughtOn: bought.date,
          createdAt: bought.createdAt,
          shares: line.shares ?? bought.shares,
        });
    }
  }
  return lines.map((line) => found.get(line.id) ?? line);
}
