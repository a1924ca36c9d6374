import { brotliCompressSync, brotliDecompressSync, constants } from "node:zlib";
import type { Recording } from "@coffer/core/activity/recording";
import { ACTIVITY_MONTHS, type EntryOf } from "@coffer/domain/activity/activity";
import type { ActivityKind } from "@coffer/domain/activity/kinds";
import type { Id } from "@coffer/domain/id";
import { DAY_MS } from "@coffer/domain/time/duration";
import { type Item, idText, type Key, ttl } from "../table/item.ts";
import { ABSENT, assign, put, stillIs } from "../table/writes.ts";

/** The partition of a ledger's activity, apart from that of the ledger, which is sometimes read as a whole. */
export const activityPartition = (ownerId: Id): string => `ACTIVITY#${idText(ownerId)}`;

type Recorded = { entry: EntryOf<ActivityKind> } & Pick<Recording, "undoing" | "isShort">;
const MONTH_MS = 31 * DAY_MS;

/** Entries of more than this are compressed. */
const MOST_PLAIN = 100_000;

/** The stored form of an entry's `before` and `after`. */
export function sidesToStore({ before, after }: Pick<EntryOf<ActivityKind>, "before" | "after">): Item {
  const sides = JSON.stringify({ before, after });
  if (sides.length <= MOST_PLAIN) return { before, after };
  const params = { [constants.BROTLI_PARAM_QUALITY]: 5 };
  return { before: null, after: null, packed: brotliCompressSync(sides, { params }).toString("base64") };
}

export function withSidesOf(item: Item): Item {
  const { packed, ...plain } = item;
  if (typeof packed !== "string") return item;
  const sides: Item = JSON.parse(brotliDecompressSync(Buffer.from(packed, "base64")).toString());
  return { ...plain, ...sides };
}

/** With an Idempotency-Key, the entry is stored under it and is its record. `date` orders entries of both kinds. */
export const entryWrites = (ownerId: Id, recorded: Recorded, under?: { sk: string; request: string }) => [
  put({ ...entryItem(ownerId, recorded), ...sidesToStore(recorded.entry), ...under }, ABSENT),
  ...(recorded.undoing?.marks ?? []).map(({ place, from, to }) => {
    const key = { pk: activityPartition(ownerId), sk: place };
    return { Update: assign(key, { undoneBy: to }, stillIs("undoneBy", from)) };
  }),
];

export const entryItem = (
  ownerId: Id,
  { entry, undoing, isShort }: Recorded,
): Item & Key & { after: unknown } => ({
  pk: activityPartition(ownerId),
  sk: `ENTRY#${entry.id}`,
  date: entry.id,
  ...entry,
  expiresAt: ttl(entry.at + (isShort ? 1 : ACTIVITY_MONTHS) * MONTH_MS),
  ...(undoing && { origin: undoing.origin }),
});
