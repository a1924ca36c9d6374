import type { StoredTransaction } from "@coffer/core/ledger/ledger";
import { bytesOf, PAGE_BYTES, withinBytes } from "@coffer/core/page-bytes";
import type { TransactionStore } from "@coffer/core/transaction/transaction-store";
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

/** `date` orders the index and is made unique by the id; the calendar day itself is `day`. */
export const transactionItem = (ownerId: Id, { date: day, ...transaction }: StoredTransaction) => ({
  ...transactionKey(ownerId, transaction),
  date: `${day}#${idText(transaction.id)}`,
  day,
  ...transaction,
});

/** The items that are transactions, each in its live category, without those deleted with theirs or taken back. */
export function transactionsIn(items: readonly Item[], categories: Categories): Transaction[] {
  const rows = items.filter((item) => hasPrefix(item, TRANSACTION_PREFIX));
  return readEach(rows, (item) => {
    if (isTakenBack(item, categories)) return [];
    const { day, ...transaction } = v.parse(stored, item);
    const { categoryId } = categories.resolve(transaction.categoryId);
    const { paidBy } = givenByTies(item, categories) ?? transaction;
    return categoryId === null ? [] : [{ ...transaction, paidBy, date: day, categoryId }];
  }).flat();
}

/** The write that adds a transaction, to be made beside a check of its category. */
export const creationOf = (ownerId: Id, transaction: StoredTransaction) =>
  put(transactionItem(ownerId, transaction), ABSENT);

/** An import may come to know it as one of its rows at any time, which is no change that people see. */
const isTiedAs = ({ imported, ties }: Pick<StoredTransaction, "imported" | "ties">): Condition =>
  ties
    ? when("size(ties.#rows) = :tied", { tied: ties.rows.length })
    : when(`attribute_not_exists(ties) AND attribute_${imported ? "" : "not_"}exists(imported)`);

/** Who paid is a choice where an edit changes it. An undo brings the ties back as they were. */
function tiesAfter(before: StoredTransaction | null, after: StoredTransaction): Ties | undefined {
  const { ties, paidBy } = after;
  if (!ties || !before || paidBy === before.paidBy || !isSame(ties, before.ties)) return ties;
  return withChosenPayer(ties, paidBy);
}

/** So many leave room in their commit for where each was dated away from. */
const FEW = 20;

export const transactionCodec: Codec<"transaction"> = {
  key: transactionKey,
  /** One that went with its category may come back with it. */
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
    // Of many, where a row was dated away from is left as it is noted: it names nothing while they are gone.
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
    const alias = before ? aliasChange(ownerId, before, after.date) : aliasPut(ownerId, after);
    return [
      putStep(item, version, context, isTiedAs(before ?? after)),
      ...unconditional(hasRoom ? alias : []),
    ];
  },
};

/** Read at once, so that others' requests have their turn between: a hundred, and one that shows if more follow. */
const PORTION = 101;
/** A range of days leaves a single month's plans out, which begin with "yyyy-MM#". */
const lastOf = (day: Day) => `${day}#~`;
const storedPlace = v.object({ date: v.string() });

export function createTransactionStore(table: Table): TransactionStore {
  /** One portion of a budget at a time, however many of its lists are asked for. */
  const inTurn = createTurns();
  async function* portions(ownerId: Id, first: string, last: string, ScanIndexForward = true) {
    const range = datedBetween(ledgerPartition(ownerId), first, last);
    let from: Item | undefined;
    do {
      const read = () => table.page({ ...range, ScanIndexForward, Limit: PORTION, ExclusiveStartKey: from });
      const page = await inTurn(ownerId, read, { isPart: from !== undefined });
      yield page.items;
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
      for await (const portion of portions(ownerId, from, lastOf(to))) items.push(...portion);
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
        const rows = portion.filter(({ date }) => date !== key);
        items.push(...rows);
        bytes += bytesOf(rows);
        if (items.length > size || bytes > PAGE_BYTES) break;
      }
      const fitting = withinBytes(items.slice(0, size));
      const page = items.length > fitting.length ? endingWhole(fitting) : fitting;
      const transactions = await shownIn(ownerId, page);
      const place = items.length > page.length ? v.parse(storedPlace, page.at(-1)).date : undefined;
      return { transactions, next: place?.replaceAll("#", ".") };
    },
  };
}

/** The lines of a payment are on one page, so that it is counted once: one that may go on is left for the next page. */
function endingWhole(page: Item[]): Item[] {
  const cut = page.at(-1)?.paymentId;
  const last = cut === undefined ? -1 : page.findLastIndex(({ paymentId }) => paymentId !== cut);
  return last === -1 ? page : page.slice(0, last + 1);
}
