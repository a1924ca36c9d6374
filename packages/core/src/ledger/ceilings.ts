import { CEILINGS, type CeilingKind, MONTHS_AHEAD } from "@coffer/domain/ceilings";
import type { Id } from "@coffer/domain/id";
import { addMonthsTo, type Month, monthLabel, monthOfDay } from "@coffer/domain/time/month";
import type { OpenLedger } from "../access.ts";
import { invalid, Refusal } from "../refusal.ts";
import type { Stores } from "../stores.ts";

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

/** Concurrent additions can only exceed a ceiling this close to it; elsewhere commits need no serial. */
const NEAR = 60;

/** Keeps a ledger from exceeding its ceilings, even with concurrent additions. */
export function createCeilings({ ledger }: Pick<Stores, "ledger">) {
  /** Refuses (conflict) one more at the ceiling. Close to it, returns the serial to commit the addition with. */
  return async (ownerId: Id, kind: CeilingKind, { isUndo = false } = {}): Promise<number | undefined> => {
    const most = CEILINGS[kind] * (isUndo ? UNDO_TIMES : 1);
    const { serial, count } = await ledger.growth(ownerId, kind);
    if (count >= most) throw beyondCeiling(kind, most);
    return count >= most - NEAR ? serial : undefined;
  };
}

/** Refuses (invalid) to plan or propose a month that is too far ahead. Every past month can be planned. */
export function refuseFarMonth({ today }: Pick<OpenLedger, "today">, month: Month): void {
  const last = addMonthsTo(monthOfDay(today), MONTHS_AHEAD);
  if (month > last)
    throw invalid("month", `Plan at most ${MONTHS_AHEAD} months ahead, until ${monthLabel(last)}`);
}
