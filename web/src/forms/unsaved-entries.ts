import type { payments } from "@coffer/contract/payment";
import type { transactions } from "@coffer/contract/transaction";
import type { Transaction } from "@coffer/domain/transaction/transaction";
import type { Sent, WrittenEntry } from "../api/call.ts";
import { useOpenLedger } from "../selection/selection.ts";
import { useUser } from "../session/auth-context.tsx";
import { createStore } from "../ui/base/store.ts";
import type { TypedLine } from "./split-lines.ts";

/** `key` is the Idempotency-Key: several entries may be on their way at once, equal ones among them. */
export type NewEntry = {
  key: string;
  body: Sent<typeof transactions.add.body>;
  payment?: Sent<typeof payments.add.body> | undefined;
};

/** `written` is empty where the first reply was lost: the reply to a repeat names no entry of the activity. */
export type Entered = { transactions: readonly Transaction[]; written: readonly WrittenEntry[] };

export type Entry = NewEntry & ({ state: "saving" | "failed" } | ({ state: "saved" } & Entered));

/**
 * `amount` and `categoryId` are null until they are typed: the category of a rule, or else what was last used with the
 * description, stands in.
 */
export type Draft = {
  description: string;
  amount: string | null;
  categoryId: string | null;
  lines: TypedLine[] | null;
};

export const BLANK: Draft = { description: "", amount: null, categoryId: null, lines: null };

type Unsaved = { draft: Draft; entries: readonly Entry[] };
const NONE: Unsaved = { draft: BLANK, entries: [] };

/** By person and budget. */
const unsaved = createStore<Record<string, Unsaved>>({});

const isUnsaved = ({ draft: { description, amount, categoryId }, entries }: Unsaved) =>
  Boolean(description || amount || categoryId) || entries.some(({ state }) => state !== "saved");

// Closing the page would lose what closing the dialog keeps, so the browser asks.
if (typeof window !== "undefined")
  window.addEventListener("beforeunload", (event) => {
    if (Object.values(unsaved.get()).some(isUnsaved)) event.preventDefault();
  });

/** Quick entry's content; it outlives the dialog. */
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
    /** The unsaved entries, in words; undefined where nothing is. */
    leave(): string | undefined {
      change(({ entries }) => ({ entries: entries.filter(({ state }) => state !== "saved") }));
      const { draft, entries } = unsaved.get()[key] ?? NONE;
      const names = [draft.description || draft.amount || "", ...entries.map(({ body }) => body.description)];
      const [first, ...others] = names.filter((name) => name !== "");
      if (first === undefined) return undefined;
      return others.length === 0 ? `“${first}”` : `“${first}” and ${others.length} more`;
    },
  };
}
