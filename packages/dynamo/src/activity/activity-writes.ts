import type { Recording, Version } from "@coffer/core/activity/recording";
import { ACTIVITY_MONTHS } from "@coffer/domain/activity/activity";
import type { Id } from "@coffer/domain/id";
import { DAY_MS } from "@coffer/domain/time/duration";
import * as v from "valibot";
import { assign } from "../table/assign.ts";
import { ABSENT, type Condition, stillIs } from "../table/conditions.ts";
import type { Item, Key, WriteInput } from "../table/item.ts";
import { idText } from "../table/keys.ts";
import { type Table, ttl } from "../table/table.ts";

/** The partition of what happened in a budget: not that of the budget itself, which is read whole at times. */
export const activityPartition = (ownerId: Id): string => `ACTIVITY#${idText(ownerId)}`;

/** As an item names the entry of its last change. */
export const revisionOf = ({ entry }: Recording): number => Number(entry.id);

const MONTH_MS = 31 * DAY_MS;

/**
 * The writes that record a change: the entry, and the marks of what it undoes. With an Idempotency-Key the entry
 * stands under that, so that it is the key's record as well; `date` orders entries whatever their keys.
 */
export function entryWrites(
  ownerId: Id,
  { entry, undoing }: Recording,
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

export const entryItem = (ownerId: Id, { entry, undoing }: Recording): Item & Key & { after: unknown } => ({
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

/** Makes the writes of a change and its entry, all or none; "changed" where one's condition does not hold. */
export async function saveRecorded(
  table: Table,
  ownerId: Id,
  writes: readonly WriteInput[],
  recording: Recording,
): Promise<"saved" | "changed"> {
  const all = [...writes, ...entryWrites(ownerId, recording)];
  return (await table.tryTransact(all)) ? "saved" : "changed";
}

/** The write that replaces an item where it is as it was read, or that creates it where none was read. */
export const putAsRead = (item: Item & Key, version: Version | null, recording: Recording): WriteInput => ({
  Put: {
    Item: { ...item, revision: revisionOf(recording) },
    ...(version ? asRead(version) : ABSENT),
  },
});

export const deleteAsRead = (Key: Key, version: Version): WriteInput => ({
  Delete: { Key, ...asRead(version) },
});
