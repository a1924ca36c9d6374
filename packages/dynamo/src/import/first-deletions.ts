import * as v from "valibot";
import { cleanupSchedule } from "../category/category-cleanup.ts";
import { categoryKey } from "../category/resolve-category.ts";
import { ABSENT, PRESENT } from "../table/conditions.ts";
import type { Item, Key, WriteInput } from "../table/item.ts";

/**
 * The first release noted a deleted category in an item of its own, beside no category, and finished deletions
 * within minutes. One that it has not finished becomes a tombstone; a finished one expires by itself.
 */
const PREFIX = "DELETION#";
export const isDeletion = ({ sk }: Key): boolean => sk.startsWith(PREFIX);

const stored = v.object({
  ownerId: v.number(),
  category: v.number(),
  moveTo: v.nullable(v.number()),
  startedAt: v.number(),
  /** On the schedule until it is finished. */
  schedulePk: v.optional(v.string()),
});

export function deletionUpgrade(item: Item & Key): WriteInput[] {
  const { ownerId, category: id, moveTo: movedTo, startedAt: deletedAt, schedulePk } = v.parse(stored, item);
  if (schedulePk === undefined) return [];
  const tombstone = { id, deletedAt, movedTo, ...cleanupSchedule(ownerId, id, deletedAt) };
  return [
    { Put: { Item: { ...categoryKey(ownerId, id), ...tombstone }, ...ABSENT } },
    { Delete: { Key: { pk: item.pk, sk: item.sk }, ...PRESENT } },
  ];
}
