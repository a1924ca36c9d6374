import type { ThingOf } from "../definition/kind.ts";
import { type Cents, cents, plus, ZERO } from "../money/money.ts";
import { compareDays, type Day } from "../time/day.ts";
import { type Month, monthOfDay } from "../time/month.ts";
import type { transaction } from "./definition.ts";

export type Transaction = ThingOf<typeof transaction>;

export const PAGE_SIZE = 10;
export const PAGE_SIZES = [PAGE_SIZE, 20, 50, 100] as const;
/** The number of rows that an endless list loads at a time. */
export const PORTION = 50;
/** The number of transactions in one response of the API. */
export const TRANSACTIONS_PAGE = 2_000;
export const SEARCH_PAGE = 100;

/** The maximum number of transactions changed or deleted at once, limited by the size of the request and its entry. */
export const MAX_TOGETHER = 500;

type Page<T> = { rows: T[]; page: number; pages: number; from: number; to: number; total: number };

/** A transaction's effect on its category's actual: negative for a refund. */
export function netAmount({ amount, type, refund }: Pick<Transaction, "amount" | "type" | "refund">): Cents {
  return refund && type === "expense" ? cents(-amount) : amount;
}

/** A transaction's effect on a person's money: positive for income and refunds, negative for expenses. */
export function signedAmount(transaction: Pick<Transaction, "amount" | "type" | "refund">): Cents {
  return transaction.type === "income" ? transaction.amount : cents(-netAmount(transaction));
}

type Dated = Pick<Transaction, "id" | "date" | "createdAt">;

/** By date, then by creation. */
export const newestFirst = (a: Dated, b: Dated): number =>
  compareDays(b.date, a.date) || b.createdAt - a.createdAt || b.id - a.id;

/** `page` counts from 1 and is clamped to the list; `from`, `to` and `total` are for "X to Y of Z". */
export function pageOf<T>(list: readonly T[], page: number, size: number = PAGE_SIZE): Page<T> {
  const pages = Math.max(1, Math.ceil(list.length / size));
  const clamped = Math.max(1, Math.min(pages, Math.trunc(page) || 1));
  const start = (clamped - 1) * size;
  const rows = list.slice(start, start + size);
  return {
    rows,
    page: clamped,
    pages,
    from: rows.length ? start + 1 : 0,
    to: start + rows.length,
    total: list.length,
  };
}

export function dayTotals(transactions: readonly Transaction[]): ReadonlyMap<Day, Cents> {
  const totals = new Map<Day, Cents>();
  for (const one of transactions) totals.set(one.date, plus(totals.get(one.date) ?? ZERO, signedAmount(one)));
  return totals;
}

/** The month's transactions after a write: replaces earlier versions of the written ones and of their payments. */
export function withWritten(
  rows: readonly Transaction[],
  written: readonly Transaction[],
  month: Month,
): Transaction[] {
  const ids = new Set(written.flatMap(({ id, paymentId = id }) => [id, paymentId]));
  return [
    ...rows.filter(({ id, paymentId = id }) => !ids.has(id) && !ids.has(paymentId)),
    ...written.filter(({ date }) => monthOfDay(date) === month),
  ].sort(newestFirst);
}
