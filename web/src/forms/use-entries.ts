import { useQueryClient } from "@tanstack/react-query";
import { useState } from "react";
import type { Budget } from "../api/query-key.ts";
import { type Entered, type NewEntry, useQuickEntry } from "../api/quick-entry.ts";
import { useDeleteTransaction } from "../api/transactions.ts";
import { undoEntries } from "../api/undo.ts";
import { toast } from "../ui/overlays/toast.ts";

export type Entry = NewEntry & ({ state: "saving" | "failed" } | ({ state: "saved" } & Entered));

/** What was entered since the dialog opened, newest first. A failed one is tried again under its own key. */
export function useEntries(budget: Budget) {
  const client = useQueryClient();
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
        put({ key, body, state: "saved", ...(await save.mutateAsync({ key, body })) });
      } catch {
        // The mutation has raised its toast already.
        put({ key, body, state: "failed" });
      }
    },
    async undo({ key, transaction, written }: Extract<Entry, { state: "saved" }>) {
      const forget = () => setEntries((list) => list.filter((one) => one.key !== key));
      if (written.length > 0) {
        const undone = await undoEntries(client, written);
        if (undone.toast?.variant === "destructive") toast(undone.toast);
        // Where somebody changed it since and theirs is kept, nothing is undone.
        else if (undone.undos.length > 0) forget();
        return;
      }
      try {
        await remove.mutateAsync(transaction);
        forget();
      } catch {
        // The mutation has raised its toast already, and the entry stays.
      }
    },
  };
}
