import { payments } from "@coffer/contract/payment";
import { transactions } from "@coffer/contract/transaction";
import { useQueryClient } from "@tanstack/react-query";
import { call } from "../api/call.ts";
import type { LedgerId } from "../api/query-key.ts";
import { useDeleteTransaction } from "../api/transaction-changes.ts";
import { moveInCache } from "../api/transactions.ts";
import { undoEntries } from "../api/undo.ts";
import { failed, useApiMutation } from "../api/use-api-mutation.ts";
import { toast } from "../ui/overlays/toast.ts";
import { type Entered, type Entry, type NewEntry, useUnsaved } from "./unsaved-entries.ts";

/** Entries since the dialog opened, or could not be saved before, newest first; tried again under its own key. */
export function useEntries(ledgerId: LedgerId) {
  const client = useQueryClient();
  const { entries, changeEntries } = useUnsaved();
  const save = useQuickEntry(ledgerId);
  const remove = useDeleteTransaction(ledgerId);
  const show = (entry: Entry) =>
    changeEntries((list) =>
      list.some(({ key }) => key === entry.key)
        ? list.map((one) => (one.key === entry.key ? entry : one))
        : [entry, ...list],
    );
  return {
    entries,
    async enter({ key, body, payment }: NewEntry) {
      const entry = { key, body, payment };
      show({ ...entry, state: "saving" });
      try {
        show({ ...entry, state: "saved", ...(await save.mutateAsync(entry)) });
      } catch {
        // The mutation has raised its toast already.
        show({ ...entry, state: "failed" });
      }
    },
    async undo({ key, transactions: [first], written }: Extract<Entry, { state: "saved" }>) {
      const forget = () => changeEntries((list) => list.filter((one) => one.key !== key));
      if (written.length > 0) {
        const undone = await undoEntries(client, written);
        if (undone.toast?.variant === "destructive") toast(undone.toast);
        // Nothing is undone where the person chose the version that somebody else saved since.
        else if (undone.undos.length > 0) forget();
        return;
      }
      try {
        if (first) await remove.mutateAsync(first);
        forget();
      } catch {
        // The mutation has raised its toast already, and the entry is still there.
      }
    },
  };
}

/** Raises no toast on success: the dialog lists what it has saved. */
function useQuickEntry(ledgerId: LedgerId) {
  return useApiMutation({
    run: async ({ key, body, payment }: NewEntry, { written }): Promise<Entered> => ({
      transactions: payment
        ? (await call(payments.add, { ledgerId, body: payment, key, written })).lines
        : [await call(transactions.add, { ledgerId, body, key, written })],
      written,
    }),
    affects: [ledgerId, "transactions"],
    updateCache: (client, { transactions }) => moveInCache(client, ledgerId, transactions),
    failureToast: failed("Failed to create transaction"),
  });
}
