import { inBatches } from "@coffer/domain/batches";
import type { Id } from "@coffer/domain/id";
import * as v from "valibot";
import { cleanupSchedule } from "../category/category-cleanup.ts";
import { queryNaming, readCategories, undoneImportKey } from "../category/resolve-category.ts";
import type { Codec } from "../ledger/codec.ts";
import { ledgerKey } from "../table/item.ts";
import { AT_ONCE, type Table } from "../table/table.ts";
import { ABSENT, assign, both, PRESENT, put, remove, stillIs, succeeds } from "../table/writes.ts";
import { TRANSACTION_PREFIX } from "../transaction/transactions.ts";

/** An import is there until it is undone: then a mark stands beside the categories, from which on it is for nobody. */
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
    // It cannot come in again once clean-up has begun.
    const isOpen = both(PRESENT, stillIs("closed", undefined));
    const who = { deletedBy: by, ...(byGuest && { byGuest }) };
    const mark = { ...key, ...who, batch, undoneAt: at, ...cleanupSchedule(ownerId, at, at) };
    return [{ write: after ? remove(key, isOpen) : put(mark, ABSENT), problem: "changed" }];
  },
};

const storedItem = v.object({ sk: v.string(), batch: v.optional(v.string()) });

/** Closes them first, so that none comes back halfway; they go with the run that finds nothing of them left. */
export async function cleanUpImports(table: Table, ownerId: Id, undoneBefore: number): Promise<void> {
  const { undoneImports } = await readCategories(table, ownerId);
  const due = [...undoneImports].flatMap(([batch, undoneAt]) => (undoneAt < undoneBefore ? [batch] : []));
  for (const batch of due) {
    const close = assign(undoneImportKey(ownerId, batch), { closed: true }, PRESENT);
    if (!(await succeeds(table.update(close)))) return;
  }
  if (due.length === 0) return;
  let isBringing = false;
  for await (const { items } of table.pages({ ...queryNaming(ownerId), ConsistentRead: true })) {
    const brought = items
      .map(v.parser(storedItem))
      .filter(({ sk, batch }) => sk.startsWith(TRANSACTION_PREFIX) && batch && due.includes(batch));
    isBringing ||= brought.length > 0;
    for (const some of inBatches(brought, AT_ONCE))
      await table.transact(some.map(({ sk }) => remove(ledgerKey(ownerId, sk))));
  }
  // Its entry says that it was undone, to portions that come late as well.
  if (isBringing) return;
  for (const batch of due) await table.delete(undoneImportKey(ownerId, batch));
}
