import { compareDays, type Day, FIRST_DAY, LAST_DAY, parseDay } from "@coffer/domain/time/day";
import { firstDay, lastDay, monthOfDay } from "@coffer/domain/time/month";
import { dayOfInstant } from "@coffer/domain/time/timezone";
import {
  type Filters,
  matcher,
  pageAfter,
  parseCursor,
  type Totals,
  totalsOf,
} from "@coffer/domain/transaction/search";
import type { Sort } from "@coffer/domain/transaction/sorts";
import { newestFirst, type Transaction } from "@coffer/domain/transaction/transaction";
import type { OpenBudget } from "../access.ts";
import { createPeople, type PeopleStores } from "../activity/activity.ts";
import type { CategoryStore } from "../category/category-store.ts";
import { invalid, invalidCursor } from "../refusal.ts";
import type { ListPlace, TransactionStore } from "./transaction-store.ts";

/** One page of what was searched for, and what all of it comes to; `cursor` is where the next page starts. */
type Found = { rows: Transaction[]; total: Totals; cursor: string | null };

const SEARCH_PAGE = 100;
/** Rows of a list on the wire; the rest follows by its cursor. */
const LIST_PAGE = 2_000;

/** A page of a list, and where the next one starts; null after the last. */
export type TransactionPage = { rows: Transaction[]; cursor: string | null };

/** The first page of all that was read of a range. */
export function firstPage(rows: readonly Transaction[]): TransactionPage {
  const latest = rows.toSorted((a, b) => compareDays(b.date, a.date) || b.id - a.id);
  const last = latest.length > LIST_PAGE ? latest[LIST_PAGE - 1] : undefined;
  return { rows: latest.slice(0, LIST_PAGE).sort(newestFirst), cursor: cursorAt(last) };
}

const cursorAt = (place: ListPlace | undefined) => (place ? `${place.date}.${place.id}` : null);

/** The lists of a budget's transactions: of a range of days, and of what is searched for. */
export function createTransactionLists(
  stores: PeopleStores & { transactions: TransactionStore; categories: CategoryStore },
) {
  const peopleOf = createPeople(stores);

  /** Newest first; `range` holds dates or ISO instants. Without either end: the user's current month. */
  async function page(
    budget: OpenBudget,
    { cursor, ...range }: Range & { cursor?: string | undefined },
  ): Promise<TransactionPage> {
    const [from, to] = requestedDays(budget, range);
    const after = cursor === undefined ? undefined : parsePlace(cursor);
    if (cursor !== undefined && !after) throw invalidCursor();
    const { transactions, next } = await stores.transactions.page(
      budget.ownerId,
      { from, to, after },
      LIST_PAGE,
    );
    return { rows: transactions.sort(newestFirst), cursor: cursorAt(next) };
  }

  return {
    page,

    /** All of a range, page after page. */
    async list(budget: OpenBudget, range: Range): Promise<Transaction[]> {
      const rows: Transaction[] = [];
      let cursor: string | undefined;
      do {
        const next = await page(budget, { ...range, cursor });
        rows.push(...next.rows);
        cursor = next.cursor ?? undefined;
      } while (cursor !== undefined);
      return rows.sort(newestFirst);
    },

    /** Of all months, a hundred at a time. */
    async search(
      budget: OpenBudget,
      { sort, cursor, ...filters }: Filters & { sort: Sort; cursor?: string | undefined },
    ): Promise<Found> {
      const after = cursor === undefined ? undefined : parseCursor(cursor);
      if (cursor !== undefined && !after) throw invalidCursor();
      const { from = FIRST_DAY, to = LAST_DAY } = filters;
      const { ownerId } = budget;
      const [transactions, categories, people] =
        from > to
          ? [[], [], []]
          : await Promise.all([
              stores.transactions.list(ownerId, from, to),
              stores.categories.list(ownerId),
              filters.text ? peopleOf(budget) : [],
            ]);
      const matching = transactions.filter(matcher(filters, categories, people));
      const { rows, next } = pageAfter(matching, sort, after, SEARCH_PAGE);
      return { rows, total: totalsOf(matching), cursor: next };
    },
  };
}

type Range = { startDate?: string | undefined; endDate?: string | undefined };

function parsePlace(cursor: string): ListPlace | undefined {
  const [, day = "", id] = /^([\d-]{10})\.([1-9]\d{0,15})$/.exec(cursor) ?? [];
  const date = parseDay(day);
  return date && { date, id: Number(id) };
}

/** The first and last day of a range, each open when only the other is given. */
function requestedDays({ user, today }: OpenBudget, { startDate, endDate }: Range): [from: Day, to: Day] {
  if (startDate === undefined && endDate === undefined) {
    const month = monthOfDay(today);
    return [firstDay(month), lastDay(month)];
  }
  const read = (path: string, text: string): Day => {
    const day = dayOfInstant(text, user.timeZone);
    if (!day) throw invalid(path, "Use a real date, as yyyy-MM-dd");
    return day;
  };
  const from = startDate === undefined ? FIRST_DAY : read("startDate", startDate);
  const to = endDate === undefined ? LAST_DAY : read("endDate", endDate);
  if (from > to) throw invalid("endDate", "End date must not be before the start date");
  return [from, to];
}
