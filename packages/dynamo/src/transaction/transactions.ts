import type { Versioned } from "@coffer/core/activity/recording";
import type { StoredTransaction, TransactionStore } from "@coffer/core/transaction/transactions";
import { transactionsOf } from "@coffer/domain/activity/activity";
import { SNAPSHOTS, storedTransaction } from "@coffer/domain/activity/snapshots";
import { inBatches } from "@coffer/domain/batches";
import { storedOf } from "@coffer/domain/definition/kind";
import type { Id } from "@coffer/domain/id";
import type { Fingerprint } from "@coffer/domain/import/import-row";
import type { Day } from "@coffer/domain/time/day";
import { type Transaction, transaction } from "@coffer/domain/transaction/transaction";
import * as v from "valibot";
import {
  asRead,
  deleteAsRead,
  entryWrites,
  revisionOf,
  saveRecorded,
  versionOf,
} from "../activity/activity-writes.ts";
import { categoryInUse, categoryProblem, withCategoryCheck } from "../category/category-check.ts";
import { batchOf, type Categories, isTakenBack, readCategories } from "../category/resolve-category.ts";
import { aliasChange, aliasPut, aliasRemoval, importedOf } from "../import/imported.ts";
import { ABSENT, both, type Condition, unlessChanged, unlessFailed } from "../table/conditions.ts";
import { createRecorded, findRecorded } from "../table/idempotency.ts";
import { createTurns } from "../table/in-turn.ts";
import type { Item, Key, WriteInput } from "../table/item.ts";
import { budgetKey, budgetPartition, idText } from "../table/keys.ts";
import { datedBetween } from "../table/queries.ts";
import { storedDay } from "../table/stored.ts";
import type { Table } from "../table/table.ts";

export const TRANSACTION_PREFIX = "TX#";
export const transactionKey = (ownerId: Id, id: Id) =>
  budgetKey(ownerId, `${TRANSACTION_PREFIX}${idText(id)}`);

const { date: day, ...attributes } = storedOf(transaction).entries;
const stored = v.object({ ...attributes, day });
export const transactionSnapshot = storedOf(storedTransaction);
/** With those that were deleted or moved with it. */
export const transactionsSnapshot = storedOf(SNAPSHOTS.transaction);
const idsIn = (snapshot: unknown): Id[] =>
  transactionsOf(v.parse(transactionsSnapshot, snapshot)).map(({ id }) => id);

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
  return items.flatMap((item) => {
    if (!isTransaction(item) || isTakenBack(item, categories)) return [];
    const transaction = fromItem(item);
    const { categoryId } = resolve(transaction.categoryId);
    return categoryId === null ? [] : [{ ...transaction, categoryId }];
  });
}

/** The write that adds a transaction, to be made beside a check of its category. */
export function creationOf(ownerId: Id, transaction: StoredTransaction, revision?: number): WriteInput {
  return { Put: { Item: { ...transactionItem(ownerId, transaction), revision }, ...ABSENT } };
}

/** The write that deletes a transaction where it is as it was read. */
export const deletionOf = (ownerId: Id, { value, version }: Versioned<StoredTransaction>): WriteInput =>
  deleteAsRead(transactionKey(ownerId, value.id), version);

/** Read at once, so that others' requests have their turn between: a hundred, and one that shows if more follow. */
const PORTION = 101;
/** "~" sorts after every id; a range of days leaves a single month's plans out, which begin with "yyyy-MM#". */
const lastOf = (day: Day) => `${day}#~`;
const storedPlace = v.pipe(
  v.object({ day: storedDay, id: v.number() }),
  v.transform(({ day: date, id }) => ({ date, id })),
);

