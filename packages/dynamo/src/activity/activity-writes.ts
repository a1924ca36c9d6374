import type { Undoing, Version } from "@coffer/core/activity/recording";
import { ACTIVITY_MONTHS, type EntryOf } from "@coffer/domain/activity/activity";
import type { ActivityKind } from "@coffer/domain/activity/kinds";
import type { Id } from "@coffer/domain/id";
import { DAY_MS } from "@coffer/domain/time/duration";
import * as v from "valibot";
import { ABSENT, assign, type Condition, stillIs } from "../table/conditions.ts";
import { type Item, idText, type Key, type WriteInput } from "../table/item.ts";
import { ttl } from "../table/table.ts";

/** The partition of what happened in a budget: not that of the budget itself, which is read whole at times. */
export const activityPartition = (ownerId: Id): string => `ACTIVITY#${idText(ownerId)}`;

/** An entry, and what it marks where it is an undo. */
type Recorded = { entry: EntryOf<ActivityKind>; undoing?: Undoing | undefined };
const MONTH_MS = 31 * DAY_MS;

/**
 * The writes that record a change: the entry, and the marks of what it undoes. With an Idempotency-Key the entry
 * stands under that, so that it is the key's record as well; `date` orders entries whatever their keys.
 */
export function entryWrites(
  ownerId: Id,
  { entry, undoing }: Recorded,
  under: { sk: string; request: string } | undefined = undefined,
): [WriteInput, ...WriteInput[]] {
  const pk = activityPartition(ownerId);
  const item = { ...entryItem(ownerId, { entry, undoing }), ...under };
  return [
    { Put: { Item: item, ...ABSENT } },
    ...(undoing?.marks ?? []).map(({ place, from, to }) => ({
      Update: { Key: { pk, sk: place }, ...assign({ undoneBy: to }, stillIs("undoneBy", from)) },
    })),
  ];
}

export const entryItem = (ownerId: Id, { entry, undoing }: Recorded): Item & Key & { after: unknown } => ({
  pk: activityPartition(ownerId),
  sk: `ENTRY#${entry.id}`,
  date: entry.id,
  ...entry,
  expiresAt: ttl(entry.at + ACTIVITY_MONTHS * MONTH_MS),
  ...(undoing && { origin: undoing.origin }),
});

const storedVersion = v.object({
  revision: v.optional(v.number()),
  categoryId: v.optional(v.nullable(v.number())),
});

export function versionOf(item: Item): Version {
  const { revision = null, categoryId } = v.parse(storedVersion, item);
  return categoryId === undefined ? { revision } : { revision, categoryId };
}

/** Only where the item is as it was read. */
export function asRead({ revision, categoryId }: Version): Condition & {
  ExpressionAttributeValues?: Record<string, unknown>;
} {
  const same =
    revision === null ? "attribute_exists(pk) AND attribute_not_exists(revision)" : "revision = :asRead";
  const inCategory = categoryId === undefined ? "" : " AND categoryId = :categoryAsRead";
  const values = {
    ...(revision !== null && { ":asRead": revision }),
    ...(categoryId !== undefined && { ":categoryAsRead": categoryId }),
  };
  return {
    ConditionExpression: `${same}${inCategory}`,
    ...(Object.keys(values).length > 0 && { ExpressionAttributeValues: values }),
  };
}
