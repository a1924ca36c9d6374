import { CEILINGS, type CeilingKind } from "@coffer/domain/ceilings";
import type { Id } from "@coffer/domain/id";
import { Refusal } from "../refusal.ts";
import type { Stores } from "../stores.ts";

/** Undoing a deletion is refused only where this many times a ceiling is there already. */
const UNDO_TIMES = 2;

const NAMES: Record<CeilingKind, string> = {
  category: "categories",
  subscription: "subscriptions",
  goal: "goals",
};

export const beyondCeiling = (kind: CeilingKind, most = CEILINGS[kind]): Refusal =>
  new Refusal(
    "conflict",
    `A budget holds at most ${most.toLocaleString("en-US")} ${NAMES[kind]}. Delete one that you no longer need first.`,
  );

/** Only this near to a ceiling may others who add at the same time go beyond it. */
const NEAR = 60;

/** Keeps a ledger from growing beyond its ceilings, whoever adds to it at once. */
export function createCeilings({ ledger }: Pick<Stores, "ledger">) {
  /** Refuses (conflict) one more where it would be too many. Returns the serial to commit it with near the ceiling. */
  return async (ownerId: Id, kind: CeilingKind, { isUndo = false } = {}): Promise<number | undefined> => {
    const most = CEILINGS[kind] * (isUndo ? UNDO_TIMES : 1);
    const { serial, count } = await ledger.growth(ownerId, kind);
    if (count >= most) throw beyondCeiling(kind, most);
    return count >= most - NEAR ? serial : undefined;
  };
}
