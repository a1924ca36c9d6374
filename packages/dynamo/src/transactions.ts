import type { TransactionStore } from "@coffer/core/transactions";
import { FLOWS } from "@coffer/domain/category";
import type { Day } from "@coffer/domain/day";
import type { Id } from "@coffer/domain/id";
import type { Fingerprint } from "@coffer/domain/import-row";
import type { Transaction } from "@coffer/domain/transaction";
import * as v from "valibot";
import { withCategoryCheck } from "./category-check.ts";
import { ABSENT, ConditionFailed, PRESENT } from "./conditions.ts";
import { createIdempotently } from "./idempotency.ts";
import { aliasChange, aliasRemoval, importedOf } from "./imported.ts";
import type { Item, Key, WriteInput } from "./item.ts";
import { budgetPartition, idText } from "./keys.ts";
import { type Categories, readCategories } from "./resolve-category.ts";
import { storedCents, storedDay } from "./stored.ts";
import type { Table } from "./table.ts";

export const TRANSACTION_PREFIX = "TX#";
export const transactionKey = (ownerId: Id, id: Id): Key => ({
  pk: budgetPartition(ownerId),
  sk: `${TRANSACTION_PREFIX}${idText(id)}`,
});

const stored = v.object({
  id: v.number(),
  description: v.string(),
  amount: storedCents,
  day: storedDay,
  type: v.picklist(FLOWS),
  categoryId: v.number(),
  notes: v.nullable(v.string()),
  createdAt: v.number(),
  refund: v.optional(v.boolean()),
  createdBy: v.optional(v.number()),
});

/** `date` orders the index and is made unique by the id; the calendar day itself is `day`. */
export function transactionItem(ownerId: Id, { date: day, ...transaction }: Transaction): Item & Key {
  return {
    ...transactionKey(ownerId, transaction.id),
    date: `${day}#${idText(transaction.id)}`,
    day,
    ...transaction,
  };
}

function fromItem(item: Item): Transaction {
  const { day, ...transaction } = v.parse(stored, item);
  return { ...transaction, date: day };
}

/** The items that are transactions, each in its live category, without those deleted with theirs. */
export function transactionsIn(items: readonly Item[], { resolve }: Categories): Transaction[] {
  return items.flatMap((item) => {
    if (!String(item.sk).startsWith(TRANSACTION_PREFIX)) return [];
    const transaction = fromItem(item);
    const { categoryId } = resolve(transaction.categoryId);
    return categoryId === null ? [] : [{ ...transaction, categoryId }];
  });
}

/** What the item of an imported transaction holds besides: its row's facts, and the import that brought it. */
export type ImportAttributes = { imported?: Fingerprint | undefined; batch?: unknown };

/** The write that adds a transaction, to be made beside a check of its category. */
export function creationOf(
  ownerId: Id,
  transaction: Transaction,
  attributes: ImportAttributes = {},
): WriteInput {
  return { Put: { Item: { ...transactionItem(ownerId, transaction), ...attributes }, ...ABSENT } };
}

export function createTransactionStore(table: Table): TransactionStore {
  /** A transaction as it is stored and as it is shown. */
  async function get(ownerId: Id, id: Id) {
    const item = await table.get(transactionKey(ownerId, id));
    const [before] = item ? transactionsIn([item], await readCategories(table, ownerId)) : [];
    return item && before && { item, before };
  }

  return {
    async list(ownerId, from: Day, to: Day) {
      const items = await table.query({
        IndexName: "byDate",
        KeyConditionExpression: "pk = :pk AND #date BETWEEN :from AND :to",
        ExpressionAttributeNames: { "#date": "date" },
        // "~" sorts after every id; a range of days leaves a single month's plans out, which begin with "yyyy-MM#".
        ExpressionAttributeValues: { ":pk": budgetPartition(ownerId), ":from": from, ":to": `${to}#~` },
        ConsistentRead: true,
      });
      return transactionsIn(items, await readCategories(table, ownerId));
    },

    add: (ownerId, transaction, idempotencyKey) =>
      withCategoryCheck(ownerId, transaction, (check) =>
        createIdempotently(table, {
          pk: budgetPartition(ownerId),
          idempotencyKey,
          now: transaction.createdAt,
          value: transaction,
          parse: (kept) => fromItem({ ...kept, day: kept.date }),
          writes: [check, creationOf(ownerId, transaction)],
        }),
      ),

    async replace(ownerId, id, draft) {
      const stored = await get(ownerId, id);
      if (!stored) return undefined;
      const { item, before } = stored;
      const { createdAt, createdBy } = before;
      const transaction = { ...draft, id, createdAt, createdBy };
      // One that stays where a deletion moved it is back in its own category when that is restored.
      const named = draft.categoryId === before.categoryId ? { categoryId: item.categoryId } : {};
      const imported = importedOf(item);
      const kept = { ...named, imported, batch: item.batch };
      const put = { Put: { Item: { ...transactionItem(ownerId, transaction), ...kept }, ...PRESENT } };
      const alias = aliasChange(ownerId, id, imported, before.date, draft.date);
      try {
        return await withCategoryCheck(ownerId, transaction, async (check) => {
          await table.transact([check, put, ...alias]);
          return transaction;
        });
      } catch (error) {
        if (error instanceof ConditionFailed) return undefined;
        throw error;
      }
    },

    async remove(ownerId, id) {
      // One that went with its category is not there for anybody, but may come back with it.
      const stored = await get(ownerId, id);
      if (!stored) return false;
      const { item, before } = stored;
      const [alias] = aliasRemoval(ownerId, id, importedOf(item), before.date);
      if (alias) await table.transact([alias]);
      return (await table.delete(transactionKey(ownerId, id))) !== undefined;
    },
  };
}
