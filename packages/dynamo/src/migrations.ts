import { isDeepStrictEqual } from "node:util";
import { inBatches } from "@coffer/domain/batches";
import * as v from "valibot";
import { PROFILE } from "./account/user-directory.ts";
import { searchWrites } from "./account/user-search.ts";
import { userFromItem, userShape } from "./account/users.ts";
import { deletionUpgrade, isDeletion } from "./import/first-deletions.ts";
import { INVITATION_PREFIX, invitationShape } from "./share/invitations.ts";
import { SHARE_PREFIX, shareShape } from "./share/shares.ts";
import { type Condition, succeeds } from "./table/conditions.ts";
import type { Item, Key, WriteInput } from "./table/item.ts";
import type { Shape } from "./table/shape.ts";
import { storedKey } from "./table/stored.ts";
import type { Table } from "./table/table.ts";

/** The writes for items of one kind; no writes for an item that is as it should be. */
type Migration = { is: (key: Key) => boolean; writes: (item: Item & Key) => WriteInput[] };

const inShape = (shape: Shape, is: Migration["is"]): Migration => ({
  is,
  writes: (item) => (shape.isCurrent(item) ? [] : [upgradeOf(shape, item)]),
});

const MIGRATIONS: Record<string, Migration> = {
  users: {
    is: ({ sk }) => sk === PROFILE,
    writes: (item) =>
      userShape.isCurrent(item) ? [] : [upgradeOf(userShape, item), ...searchWrites(userFromItem(item))],
  },
  shares: inShape(shareShape, ({ sk }) => sk.startsWith(SHARE_PREFIX)),
  invitations: inShape(invitationShape, ({ sk }) => sk.startsWith(INVITATION_PREFIX)),
  deletions: { is: isDeletion, writes: deletionUpgrade },
};
/** Changes with every migration that is added: a walk that was interrupted before begins again. */
const TARGET = [
  ...[userShape, shareShape, invitationShape].map(({ stamp }) => stamp.shape),
  Object.keys(MIGRATIONS).length,
].join(".");

const POSITION: Key = { pk: "MIGRATION", sk: "POSITION" };
const storedPosition = v.object({
  target: v.string(),
  /** The walk's position; null once it is complete. */
  after: v.nullable(storedKey),
  read: v.number(),
  upgraded: v.number(),
});
const AT_ONCE = 16;
/** Items of a portion, after which the position is kept. */
const PORTION = 500;

/** Items that have been read and upgraded since the walk began, in this run or before it was interrupted. */
export type MigrationProgress = { read: number; upgraded: number };

/** True where the whole table was walked since the last migration was added. */
export async function isMigrated(table: Table): Promise<boolean> {
  const position = await readPosition(table);
  return position?.target === TARGET && position.after === null;
}

/**
 * Brings every item to its current shape, portion by portion. Safe to stop anywhere, and beside the running product.
 */
export async function* migrate(table: Table): AsyncGenerator<MigrationProgress> {
  const last = await readPosition(table);
  const goesOn = last?.target === TARGET && last.after !== null;
  let { read, upgraded, after } = goesOn ? last : { read: 0, upgraded: 0, after: null };
  do {
    const { items, next } = await table.scan({
      ConsistentRead: true,
      Limit: PORTION,
      ExclusiveStartKey: after ?? undefined,
    });
    for (const batch of inBatches(items, AT_ONCE)) {
      const results = await Promise.all(batch.map((item) => upgradeItem(table, item)));
      upgraded += results.filter(Boolean).length;
    }
    read += items.length;
    after = next ? v.parse(storedKey, next) : null;
    await table.put({ ...POSITION, target: TARGET, after, read, upgraded });
    yield { read, upgraded };
  } while (after);
}

async function readPosition(table: Table) {
  const item = await table.get(POSITION);
  return item && v.parse(storedPosition, item);
}

/** False where there was nothing to do. What changes meanwhile is read again. */
async function upgradeItem(table: Table, found: Item): Promise<boolean> {
  const key = v.parse(storedKey, found);
  const migration = Object.values(MIGRATIONS).find(({ is }) => is(key));
  if (!migration) return false;
  for (let item: Item | undefined = found; item; item = await table.get(key)) {
    const writes = migration.writes({ ...item, ...key });
    if (writes.length === 0) return false;
    if (await succeeds(() => table.transact(writes))) return true;
  }
  return false;
}

/** Sets what the upgrade changes, while the item is exactly the one that was read. */
function upgradeOf(shape: Shape, item: Item & Key): WriteInput {
  const { pk, sk, ...before } = item;
  const { pk: _, sk: __, ...after } = shape.upgrade(item);
  const changed = Object.keys(after).filter((name) => !isDeepStrictEqual(after[name], before[name]));
  const unchanged = sameAs(before, changed);
  return {
    Update: {
      Key: { pk, sk },
      ...unchanged,
      UpdateExpression: `SET ${changed.map((name) => `#${name} = :new_${name}`).join(", ")}`,
      ExpressionAttributeNames: {
        ...unchanged.ExpressionAttributeNames,
        ...Object.fromEntries(changed.map((name) => [`#${name}`, name])),
      },
      ExpressionAttributeValues: {
        ...unchanged.ExpressionAttributeValues,
        ...Object.fromEntries(changed.map((name) => [`:new_${name}`, after[name]])),
      },
    },
  };
}

/** Holds while all attributes are as given, and those of `added` that are not among them are not there. */
function sameAs(given: Item, added: readonly string[]): Condition {
  const names = Object.keys(given);
  const absent = added.filter((name) => !(name in given));
  return {
    ConditionExpression: [
      ...names.map((name) => `#${name} = :old_${name}`),
      ...absent.map((name) => `attribute_not_exists(#${name})`),
    ].join(" AND "),
    ExpressionAttributeNames: Object.fromEntries([...names, ...absent].map((name) => [`#${name}`, name])),
    ExpressionAttributeValues: Object.fromEntries(names.map((name) => [`:old_${name}`, given[name]])),
  };
}
