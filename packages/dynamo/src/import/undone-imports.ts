import { inBatches } from "@coffer/domain/batches";
import type { Id } from "@coffer/domain/id";
import { givenBy, type Ties, ties, tiesWithout } from "@coffer/domain/import/ties";
import * as v from "valibot";
import { cleanupSchedule } from "../category/category-cleanup.ts";
import { queryNaming, readCategories, undoneImportKey } from "../category/resolve-category.ts";
import type { Codec } from "../ledger/codec.ts";
import { batchTotalsKey, reviewItemPages } from "../review/review-items.ts";
import { type Key, ledgerKey } from "../table/item.ts";
import type { Table } from "../table/table.ts";
import {
  ABSENT,
  AT_ONCE,
  assign,
  both,
  PRESENT,
  put,
  remove,
  stillIs,
  succeeds,
  when,
} from "../table/writes.ts";
import { TRANSACTION_PREFIX } from "../transaction/transactions.ts";

/** An undo writes a mark next to the categories, which hides all transactions of the import. */
export const importCodec: Codec<"import"> = {
  key: (ownerId, { batch }) => undoneImportKey(ownerId, batch),
  fromItem: () => null,
  async read(table, ownerId, refs) {
    const marks = await table.getMany(refs.map(({ batch }) => undoneImportKey(ownerId, batch)));
    return refs.map(({ batch }, index) => ({ value: marks[index] ? null : { batch }, version: null }));
  },
  steps({ before, after, byGuest }, { ownerId, entry: { at, by } }) {
    const { batch } = after ?? before ?? { batch: "" };
    const key = undoneImportKey(ownerId, batch);
    // The undo cannot be reverted once clean-up has begun.
    const isOpen = both(PRESENT, stillIs("closed", undefined));
    const who = { deletedBy: by, ...(byGuest && { byGuest }) };
    const mark = { ...key, ...who, batch, undoneAt: at, ...cleanupSchedule(ownerId, at, at) };
    return [{ write: after ? remove(key, isOpen) : put(mark, ABSENT), problem: "changed" }];
  },
};

/** Removes what deleted imports gave to a transaction; fails after a concurrent edit, which leaves it to the next run. */
function untied(key: Key, before: Ties, isGone: (batch: string) => boolean) {
  const left = tiesWithout(before, isGone);
  const { imported, paidBy } = givenBy(left, () => false);
  const removed = Object.entries({ imported, paidBy }).flatMap(([name, now]) => (now ? [] : [name]));
  const isAsRead = both(PRESENT, when("ties = :before", { before }));
  return assign(key, { imported, paidBy, ties: left }, isAsRead, removed);
}

const storedItem = v.object({ sk: v.string(), batch: v.optional(v.string()), ties: v.optional(ties) });

/**
 * Deletes the transactions of undone imports. Closes the marks first, so that no import is restored in part; the run that
 * finds no transactions left deletes the marks.
 */
export async function cleanUpImports(table: Table, ownerId: Id, undoneBefore: number): Promise<void> {
  const { undoneImports } = await readCategories(table, ownerId);
  const due = [...undoneImports].flatMap(([batch, undoneAt]) => (undoneAt < undoneBefore ? [batch] : []));
  for (const batch of due) {
    const close = assign(undoneImportKey(ownerId, batch), { closed: true }, PRESENT);
    if (!(await succeeds(table.update(close)))) return;
  }
  if (due.length === 0) return;
  let hasRows = false;
  for await (const { items } of table.pages({ ...queryNaming(ownerId), ConsistentRead: true })) {
    const rows = items.map(v.parser(storedItem)).filter(({ sk }) => sk.startsWith(TRANSACTION_PREFIX));
    const isDue = (batch: string) => due.includes(batch);
    const brought = rows.filter(({ batch }) => batch && isDue(batch));
    const tied = rows.filter(({ ties }) => ties?.rows.some(({ batch }) => isDue(batch)));
    hasRows ||= brought.length + tied.length > 0;
    for (const some of inBatches(brought, AT_ONCE))
      await table.transact(some.map(({ sk }) => remove(ledgerKey(ownerId, sk))));
    for (const { sk, ties } of tied)
      if (ties) await succeeds(table.update(untied(ledgerKey(ownerId, sk), ties, isDue)));
  }
  for await (const rows of reviewItemPages(table, ownerId)) {
    const brought = rows.map(v.parser(storedItem)).filter(({ batch }) => batch && due.includes(batch));
    hasRows ||= brought.length > 0;
    for (const some of inBatches(brought, AT_ONCE))
      await table.transact(some.map(({ sk }) => remove(ledgerKey(ownerId, sk))));
  }
  if (hasRows) return;
  // The entry still tells late portions that the import was undone.
  for (const batch of due) {
    await table.delete(batchTotalsKey(ownerId, batch));
    await table.delete(undoneImportKey(ownerId, batch));
  }
}
