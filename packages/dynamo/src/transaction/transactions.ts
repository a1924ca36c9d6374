import type { StoredTransaction } from "@coffer/core/ledger/ledger";
import { PAGE_BYTES, withinBytes } from "@coffer/core/pages";
import type { TransactionStore } from "@coffer/core/stores";
import { isSame } from "@coffer/domain/activity/activity";
import { inBatches } from "@coffer/domain/batches";
import { storedOf } from "@coffer/domain/definition/kind";
import type { Id } from "@coffer/domain/id";
import { type Ties, withChosenPayer } from "@coffer/domain/import/ties";
import type { Day } from "@coffer/domain/time/day";
import { monthOfDay } from "@coffer/domain/time/month";
import { transaction } from "@coffer/domain/transaction/definition";
import type { Transaction } from "@coffer/domain/transaction/transaction";
import * as v from "valibot";
import { batchOf, type Categories, isTakenBack, readCategories } from "../category/resolve-category.ts";
import { aliasChange, aliasPut, aliasRemoval, givenByTies, importedOf, tiesOf } from "../import/imported.ts";
import { type Codec, deleteStep, putStep, storedCategory, unconditional } from "../ledger/codec.ts";
import { createTurns } from "../table/in-turn.ts";
import { datedBetween, hasPrefix, type Item, idText, ledgerKeys, ledgerPartition } from "../table/item.ts";
import { readEach } from "../table/readable.ts";
import type { Table } from "../table/table.ts";
import { ABSENT, type Condition, put, when } from "../table/writes.ts";

export const TRANSACTION_PREFIX = "TX#";
export const transactionKey = ledgerKeys(TRANSACTION_PREFIX);

const { date: day, ...attributes } = storedOf(transaction).entries;
const stored = v.object({ ...attributes, day });

/** The attribute `date` orders the index and is made unique by the id; `day` is the calendar day. */
export const transactionItem = (ownerId: Id, { date: day, ...transaction }: StoredTransaction) => ({
  ...transactionKey(ownerId, transaction),
  date: `${day}#${idText(transaction.id)}`,
  day,
  ...transaction,
});

/** Rows in review, or set aside there, have the keys of the transactions that they may become (review/review-items.ts). */
export const isInReview = ({ date }: Item): boolean => /^(?:REVIEW|ASIDE)#/.test(String(date));

/** The transactions among the items, in their live categories; without those of deleted categories or undone imports. */
export function transactionsIn(items: readonly Item[], categories: Categories): Transaction[] {
  const rows = items.filter((item) => hasPrefix(item, TRANSACTION_PREFIX) && !isInReview(item));
  return readEach(rows, (item) => {
    if (isTakenBack(item, categories)) return [];
    const { day, ...transaction } = v.parse(stored, item);
    const { categoryId } = categories.resolve(transaction.categoryId);
    const { paidBy } = givenByTies(item, categories) ?? transaction;
    return categoryId === null ? [] : [{ ...transaction, paidBy, date: day, categoryId }];
  }).flat();
}

/** Adds a transaction. The same transaction must check its category. */
export const creationOf = (ownerId: Id, transaction: StoredTransaction) =>
  put(transactionItem(ownerId, transaction), ABSENT);

/** An import may link a row to the transaction at any time, which does not change its revision. */
const isTiedAs = ({ imported, ties }: Pick<StoredTransaction, "imported" | "ties">): Condition =>
  ties
    ? when("size(ties.#rows) = :tied", { tied: ties.rows.length })
    : when(`attribute_not_exists(ties) AND attribute_${imported ? "" : "not_"}exists(imported)`);

/** An edit of who paid is the user's choice. An undo restores the ties as they were. */
function tiesAfter(before: StoredTransaction | null, after: StoredTransaction): Ties | undefined {
  const { ties, paidBy } = after;
  if (!ties || !before || paidBy === before.paidBy || !isSame(ties, before.ties)) return ties;
  return withChosenPayer(ties, paidBy);
}

/** A commit of more changes than this writes no aliases of transactions with changed dates. */
const FEW = 20;

