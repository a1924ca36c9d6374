import { REAL_DATE } from "@coffer/domain/definition/values";
import { compareDays, type Day, FIRST_DAY, LAST_DAY, parseDay } from "@coffer/domain/time/day";
import { firstDay, lastDay, monthOfDay } from "@coffer/domain/time/month";
import { dayOfInstant } from "@coffer/domain/time/timezone";
import type { Sort } from "@coffer/domain/transaction/definition";
import {
  addTotals,
  type Filters,
  findTransactions,
  pageAfter,
  parseSearchCursor,
  SEARCH_START,
  type Totals,
  totalsOf,
  writeSearchCursor,
} from "@coffer/domain/transaction/search";
import {
  newestFirst,
  SEARCH_PAGE,
  TRANSACTIONS_PAGE,
  type Transaction,
} from "@coffer/domain/transaction/transaction";
import type { OpenLedger } from "../access.ts";
import { readPeople } from "../activity/activity.ts";
import { withinBytes } from "../pages.ts";
import { invalid, invalidCursor } from "../refusal.ts";
import type { Stores } from "../stores.ts";

/**
 * `total` covers all rows read so far. `soFar`: more rows exist, to which the cursor leads. If it first leads to the rest of
 * those read, `further` is the cursor that skips them.
 */
type Found = { rows: Transaction[]; total: Totals; cursor: string | null; soFar?: true; further?: string };

/** Rows that one call of a search reads: more than three years of a household. */
const SEARCH_ROWS = 4_000;

type TransactionPage = { rows: Transaction[]; cursor: string | null };

export function firstPage(rows: readonly Transaction[]): TransactionPage {
  const latest = rows.toSorted((a, b) => compareDays(b.date, a.date) || b.id - a.id);
  const page = withinBytes(latest.slice(0, TRANSACTIONS_PAGE));
  return { cursor: page.length < latest.length ? cursorAt(page.at(-1)) : null, rows: page.sort(newestFirst) };
}

const cursorAt = (last: Transaction | undefined) =>
  last ? `${last.date}.${String(last.id).padStart(16, "0")}` : null;

export function createTransactionLists(
  stores: Pick<Stores, "transactions" | "categories" | "users" | "shares">,
) {
  return {
    /** Newest first. `range` has dates or ISO instants; without either, it is the user's current month. */
    async page(
      ledger: OpenLedger,
      { cursor, ...range }: Range & { cursor?: string | undefined },
    ): Promise<TransactionPage> {
      const [from, to] = requestedDays(ledger, range);
      if (cursor !== undefined && !isListCursor(cursor)) throw invalidCursor();
      const days = { from, to, after: cursor };
      const { transactions, next = null } = await stores.transactions.page(
        ledger.ownerId,
        days,
        TRANSACTIONS_PAGE,
      );
      return { rows: transactions.sort(newestFirst), cursor: next };
    },

    /**
     * Searches all months, in pages of a hundred. A call reads a bounded number of rows, the newest first (the oldest with
     * sort "date"), and sorts those. After their last page, the cursor continues with the rows that follow.
     */
    async search(
      ledger: OpenLedger,
      { sort, cursor, ...filters }: Filters & { sort: Sort; cursor?: string | undefined },
    ): Promise<Found> {
      const at = cursor === undefined ? SEARCH_START : parseSearchCursor(cursor);
      if (!at || (at.start !== undefined && !isListCursor(at.start))) throw invalidCursor();
      const { from = FIRST_DAY, to = LAST_DAY } = filters;
      const { ownerId } = ledger;
      const range = { from, to, after: at.start, oldestFirst: sort === "date" };
      const [read, categories, people] = await Promise.all([
        stores.transactions.page(ownerId, range, SEARCH_ROWS),
        stores.categories.list(ownerId),
        filters.text ? readPeople(stores, ledger) : [],
      ]);
      const matching = findTransactions(read.transactions, filters, categories, people);
      const { rows, next } = pageAfter(matching, sort, at.after, SEARCH_PAGE);
      const total = addTotals(at.before, totalsOf(matching));
      const further = read.next === undefined ? null : writeSearchCursor({ start: read.next, before: total });
      if (!next) return { rows, total, cursor: further, ...(further && { soFar: true }) };
      const found = { rows, total, cursor: writeSearchCursor({ ...at, after: next }) };
      return further ? { ...found, further, soFar: true } : found;
    },
  };
}

type Range = { startDate?: string | undefined; endDate?: string | undefined };

/** True for a cursor as the store makes it: a day or month, and the id of a row on it. */
function isListCursor(cursor: string): boolean {
  const [, month, day = "-01"] = /^(\d{4}-\d\d)(-\d\d)?\.[\w.]{1,60}$/.exec(cursor) ?? [];
  return parseDay(`${month}${day}`) !== undefined;
}

/** The first and last day of a range. If only one end is given, the other is open. */
function requestedDays({ user, today }: OpenLedger, { startDate, endDate }: Range): [from: Day, to: Day] {
  if (startDate === undefined && endDate === undefined) {
    const month = monthOfDay(today);
    return [firstDay(month), lastDay(month)];
  }
  const read = (path: string, text: string): Day => {
    const day = dayOfInstant(text, user.timeZone);
    if (!day) throw invalid(path, REAL_DATE);
    return day;
  };
  const from = startDate === undefined ? FIRST_DAY : read("startDate", startDate);
  const to = endDate === undefined ? LAST_DAY : read("endDate", endDate);
  if (from > to) throw invalid("endDate", "End date must not be before the start date");
  return [from, to];
}