export function createTransactionStore(table: Table): TransactionStore {
  const between = (ownerId: Id, from: string, to: string) => ({
    ...datedBetween(budgetPartition(ownerId), from, to),
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
    async get(ownerId, id) {
      const item = await table.get(transactionKey(ownerId, id));
      return item && versioned(item, await readCategories(table, ownerId));
    },

    async getMany(ownerId, ids) {
      const items = await table.getMany(ids.map((id) => transactionKey(ownerId, id)));
      const categories = await readCategories(table, ownerId);
      return items.flatMap((item) => (item && versioned(item, categories)) ?? []);
    },

    async list(ownerId, from: Day, to: Day) {
      const items: Item[] = [];
      for await (const portion of portions(ownerId, between(ownerId, from, lastOf(to))))
        items.push(...portion);
      return shownIn(ownerId, items);
    },

    async page(ownerId, { from, to, after }, size) {
      const first = after && after.date <= to ? dateKey(after) : undefined;
      const items: Item[] = [];
      let hasMore = false;
      const query = { ...between(ownerId, from, first ?? lastOf(to)), ScanIndexForward: false };
      for await (const portion of portions(ownerId, query)) {
        items.push(...portion.filter((item) => isTransaction(item) && item.date !== first));
        hasMore = items.length > size;
        if (hasMore) break;
      }
      const transactions = await shownIn(ownerId, items.slice(0, size));
      const last = items[size - 1];
      return { transactions, next: hasMore && last ? v.parse(storedPlace, last) : undefined };
    },

    add: (ownerId, transaction, recording, idempotencyKey) =>
      withCategoryCheck(ownerId, transaction, (check) =>
        createRecorded(table, {
          ownerId,
          recording,
          idempotencyKey,
          value: transaction,
          parse: (after) => v.parse(transactionSnapshot, after),
          writes: [
            check,
            creationOf(ownerId, transaction, revisionOf(recording)),
            ...aliasPut(ownerId, transaction),
          ],
        }),
      ),

    replace: (ownerId, before, after, recording) =>
      unlessChanged(() =>
        withCategoryCheck(ownerId, after, async (check) => {
          const put = replacementOf(ownerId, before, after, revisionOf(recording));
          const alias = aliasChange(ownerId, before.value, after.date);
          await table.transact([check, put, ...alias, ...entryWrites(ownerId, recording)]);
          return "saved" as const;
        }),
      ),

    remove(ownerId, before, recording) {
      const alias = aliasRemoval(ownerId, before.value);
      return saveRecorded(table, ownerId, [deletionOf(ownerId, before), ...alias], recording);
    },

    async changeTogether(ownerId, changes, recording, idempotencyKey) {
      const revision = revisionOf(recording);
      const types = new Map(changes.flatMap(({ after }) => (after ? [[after.categoryId, after.type]] : [])));
      const checks = [...types].map(([id, type]) => categoryInUse(ownerId, id, type));
      const writes = changes.flatMap(({ before, after }) => {
        if (!after) return before ? [deletionOf(ownerId, before)] : [];
        // Where a row was dated away from is left as it is noted: it names nothing while the transaction is gone.
        return before
          ? [replacementOf(ownerId, before, after, revision)]
          : [creationOf(ownerId, after, revision)];
      });
      const creation = {
        ownerId,
        recording,
        idempotencyKey,
        value: changes.flatMap(({ before, after }) => (after ?? before?.value)?.id ?? []),
        parse: (after: unknown, before: unknown) => idsIn(after ?? before),
        writes: [...checks, ...writes],
      };
      return unlessFailed(
        () => createRecorded(table, creation),
        ({ index, item }) => (index >= checks.length ? "changed" : categoryProblem(item)),
      );
    },

    changedTogether: (ownerId, idempotencyKey, { now, noteEntry }) =>
      findRecorded(table, {
        ownerId,
        idempotencyKey,
        now,
        noteEntry,
        parse: (after, before) => idsIn(after ?? before),
      }),
  };
}

/** Undefined for one that nobody sees: one that went with its category may come back with it. */
function versioned(item: Item, categories: Categories): Versioned<StoredTransaction> | undefined {
  const [shown] = transactionsIn([item], categories);
  if (!shown) return undefined;
  const imported = importedOf(item);
  const batch = batchOf(item);
  const value = { ...shown, ...(imported && { imported }), ...(batch !== undefined && { batch }) };
  return { value, version: versionOf(item) };
}

/** The write that replaces a transaction where it is as it was read. */
function replacementOf(
  ownerId: Id,
  { value: before, version }: Versioned<StoredTransaction>,
  after: StoredTransaction,
  revision: number,
): WriteInput {
  // One that stays where a deletion moved it is back in its own category when that is restored.
  const named = after.categoryId === before.categoryId ? { categoryId: version.categoryId } : {};
  return {
    Put: {
      Item: { ...transactionItem(ownerId, after), ...named, revision },
      ...both(asRead(version), asImported(before.imported)),
    },
  };
}

/** An import may come to know a transaction as one of its rows at any time, which is no change that people see. */
const asImported = (imported: Fingerprint | undefined): Condition => ({
  ConditionExpression: imported ? "attribute_exists(imported)" : "attribute_not_exists(imported)",
});
