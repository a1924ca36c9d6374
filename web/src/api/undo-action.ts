import type { QueryClient } from "@tanstack/react-query";
import { type ToastOptions, toast } from "../ui/overlays/toast.ts";
import type { WrittenEntry } from "./call.ts";

type Options = { independent?: boolean; label?: string };

/** The action of a toast that takes back what was written; nothing where nothing was. */
export function undoAction(
  client: QueryClient,
  written: readonly WrittenEntry[],
  { independent, label = "Undo" }: Options = {},
): Pick<ToastOptions, "action"> {
  if (written.length === 0) return {};
  return { action: { label, onSelect: () => void undo(client, written, independent) } };
}

/** Raises the toast that says how it went, and offers Redo. */
export async function undo(
  client: QueryClient,
  written: readonly WrittenEntry[],
  independent = false,
): Promise<void> {
  try {
    const { undoEntries } = await import("./undo.ts");
    const undone = await undoEntries(client, written, independent);
    if (undone.toast)
      toast({ ...undone.toast, ...undoAction(client, undone.undos, { independent, label: "Redo" }) });
  } catch {
    toast({ title: "Error", description: "Failed to undo. Please try again.", variant: "destructive" });
  }
}
