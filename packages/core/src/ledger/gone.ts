import type { OpenLedger } from "../access.ts";
import { Refusal } from "../refusal.ts";
import type { LedgerStore } from "./ledger.ts";

/**
 * The most deleted categories and undone imports of thirty days. They are bounded because every read of a month reads
 * them too. Guests have their own bounds, so that they cannot use up those of the members.
 */
const MOST = {
  category: { members: 300, guest: 50, guests: 150 },
  import: { members: 100, guest: 20, guests: 60 },
};
const DONE = { category: "categories were deleted", import: "imports were undone" };

export const isGuest = ({ permission }: Pick<OpenLedger, "permission">): boolean =>
  permission !== "owner" && permission !== "member";

/**
 * Refuses (conflict) a deletion at the bound, and likewise a creation and an import, as undoing them later is a deletion
 * that is never refused.
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
