import type { QueryClient } from "@tanstack/react-query";
import { type ToastOptions, toast } from "../ui/overlays/toast.ts";
import type { WrittenEntry } from "./call.ts";

/** The action of a toast that takes back what was written; nothing where nothing was. */
export function undoAction(
  client: QueryClient,
  written: readonly WrittenEntry[],
  { independent = false, label = "Undo" }: { independent?: boolean; label?: string } = {},
): Pick<ToastOptions, "action"> {
  if (written.length === 0) return {};
  const undo = async () => {
    try {
      const { undoEntries } = await import("./undo.ts");
      const undone = await undoEntries(client, written, independent);
      toast({ ...undone.toast, ...undoAction(client, undone.undos, { independent, label: "Redo" }) });
    } catch {
      toast({ title: "Error", description: "Failed to undo. Please try again.", variant: "destructive" });
    }
  };
  return { action: { label, onSelect: () => void undo() } };
}
