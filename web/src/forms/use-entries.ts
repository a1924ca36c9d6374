import type { Transaction } from "@coffer/domain/transaction";
import { useState } from "react";
import type { Budget } from "../api/query-key.ts";
import { type NewEntry, useQuickEntry } from "../api/quick-entry.ts";
import { useDeleteTransaction } from "../api/transactions.ts";

export type Entry = NewEntry &
  ({ state: "saving" | "failed" } | { state: "saved"; transaction: Transaction });

/** What was entered since the dialog opened, newest first. A failed one is tried again under its own key. */
export function useEntries(budget: Budget) {
  const [entries, setEntries] = useState<Entry[]>([]);
  const save = useQuickEntry(budget);
  const remove = useDeleteTransaction(budget);
  const put = (entry: Entry) =>
    setEntries((list) =>
      list.some(({ key }) => key === entry.key)
        ? list.map((one) => (one.key === entry.key ? entry : one))
        : [entry, ...list],
    );
  return {
    entries,
    async enter({ key, body }: NewEntry) {
      put({ key, body, state: "saving" });
      try {
        put({ key, body, state: "saved", transaction: await save.mutateAsync({ key, body }) });
      } catch {
        // The mutation has raised its toast already.
        put({ key, body, state: "failed" });
      }
    },
    async undo({ key, transaction }: Extract<Entry, { state: "saved" }>) {
      try {
        await remove.mutateAsync(transaction);
        setEntries((list) => list.filter((one) => one.key !== key));
      } catch {
        // The mutation has raised its toast already, and the entry stays.
      }
    },
  };
}
