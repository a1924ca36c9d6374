import { inBatches } from "@coffer/domain/batches";
import type { Id } from "@coffer/domain/id";
import * as v from "valibot";
import { cleanupSchedule } from "../category/category-cleanup.ts";
import { queryNaming, readCategories, undoneImportKey } from "../category/resolve-category.ts";
import { assign } from "../table/assign.ts";
import { ABSENT, both, PRESENT, stillIs, succeeds } from "../table/conditions.ts";
import type { WriteInput } from "../table/item.ts";
import { budgetPartition } from "../table/keys.ts";
import type { Table } from "../table/table.ts";
import { TRANSACTION_PREFIX } from "../transaction/transactions.ts";

/** The write that takes an import back, with all that it brought, as of an instant (milliseconds). */
export const importUndone = (ownerId: Id, batch: string, undoneAt: number): WriteInput => ({
  Put: {
    Item: {
      ...undoneImportKey(ownerId, batch),
      batch,
      undoneAt,
      ...cleanupSchedule(ownerId, undoneAt, undoneAt),
    },
    ...ABSENT,
  },
});

/** The write that brings it in again; it fails once clean-up has begun. */
export const importRedone = (ownerId: Id, batch: string): WriteInput => ({
  Delete: { Key: undoneImportKey(ownerId, batch), ...both(PRESENT, stillIs("closed", undefined)) },
});

/** What fits into one transaction. */
const BATCH = 100;
const storedItem = v.object({ sk: v.string(), batch: v.optional(v.string()) });

/**
 * Deletes what imports brought that were undone before an instant (milliseconds). Closes them first, so that none
 * comes back halfway; they stay on the schedule until nothing of them is left.
 */
export async function cleanUpImports(table: Table, ownerId: Id, undoneBefore: number): Promise<void> {
  const { undoneImports } = await readCategories(table, ownerId);
  const due = [...undoneImports].flatMap(([batch, undoneAt]) => (undoneAt < undoneBefore ? [batch] : []));
  for (const batch of due) {
    const close = { Key: undoneImportKey(ownerId, batch), ...assign({ closed: true }, PRESENT) };
    if (!(await succeeds(() => table.update(close)))) return;
  }
  if (due.length === 0) return;
  for await (const page of table.pages({ ...queryNaming(ownerId), ConsistentRead: true })) {
    const brought = page
      .map((item) => v.parse(storedItem, item))
      .filter(({ sk, batch }) => sk.startsWith(TRANSACTION_PREFIX) && batch && due.includes(batch));
    for (const some of inBatches(brought, BATCH)) {
      const pk = budgetPartition(ownerId);
      await table.transact(some.map(({ sk }) => ({ Delete: { Key: { pk, sk } } })));
    }
  }
  for (const batch of due) {
    await table.update({
      Key: undoneImportKey(ownerId, batch),
      UpdateExpression: "REMOVE schedulePk, scheduleSk",
    });
  }
}
