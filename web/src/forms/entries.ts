import { payments, transactions } from "@coffer/contract/transaction";
import type { Transaction } from "@coffer/domain/transaction/transaction";
import { useQueryClient } from "@tanstack/react-query";
import { call, type LedgerId, type Sent, type WrittenEntry } from "../api/call.ts";
import { moveInCache, useDeleteTransaction } from "../api/transactions.ts";
import { undoEntries } from "../api/undo.ts";
import { failed, useApiMutation } from "../api/use-api-mutation.ts";
import { useOpenLedger, useUser } from "../selection/selection.ts";
import { createStore } from "../ui/base/store.ts";
import { toast } from "../ui/overlays/toast.ts";
import type { TypedLine } from "./split-lines.ts";

/** `key` is the Idempotency-Key: several entries may be on their way at once, equal ones among them. */
type NewEntry = {
  key: string;
  body: Sent<typeof transactions.add.body>;
  payment?: Sent<typeof payments.add.body> | undefined;
};

/** `written` is empty if the first reply was lost: the reply to a retry names no activity entry. */
type Entered = { transactions: readonly Transaction[]; written: readonly WrittenEntry[] };

export type Entry = NewEntry & ({ state: "saving" | "failed" } | ({ state: "saved" } & Entered));

/** The text that an amount or a day was taken from, and the date before. */
export type TakenText = { text: string; amount: string | null; date: string };

/**
 * `amount` and `categoryId` are null until they are typed. Until then, the category comes from a rule, and otherwise
 * both come from the last purchase with this description. `asTyped` is a description that is not read for an amount or
 * a day, because the person wants to keep it as it is.
 */
export type Draft = {
  description: string;
  amount: string | null;
  categoryId: string | null;
  lines: TypedLine[] | null;
  taken: TakenText | null;
  asTyped: string | null;
};

export const BLANK: Draft = {
  description: "",
  amount: null,
  categoryId: null,
  lines: null,
  taken: null,
  asTyped: null,
};

type Unsaved = { draft: Draft; entries: readonly Entry[] };
const NONE: Unsaved = { draft: BLANK, entries: [] };

/** By person and budget. */
const unsaved = createStore<Record<string, Unsaved>>({});

export const isStarted = ({ description, amount, categoryId }: Draft): boolean =>
  Boolean(description || amount || categoryId);

const isUnsaved = ({ draft, entries }: Unsaved) =>
  isStarted(draft) || entries.some(({ state }) => state !== "saved");

// Closing the page would lose what closing the dialog keeps, so the browser asks.
if (typeof window !== "undefined")
  window.addEventListener("beforeunload", (event) => {
    if (Object.values(unsaved.get()).some(isUnsaved)) event.preventDefault();
  });

/** Quick entry's content, which is kept after the dialog is closed. */
export function useUnsaved() {
  const key = `${useUser().id} ${useOpenLedger().ledgerId}`;
  const own = unsaved.use()[key] ?? NONE;
  const change = (part: (previous: Unsaved) => Partial<Unsaved>) => {
    const previous = unsaved.get()[key] ?? NONE;
    unsaved.set({ ...unsaved.get(), [key]: { ...previous, ...part(previous) } });
  };
  return {
    ...own,
    changeDraft: (part: Partial<Draft>) => change(({ draft }) => ({ draft: { ...draft, ...part } })),
    changeEntries: (next: (entries: readonly Entry[]) => readonly Entry[]) =>
      change(({ entries }) => ({ entries: next(entries) })),
    /** Describes the unsaved entries; undefined if none. Entries being sent raise their own toast on failure. */
    leave(): string | undefined {
      change(({ entries }) => ({ entries: entries.filter(({ state }) => state !== "saved") }));
      const { draft, entries } = unsaved.get()[key] ?? NONE;
      const names = [
        draft.description || draft.amount || "",
        ...entries.filter(({ state }) => state === "failed").map(({ body }) => body.description),
      ];
      const [first, ...others] = names.filter((name) => name !== "");
      if (first === undefined) return undefined;
      return others.length === 0 ? `“${first}”` : `“${first}” and ${others.length} more`;
    },
  };
}

/** Entries made since the dialog opened, and earlier ones that failed, newest first. A retry uses the entry's key. */
export function useEntries(ledgerId: LedgerId) {
  const client = useQueryClient();
  const { entries, changeEntries } = useUnsaved();
  // Without a toast on success: the dialog lists its saved entries.
  const save = useApiMutation({
    run: async ({ key, body, payment }: NewEntry, { written }): Promise<Entered> => ({
      transactions: payment
        ? (await call(payments.add, { ledgerId, body: payment, key, written })).lines
        : [await call(transactions.add, { ledgerId, body, key, written })],
      written,
    }),
    affects: [ledgerId, "transactions"],
    updateCache: (_, { transactions }) => moveInCache(client, ledgerId, transactions),
    failureToast: failed("Failed to create transaction"),
  });
  const remove = useDeleteTransaction(ledgerId);
  const show = (entry: Entry) =>
    changeEntries((list) =>
      list.some(({ key }) => key === entry.key)
        ? list.map((one) => (one.key === entry.key ? entry : one))
        : [entry, ...list],
    );
  return {
    entries,
    async enter({ key, body, payment }: NewEntry): Promise<Entry> {
      const entry = { key, body, payment };
      const become = (entry: Entry) => {
        show(entry);
        return entry;
      };
      become({ ...entry, state: "saving" });
      try {
        return become({ ...entry, state: "saved", ...(await save.mutateAsync(entry)) });
      } catch {
        // The mutation has raised its toast already.
        return become({ ...entry, state: "failed" });
      }
    },
    async undo({ key, transactions: [first], written }: Extract<Entry, { state: "saved" }>) {
      const forget = () => changeEntries((list) => list.filter((one) => one.key !== key));
      if (written.length > 0) {
        const undone = await undoEntries(client, written);
        if (undone.toast?.variant === "destructive") toast(undone.toast);
        // Nothing to undo if the person kept the other version.
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
