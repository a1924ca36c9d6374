import type { ThingOf } from "../definition/kind.ts";
import type { Id } from "../id.ts";
import type { Right } from "../share/sharing.ts";
import { DAY_MS } from "../time/day.ts";
import type { Transaction } from "../transaction/transaction.ts";
import { type ActivityAction, type ActivityKind, KINDS } from "./kinds.ts";
import type { SNAPSHOTS } from "./snapshots.ts";

export type Snapshots = { [Kind in ActivityKind]: ThingOf<(typeof SNAPSHOTS)[Kind]> };

/** `at` is in milliseconds, `by` is null for the daily job, `label` is the thing's name at that time. */
export type ActivityEntry = { [Kind in ActivityKind]: EntryOf<Kind> }[ActivityKind];
export type EntryOf<Kind extends ActivityKind> = {
  id: string;
  at: number;
  by: Id | null;
  action: ActivityAction;
  kind: Kind;
  entityId: Id | string;
  label: string;
  before: Snapshots[Kind] | null;
  after: Snapshots[Kind] | null;
  undoes: string | null;
  undoneBy: string | null;
};

export const UNDO_DAYS = 30;
export const ACTIVITY_MONTHS = 13;

/** Why an entry cannot be undone. A share is never restored: it has to be offered and accepted again. */
export type UndoProblem = "share" | "undone" | "too-old" | "not-allowed";

export function undoProblem(
  entry: Pick<ActivityEntry, "at" | "kind" | "undoneBy">,
  { now, may }: { now: number; may: (right: Right) => boolean },
): UndoProblem | null {
  if (entry.kind === "share") return "share";
  if (!may(KINDS[entry.kind].right)) return "not-allowed";
  if (entry.undoneBy !== null) return "undone";
  return now - entry.at > UNDO_DAYS * DAY_MS ? "too-old" : null;
}

export function undoOf<Kind extends ActivityKind>(
  entry: EntryOf<Kind>,
  by: { id: string; at: number; by: Id },
): EntryOf<Kind> {
  const { before, after } = entry;
  return {
    ...entry,
    ...by,
    action: "undone",
    before: after,
    after: before,
    undoes: entry.id,
    undoneBy: null,
  };
}

export function togetherIn<T extends Transaction>([first, ...others]: readonly T[]):
  | (T & { others?: T[] })
  | null {
  if (!first) return null;
  return others.length > 0 ? { ...first, others } : first;
}

export function transactionsOf(snapshot: Snapshots["transaction"] | null): Transaction[] {
  if (!snapshot) return [];
  const { others = [], ...first } = snapshot;
  return [first, ...others];
}

/** Deep equality of plain data, in which undefined, null and absent properties are equal. */
export function isSame(a: unknown, b: unknown): boolean {
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null)
    return Object.is(a ?? null, b ?? null);
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const [left, right] = [new Map(Object.entries(a)), new Map(Object.entries(b))];
  return [...new Set([...left.keys(), ...right.keys()])].every((key) =>
    isSame(left.get(key), right.get(key)),
  );
}