export const transactionCodec: Codec<"transaction"> = {
  key: transactionKey,
  /** Null for a transaction that is hidden with its category or import. */
  fromItem(item, categories) {
    const [shown] = transactionsIn([item], categories);
    if (!shown) return null;
    const [imported, ties, batch] = [importedOf(item, categories), tiesOf(item), batchOf(item)];
    const noted = {
      ...(imported && { imported }),
      ...(ties && { ties }),
      ...(batch !== undefined && { batch }),
    };
    return { ...shown, ...noted };
  },
  monthOf: ({ date }) => monthOfDay(date),
  uses: ({ after }) => after && { categoryId: after.categoryId, type: after.type, holdsType: true },
  steps(change, context) {
    const { before, after, version } = change;
    const { ownerId, changes } = context;
    // Many changes leave aliases as they are: an alias of a deleted transaction finds nothing.
    const hasRoom = changes.length <= FEW;
    if (!after) {
      if (!before) return [];
      const removed = deleteStep(transactionKey(ownerId, before), version);
      return [...removed, ...unconditional(hasRoom ? aliasRemoval(ownerId, before) : [])];
    }
    const ties = tiesAfter(before, after);
    const item = {
      ...transactionItem(ownerId, { ...after, ties }),
      categoryId: storedCategory(change, after),
    };
    const isSameRow = before && before.imported?.facts === after.imported?.facts;
    const alias = isSameRow
      ? aliasChange(ownerId, before, after.date)
      : [...(before ? aliasRemoval(ownerId, before) : []), ...aliasPut(ownerId, after)];
    return [
      putStep(item, version, context, isTiedAs(before ?? after)),
      ...unconditional(hasRoom ? alias : []),
    ];
  },
};

/** Rows per read, between which other requests get their turn: a hundred, and one more to see whether others follow. */
const PORTION = 101;
/** A unit reads 4 KB, and JSON may escape each byte with six. */
const MOST_JSON_A_UNIT = 6 * 4_096;
const MOST_READ_BYTES = 6 * PAGE_BYTES;
/** The end of a range of days; plans of a month, whose keys begin with "yyyy-MM#", are outside. */
const lastOf = (day: Day) => `${day}#~`;
const storedPlace = v.object({ date: v.string() });

export function createTransactionStore(table: Table): TransactionStore {
  /** Reads one portion of a ledger at a time, even for concurrent requests. */
  const inTurn = createTurns();
  async function* portions(ownerId: Id, first: string, last: string, ScanIndexForward = true) {
    const range = datedBetween(ledgerPartition(ownerId), first, last);
    let from: Item | undefined;
    do {
      const read = () => table.page({ ...range, ScanIndexForward, Limit: PORTION, ExclusiveStartKey: from });
      const page = await inTurn(ownerId, read, { isPart: from !== undefined });
      yield page;
      from = page.next;
    } while (from);
  }

  async function shownIn(ownerId: Id, items: readonly Item[]): Promise<Transaction[]> {
    const categories = await readCategories(table, ownerId);
    const shown: Transaction[] = [];
    const isPart = items.length > PORTION;
    for (const batch of inBatches(items, PORTION)) {
      shown.push(...(await inTurn(ownerId, async () => transactionsIn(batch, categories), { isPart })));
      await new Promise((resolve) => setImmediate(resolve));
    }
    return shown;
  }

  return {
    async list(ownerId, from, to) {
      const items: Item[] = [];
      for await (const portion of portions(ownerId, from, lastOf(to))) items.push(...portion.items);
      return shownIn(ownerId, items);
    },

    async page(ownerId, { from, to, after, oldestFirst = false }, size) {
      const key = after?.replaceAll(".", "#");
      const first = oldestFirst && key !== undefined && key > from ? key : from;
      const end = lastOf(to);
      const last = !oldestFirst && key !== undefined && key < end ? key : end;
      if (first > last) return { transactions: [], next: undefined };
      const items: Item[] = [];
      let bytes = 0;
      for await (const portion of portions(ownerId, first, last, oldestFirst)) {
        items.push(...portion.items.filter(({ date }) => date !== key));
        bytes += portion.units * MOST_JSON_A_UNIT;
        if (items.length > size || bytes > MOST_READ_BYTES) break;
      }
      const chosen = items.slice(0, size);
      const fitting = bytes <= PAGE_BYTES ? chosen : withinBytes(chosen);
      const page = items.length > fitting.length ? endingWhole(fitting) : fitting;
      const transactions = await shownIn(ownerId, page);
      const place = items.length > page.length ? v.parse(storedPlace, page.at(-1)).date : undefined;
      return { transactions, next: place?.replaceAll("#", ".") };
    },
  };
}

/** Keeps the lines of a payment on one page, so that it is counted once: a cut-off payment moves to the next page. */
function endingWhole(page: Item[]): Item[] {
  const cut = page.at(-1)?.paymentId;
  const last = cut === undefined ? -1 : page.findLastIndex(({ paymentId }) => paymentId !== cut);
  return last === -1 ? page : page.slice(0, last + 1);
}
