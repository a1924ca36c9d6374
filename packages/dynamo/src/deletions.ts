import type { Id } from "@coffer/domain/id";
import * as v from "valibot";
import { ABSENT, PRESENT, succeeds } from "./conditions.ts";
import { budgetPartition, idText } from "./keys.ts";
import { type Item, type Key, type Table, ttl, type WriteInput } from "./table.ts";

/**
 * A category that was deleted: what belonged to it belongs to `moveTo` since then, or to nothing. Its items are
 * deleted or moved bit by bit; until that is finished, and for a day longer, every reader applies this to what it
 * reads. Readers ask for deletions AFTER the items: an item can only be missing from the first reading if the
 * deletion stands in the second, so nobody ever sees a part of it.
 */
export type Deletion = { category: Id; moveTo: Id | null; startedAt: number; finished: boolean };

const PREFIX = "DELETION#";
/** Longer than any reading takes that began before the deletion was finished. */
const KEPT_MS = 24 * 60 * 60 * 1000;
const UNFINISHED = "DELETIONS";

const deletionKey = (ownerId: Id, category: Id): Key => ({
  pk: budgetPartition(ownerId),
  sk: `${PREFIX}${idText(category)}`,
});

const stored = v.object({
  category: v.number(),
  moveTo: v.nullable(v.number()),
  startedAt: v.number(),
  schedulePk: v.optional(v.string()),
});

const fromItem = (item: Item): Deletion => {
  const { schedulePk, ...deletion } = v.parse(stored, item);
  return { ...deletion, finished: schedulePk === undefined };
};

/** The write that starts a deletion; `now` in milliseconds. */
export function startDeletion(ownerId: Id, category: Id, moveTo: Id | null, now: number): WriteInput {
  const key = deletionKey(ownerId, category);
  const scheduleSk = `${new Date(now).toISOString()}#${idText(ownerId)}#${idText(category)}`;
  return {
    Put: {
      Item: { ...key, ownerId, category, moveTo, startedAt: now, schedulePk: UNFINISHED, scheduleSk },
      ...ABSENT,
    },
  };
}

/** Keeps a deletion whose work is done for the readers that are still on their way; `now` in milliseconds. */
export async function finishDeletion(table: Table, ownerId: Id, category: Id, now: number): Promise<void> {
  const finished = {
    Key: deletionKey(ownerId, category),
    UpdateExpression: "SET expiresAt = :at REMOVE schedulePk, scheduleSk",
    ExpressionAttributeValues: { ":at": ttl(now + KEPT_MS) },
    // A worker that comes so late that it has expired already must not bring back a part of it.
    ...PRESENT,
  };
  await succeeds(() => table.update(finished));
}

/** A budget's deletions, each after those that moved something to its category. */
export async function readDeletions(table: Table, ownerId: Id): Promise<Deletion[]> {
  const items = await table.list(budgetPartition(ownerId), PREFIX);
  return inOrder(items.map(fromItem));
}

/**
 * What moved to a category did so while that was there, so it came before the category's own deletion. The clocks of
 * two requests at once may say otherwise: it is the chain of moves that counts.
 */
function inOrder(deletions: readonly Deletion[]): Deletion[] {
  const byCategory = new Map(deletions.map((deletion) => [deletion.category, deletion]));
  const moves = new Map<Deletion, number>();
  /** How many deletions what belonged to it goes through. */
  const movesOf = (deletion: Deletion | undefined): number => {
    if (!deletion) return 0;
    const known = moves.get(deletion);
    if (known !== undefined) return known;
    const { moveTo } = deletion;
    const counted = 1 + (moveTo === null ? 0 : movesOf(byCategory.get(moveTo)));
    moves.set(deletion, counted);
    return counted;
  };
  // The youngest first, so that a long chain is counted from its end and not by as deep a recursion.
  const youngest = deletions.toSorted((a, b) => b.startedAt - a.startedAt);
  return youngest.toSorted((a, b) => movesOf(b) - movesOf(a));
}

/** The owners of the budgets that have unfinished deletions. */
export async function ownersOfUnfinished(table: Table): Promise<Id[]> {
  const items = await table.query({
    IndexName: "schedule",
    KeyConditionExpression: "schedulePk = :unfinished",
    ExpressionAttributeValues: { ":unfinished": UNFINISHED },
  });
  return [...new Set(items.map((item) => v.parse(v.object({ ownerId: v.number() }), item).ownerId))];
}

/** Returns the category that an item naming `categoryId` belongs to now; null when that was deleted with all it held. */
export function homeOf(deletions: readonly Deletion[], categoryId: Id): Id | null {
  let home: Id | null = categoryId;
  for (const { category, moveTo } of deletions) if (category === home) home = moveTo;
  return home;
}

/** Returns the category and all those whose items belong to it now. */
export function namesOf(deletions: readonly Deletion[], categoryId: Id): Id[] {
  const former = deletions.map(({ category }) => category);
  return [categoryId, ...former.filter((category) => homeOf(deletions, category) === categoryId)];
}
