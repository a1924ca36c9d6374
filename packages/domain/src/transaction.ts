import type { Flow } from "./category.ts";
import type { Day } from "./day.ts";
import { compareDays } from "./day.ts";
import type { Id } from "./id.ts";
import type { Cents } from "./money.ts";

/** One movement of money, dated by a calendar day. `createdAt` is an instant in milliseconds. */
export type Transaction = {
  id: Id;
  description: string;
  amount: Cents;
  date: Day;
  type: Flow;
  categoryId: Id;
  notes: string | null;
  createdAt: number;
};

export const PAGE_SIZE = 10;

/** What the list is narrowed to; a filter left out lets everything through. */
export type Filters = { text?: string; type?: Flow; categoryId?: Id };

export type Page<T> = { rows: T[]; page: number; pages: number; from: number; to: number; total: number };

/**
 * Takes filters and a transaction; returns whether it passes them all. The text may stand in the description,
 * the notes or the name of its category (given the categories), whatever its case and accents.
 */
export function matches(
  filters: Filters,
  transaction: Transaction,
  categories: readonly { id: Id; name: string }[] = [],
): boolean {
  if (filters.type && filters.type !== transaction.type) return false;
  if (filters.categoryId && filters.categoryId !== transaction.categoryId) return false;
  const wanted = plain(filters.text ?? "").trim();
  if (wanted === "") return true;
  const category = categories.find(({ id }) => id === transaction.categoryId);
  return [transaction.description, transaction.notes, category?.name].some(
    (text) => text && plain(text).includes(wanted),
  );
}

/** Orders transactions by date, then by creation, newest first. */
export function newestFirst(a: Transaction, b: Transaction): number {
  return compareDays(b.date, a.date) || b.createdAt - a.createdAt || b.id - a.id;
}

/** Takes a list and a page from 1 (held within the list); returns its rows, and "X to Y of Z" (spec section 9). */
export function pageOf<T>(list: readonly T[], page: number): Page<T> {
  const pages = Math.max(1, Math.ceil(list.length / PAGE_SIZE));
  const kept = Math.max(1, Math.min(pages, Math.trunc(page) || 1));
  const start = (kept - 1) * PAGE_SIZE;
  const rows = list.slice(start, start + PAGE_SIZE);
  return {
    rows,
    page: kept,
    pages,
    from: rows.length ? start + 1 : 0,
    to: start + rows.length,
    total: list.length,
  };
}

function plain(text: string): string {
  return text.normalize("NFD").replace(/\p{M}/gu, "").toLowerCase();
}
