import type { Id } from "@coffer/domain/id";
import { MAX_TOGETHER, type Transaction } from "@coffer/domain/transaction/transaction";
import { useState } from "react";

/** The selected transactions of a list, at most as many as can be changed together. */
export function useRowSelection(listed: readonly Transaction[]) {
  // Null while nothing is being selected.
  const [ids, setIds] = useState<ReadonlySet<Id> | null>(null);
  const rows = listed.filter(({ id }) => ids?.has(id));
  return {
    isOn: ids !== null,
    rows,
    start: () => setIds(new Set()),
    end: () => setIds(null),
    all: () => setIds(new Set(listed.slice(0, MAX_TOGETHER).map(({ id }) => id))),
    has: (id: Id) => ids?.has(id) ?? false,
    toggle(id: Id) {
      if (!listed.some((one) => one.id === id)) return;
      const next = new Set(ids);
      if (!next.delete(id) && rows.length < MAX_TOGETHER) next.add(id);
      setIds(next);
    },
  };
}
