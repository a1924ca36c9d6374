import type { Id } from "@coffer/domain/id";
import type { Transaction } from "@coffer/domain/transaction/transaction";
import { useEffect, useEffectEvent, useState } from "react";
import { hasSingleKeys, isTyping } from "../../shell/use-shortcuts.ts";
import type { RowActions } from "../../ui/controls/EditButtons.tsx";
import type { useRowSelection } from "../../ui/controls/use-row-selection.ts";

/** J and K go through the rows; E edits the current one, C changes its category, X selects and Delete deletes it. */
export function useRowKeys(
  rows: readonly Transaction[],
  actions: RowActions<Transaction> | undefined,
  selection: ReturnType<typeof useRowSelection> | undefined,
) {
  const [current, setCurrent] = useState<Id | null>(null);
  const [moving, setMoving] = useState<Id | null>(null);
  const at = rows.findIndex(({ id }) => id === current);
  const go = (index: number) => {
    const row = rows[Math.max(0, Math.min(index, rows.length - 1))];
    if (!row) return;
    setCurrent(row.id);
    // With the focus, so that a screen reader says the row, and Tab goes on to what can be done with it.
    const element = document.querySelector<HTMLElement>(`[data-id="${row.id}"]`);
    element?.focus({ preventScroll: true });
    element?.scrollIntoView({ block: "nearest" });
  };
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || !hasSingleKeys()) return;
    if (isTyping(event.target) || document.querySelector("dialog[open], :popover-open")) return;
    const row = rows[at];
    const run = {
      j: () => go(at + 1),
      k: () => go(at - 1),
      e: row && actions && (() => actions.onEdit(row)),
      c: row && actions && (() => setMoving(row.id)),
      x: row && selection && (() => selection.toggle(row.id)),
      delete:
        row &&
        actions &&
        (() => {
          go(at + 1 < rows.length ? at + 1 : at - 1);
          actions.onDelete(row);
        }),
    }[event.key.toLowerCase()];
    if (!run) return;
    event.preventDefault();
    run();
  });
  useEffect(() => {
    document.addEventListener("keydown", onKey);
    return () => document.removeEventListener("keydown", onKey);
  }, []);
  return { current, moving, setMoving };
}
