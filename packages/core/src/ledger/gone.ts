import type { OpenLedger } from "../access.ts";
import { Refusal } from "../refusal.ts";
import type { LedgerStore } from "./ledger.ts";

/**
 * So many deleted categories and undone imports are kept for their thirty days: every reading of a month reads them
 * too. A guest fills a share of their own, so that nobody else is kept from deleting.
 */
const MOST = {
  category: { members: 300, guest: 50, guests: 150 },
  import: { members: 100, guest: 20, guests: 60 },
};
const DONE = { category: "categories were deleted", import: "imports were undone" };

export const isGuest = ({ permission }: Pick<OpenLedger, "permission">): boolean =>
  permission !== "owner" && permission !== "member";

/**
 * Refuses (conflict) what would leave another of them, and what could: a deletion, a creation, whose undo is never
 * refused, and an import.
 */
export async function refuseGone(
  { ledger: store }: { ledger: Pick<LedgerStore, "gone"> },
  ledger: Pick<OpenLedger, "ownerId" | "permission" | "user">,
  kind: keyof typeof MOST,
): Promise<void> {
  const gone = await store.gone(ledger.ownerId, kind);
  const byGuests = gone.filter(({ byGuest }) => byGuest);
  const own = byGuests.filter(({ by }) => by === ledger.user.id).length;
  const { members, guest, guests } = MOST[kind];
  const isFull = isGuest(ledger)
    ? own >= guest || byGuests.length >= guests
    : gone.length - byGuests.length >= members;
  if (!isFull) return;
  const message = `Too many ${DONE[kind]} within thirty days. Undo some of that, or go on once it is older.`;
  throw new Refusal("conflict", message);
}
