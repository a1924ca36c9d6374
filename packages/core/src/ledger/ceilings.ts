import { CEILINGS, type CeilingKind, MONTHS_AHEAD } from "@coffer/domain/ceilings";
import type { Id } from "@coffer/domain/id";
import { addMonthsTo, type Month, monthLabel, monthOfDay } from "@coffer/domain/time/month";
import { isGuest, type OpenLedger } from "../access.ts";
import { invalid, Refusal } from "../refusal.ts";
import type { Stores } from "../stores.ts";
import type { LedgerStore } from "./ledger.ts";

/** Undoing a deletion is refused only at this multiple of a ceiling. */
const UNDO_TIMES = 2;

const NAMES: Record<CeilingKind, string> = {
  category: "categories",
  subscription: "subscriptions",
  goal: "goals",
  account: "accounts",
};

export const beyondCeiling = (kind: CeilingKind, most = CEILINGS[kind]): Refusal =>
  new Refusal(
    "conflict",
    `A budget holds at most ${most.toLocaleString("en-US")} ${NAMES[kind]}. Delete one that you no longer need first.`,
  );

/** Only additions this close to a ceiling can exceed it together: farther away, commits need no serial. */
const NEAR = 60;

/** Keeps a ledger from exceeding its ceilings, even with concurrent additions. */
export function createCeilings({ ledger }: Pick<Stores, "ledger">) {
  /**
   * Refuses (conflict) an addition at the ceiling. Close to it, or if `isCounted`, returns the serial to commit the addition
   * with, so that a concurrent one makes it fail.
   */
  return async (
    ownerId: Id,
    kind: CeilingKind,
    { isUndo = false, isCounted = false } = {},
  ): Promise<number | undefined> => {
    const most = CEILINGS[kind] * (isUndo ? UNDO_TIMES : 1);
    const { serial, count } = await ledger.growth(ownerId, kind);
    if (count >= most) throw beyondCeiling(kind, most);
    return isCounted || count >= most - NEAR ? serial : undefined;
  };
}

/** Refuses (invalid) to plan or propose a month that is too far ahead. Every past month can be planned. */
export function refuseFarMonth({ today }: Pick<OpenLedger, "today">, month: Month): void {
  const last = addMonthsTo(monthOfDay(today), MONTHS_AHEAD);
  if (month > last)
    throw invalid("month", `Plan at most ${MONTHS_AHEAD} months ahead, until ${monthLabel(last)}`);
}

/**
 * The most deleted categories and undone imports of thirty days. They are bounded because every read of a month reads
 * them too. Guests have their own bounds, so that they cannot use up those of the members.
 */
const MOST = {
  category: { members: 300, guest: 50, guests: 150 },
  import: { members: 100, guest: 20, guests: 60 },
};
const DONE = { category: "categories were deleted", import: "imports were undone" };

/**
 * Refuses (conflict) a deletion at the bound, and a creation and an import too, as undoing them later is a deletion
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
  const message = `Too many ${DONE[kind]} within thirty days. Undo some of that, or continue once it is older.`;
  throw new Refusal("conflict", message);
}
