import type { QueryClient } from "@tanstack/react-query";
import { loadCode } from "../loading/load-code.ts";
import { toast, toastError } from "../ui/overlays/toast.ts";
import type { WrittenEntry } from "./call.ts";

export function undoAction(client: QueryClient, written: readonly WrittenEntry[], label = "Undo") {
  if (written.length === 0) return {};
  return { action: { label, onSelect: () => void undo(client, written), holds: label === "Undo" } };
}

/** Reports the result in a toast that offers Redo. */
export async function undo(client: QueryClient, written: readonly WrittenEntry[]): Promise<void> {
  try {
    const { undoEntries } = await loadCode(() => import("./undo.ts"));
    const undone = await undoEntries(client, written);
    if (undone.toast) toast({ ...undone.toast, ...undoAction(client, undone.undos, "Redo") });
  } catch {
    toastError("Error", "Failed to undo. Please try again.");
  }
}
