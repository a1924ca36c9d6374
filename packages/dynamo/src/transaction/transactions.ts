import type { StoredTransaction } from "@coffer/core/ledger/ledger";
import type { TransactionStore } from "@coffer/core/transaction/transaction-store";
import { inBatches } from "@coffer/domain/batches";
import { storedOf } from "@coffer/domain/definition/kind";
import type { Id } from "@coffer/domain/id";
import type { Day } from "@coffer/domain/time/day";
import { transaction } from "@coffer/domain/transaction/definition";
import type { Transaction } from "@coffer/domain/transaction/transaction";
import * as v from "valibot";
import { type Categories, isTakenBack, readCategories } from "../category/resolve-category.ts";
import { ABSENT } from "../table/conditions.ts";
import { createTurns } from "../table/in-turn.ts";
import {
  datedBetween,
  type Item,
  idText,
  type Key,
  ledgerKey,
  ledgerPartition,
  type WriteInput,
} from "../table/item.ts";
import { readEach } from "../table/readable.ts";
import type { Table } from "../table/table.ts";

export const TRANSACTION_PREFIX = "TX#";
export const transactionKey = (ownerId: Id, id: Id) =>
  ledgerKey(ownerId, `${TRANSACTION_PREFIX}${idText(id)}`);

const { date: day, ...attributes } = storedOf(transaction).entries;
const stored = v.object({ ...attributes, day });
const dateKey = ({ date, id }: { date: Day; id: Id }) => `${date}#${idText(id)}`;

/** `date` orders the index and is made unique by the id; the calendar day itself is `day`. */
export function transactionItem(ownerId: Id, { date: day, ...transaction }: StoredTransaction): Item & Key {
  return {
    ...transactionKey(ownerId, transaction.id),
    date: dateKey({ date: day, id: transaction.id }),
    day,
    ...transaction,
  };
}

function fromItem(item: Item): Transaction {
  const { day, ...transaction } = v.parse(stored, item);
  return { ...transaction, date: day };
}

const isTransaction = ({ sk }: Item) => String(sk).startsWith(TRANSACTION_PREFIX);

/** The items that are transactions, each in its live category, without those deleted with theirs or taken back. */
export function transactionsIn(items: readonly Item[], categories: Categories): Transaction[] {
  const { resolve } = categories;
  return readEach(items.filter(isTransaction), (item) => {
    if (isTakenBack(item, categories)) return [];
    const transaction = fromItem(item);
    const { categoryId } = resolve(transaction.categoryId);
    return categoryId === null ? [] : [{ ...transaction, categoryId }];
  }).flat();
}

/** The write that adds a transaction, to be made beside a check of its category. */
export const creationOf = (ownerId: Id, transaction: StoredTransaction): WriteInput => ({
  Put: { Item: transactionItem(ownerId, transaction), ...ABSENT },
});

/** Read at once, so that others' requests have their turn between: a hundred, and one that shows if more follow. */
const PORTION = 101;
/** "~" sorts after every id; a range of days leaves a single month's plans out, which begin with "yyyy-MM#". */
const lastOf = (day: Day) => `${day}#~`;
const storedPlace = v.object({ date: v.string() });

export function createTransactionStore(table: Table): TransactionStore {
  const between = (ownerId: Id, from: string, to: string) => ({
    ...datedBetween(ledgerPartition(ownerId), from, to),
    Limit: PORTION,
  });

  /** One portion of a budget at a time, however many of its lists are asked for. */
  const inTurn = createTurns();
  async function* portions(ownerId: Id, query: ReturnType<typeof between> & { ScanIndexForward?: boolean }) {
    let from: Item | undefined;
    do {
      const read = () => table.page({ ...query, ExclusiveStartKey: from });
      const page = await inTurn(ownerId, read, { isPart: from !== undefined });
      yield page.items;
      from = page.next;
    } while (from);
  }

  /** `transactionsIn`, with turns for others. */
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
    async list(ownerId, from: Day, to: Day) {
      const items: Item[] = [];
      for await (const portion of portions(ownerId, between(ownerId, from, lastOf(to))))
        items.push(...portion);
      return shownIn(ownerId, items);
    },

    async page(ownerId, { from, to, after, oldestFirst = false }, size) {
      const key = after?.replaceAll(".", "#");
      const first = oldestFirst && key !== undefined && key > from ? key : from;
      const end = lastOf(to);
      const last = !oldestFirst && key !== undefined && key < end ? key : end;
      if (first > last) return { transactions: [], next: undefined };
      const items: Item[] = [];
      const query = { ...between(ownerId, first, last), ScanIndexForward: oldestFirst };
      for await (const portion of portions(ownerId, query)) {
        items.push(...portion.filter(({ date }) => date !== key));
        if (items.length > size) break;
      }
      const transactions = await shownIn(ownerId, items.slice(0, size));
      const place = items.length > size ? v.parse(storedPlace, items[size - 1]).date : undefined;
      return { transactions, next: place?.replaceAll("#", ".") };
    },
  };
}
