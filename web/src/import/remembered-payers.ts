import type { Id } from "@coffer/domain/id";

const STORED_AS = "import.payers";

type Store = Pick<Storage, "getItem" | "setItem">;

/** Remembers on this device whose account files of a kind are of. */
export function rememberPayer(store: Store, account: string, payer: Id): void {
  try {
    store.setItem(STORED_AS, JSON.stringify({ ...payers(store), [account]: payer }));
  } catch {
    // A full or forbidden storage costs the convenience only.
  }
}

export function rememberedPayer(store: Store, account: string): Id | undefined {
  const payer: unknown = payers(store)[account];
  return typeof payer === "number" ? payer : undefined;
}

function payers(store: Store): Record<string, unknown> {
  try {
    const stored: unknown = JSON.parse(store.getItem(STORED_AS) ?? "{}");
    return typeof stored === "object" && stored !== null ? { ...stored } : {};
  } catch {
    return {};
  }
}
