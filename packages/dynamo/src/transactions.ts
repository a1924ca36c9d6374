import type { TransactionStore } from "@coffer/core/transactions";
import { FLOWS } from "@coffer/domain/category";
import type { Day } from "@coffer/domain/day";
import type { Id } from "@coffer/domain/id";
import type { Transaction } from "@coffer/domain/transaction";
import * as v from "valibot";
import { inCategory } from "./category-link.ts";
import { ABSENT, PRESENT, succeeds } from "./conditions.ts";
import { type Deletion, homeOf, readDeletions } from "./deletions.ts";
import { createIdempotently } from "./idempotency.ts";
import { budgetPartition, idText } from "./keys.ts";
import { storedCents, storedDay } from "./stored.ts";
import type { Item, Key, Table, WriteInput } from "./table.ts";

export const TRANSACTION_PREFIX = "TX#";
const keyOf = (ownerId: Id, id: Id): Key => ({
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
});

/** `date` orders the index and is made unique by the id; the calendar day itself is `day`. */
function toItem(ownerId: Id, { date: day, ...transaction }: Transaction): Item & Key {
  return { ...keyOf(ownerId, transaction.id), date: `${day}#${idText(transaction.id)}`, day, ...transaction };
}

function fromItem(item: Item): Transaction {
  const { day, ...transaction } = v.parse(stored, item);
  return { ...transaction, date: day };
}

/** The items that are transactions, each in the category it belongs to now, without those deleted with theirs. */
export function transactionsIn(items: readonly Item[], deletions: readonly Deletion[]): Transaction[] {
  return items.flatMap((item) => {
    if (!String(item.sk).startsWith(TRANSACTION_PREFIX)) return [];
    const transaction = fromItem(item);
    const categoryId = homeOf(deletions, transaction.categoryId);
    return categoryId === null ? [] : [{ ...transaction, categoryId }];
  });
}

/** The write that adds a transaction; one that goes through `inCategory` proves its category as well. */
export function creationOf(ownerId: Id, transaction: Transaction): WriteInput {
  return { Put: { Item: toItem(ownerId, transaction), ...ABSENT } };
}

export function createTransactionStore(table: Table): TransactionStore {
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
      return transactionsIn(items, await readDeletions(table, ownerId));
    },

    add: (ownerId, transaction, idempotencyKey) =>
      inCategory(ownerId, transaction, (proof) =>
        createIdempotently(table, {
          pk: budgetPartition(ownerId),
          idempotencyKey,
          now: transaction.createdAt,
          value: transaction,
          parse: (kept) => fromItem({ ...kept, day: kept.date }),
          writes: [proof, creationOf(ownerId, transaction)],
        }),
      ),

    async replace(ownerId, id, draft) {
      const [item, deletions] = await Promise.all([
        table.get(keyOf(ownerId, id)),
        readDeletions(table, ownerId),
      ]);
      const [before] = item ? transactionsIn([item], deletions) : [];
      if (!before) return undefined;
      const transaction = { ...draft, id, createdAt: before.createdAt };
      const put = { Put: { Item: toItem(ownerId, transaction), ...PRESENT } };
      const write = inCategory(ownerId, transaction, (proof) => table.transact([proof, put]));
      return (await succeeds(() => write)) ? transaction : undefined;
    },

    async remove(ownerId, id) {
      const [item, deletions] = await Promise.all([
        table.delete(keyOf(ownerId, id)),
        readDeletions(table, ownerId),
      ]);
      if (!item) return false;
      // One that went with its category is not there for anybody, even while its item still was.
      const { categoryId } = item;
      return typeof categoryId !== "number" || homeOf(deletions, categoryId) !== null;
    },
  };
}
