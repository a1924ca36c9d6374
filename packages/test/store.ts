import { randomUUID } from "node:crypto";
import type { OpenLedger } from "../core/src/access.ts";
import { entryId, type Recording } from "../core/src/activity/recording.ts";
import { type Change, changeOf, type Kind, readOne, type Things } from "../core/src/ledger/ledger.ts";
import type { Stores } from "../core/src/stores.ts";
import type { User } from "../domain/src/account/user.ts";
import { inBatches } from "../domain/src/batches.ts";
import type { Id } from "../domain/src/id.ts";
import { activityPartition } from "../dynamo/src/activity/activity.ts";
import { createDigestStore } from "../dynamo/src/digest/digests.ts";
import { createStore, createStores } from "../dynamo/src/stores.ts";
import { createClient } from "../dynamo/src/table/client.ts";
import { ensureTable } from "../dynamo/src/table/create-table.ts";
import { type Item, ledgerPartition, type WriteInput } from "../dynamo/src/table/item.ts";
import { createTable, type Table } from "../dynamo/src/table/table.ts";
import { type CrashPoint, crashingClient } from "./crashing-client.ts";
import { category, day, user } from "./fixtures.ts";

/** A new table on the engine, with a store for it. */
export async function freshTable(endpoint: string) {
  const client = createClient(endpoint);
  const name = `test-${randomUUID()}`;
  await ensureTable(client, name);
  const table = createTable(client, name);
  return {
    client,
    name,
    table,
    store: createStores(table),
    /** The store of another process. */
    anotherStore: () => createStore(client, name),
    /** The store of a process that crashes. */
    crashingStore: (point: CrashPoint) => createStore(crashingClient(endpoint, point), name),
  };
}

/** A digest store that reads `people` users per page. */
export const digestsInPagesOf = (table: Table, people: number): Stores["digests"] =>
  createDigestStore(table, people);

/**
 * Runs `work` with a store that writes nothing until `work` ends, and then 100 items per request, without the
 * conditions.
 */
export async function inBulk<T>(table: Table, work: (store: Stores) => Promise<T>): Promise<T> {
  const writes: WriteInput[] = [];
  const store = createStores({
    ...table,
    put: async (item, condition) => void writes.push({ Put: { Item: item, ...condition } }),
    transact: async (some) => void writes.push(...some.filter((write) => !isCheck(write))),
  });
  const result = await work(store);
  // If an item, such as a month's closing, is written several times, the last write counts, because its condition
  // expects the others.
  const last = new Map<string, WriteInput>();
  for (const write of writes) {
    // A counter in an item that is written here, such as a goal's number of milestones, is ignored.
    const isCounter = write.Update !== undefined && last.get(placeOf(write))?.Put !== undefined;
    if (!isCounter) last.set(placeOf(write), unchecked(write));
  }
  for (const batch of inBatches([...last.values()], 100)) await table.transact(batch);
  return result;
}

function placeOf({ Put, Update, Delete }: WriteInput): string {
  const { pk, sk } = Object(Put?.Item ?? Update?.Key ?? Delete?.Key);
  return `${pk} ${sk}`;
}

const unchecked = ({ Put, ...others }: WriteInput): WriteInput =>
  Put ? { Put: { Item: Put.Item } } : others;

/** True for a check of a category, also if it is a write that changes nothing. */
const isCheck = ({ ConditionCheck, Update }: WriteInput) =>
  ConditionCheck !== undefined || Update?.UpdateExpression === "SET #inUse = :inUse";

/** All items of a partition. */
export const itemsOf = (table: Table, pk: string): Promise<Item[]> =>
  table.query({
    KeyConditionExpression: "pk = :pk",
    ExpressionAttributeValues: { ":pk": pk },
    ConsistentRead: true,
  });

/** All stored items of a ledger, including its activity. */
export const itemsOfLedger = (table: Table, ownerId: Id): Promise<Item[][]> =>
  Promise.all([ledgerPartition(ownerId), activityPartition(ownerId)].map((pk) => itemsOf(table, pk)));

/** Ids 1, 2, 3 … above `after`. */
export function idsInARow(after = 0): () => Id {
  let last = after;
  return () => ++last;
}

/** The budget of user `ownerId`, opened by that user. */
export function ownLedger(ownerId: Id, today = "2026-11-21"): OpenLedger {
  return { ownerId, user: user({ id: ownerId }), permission: "owner", today: day(today) };
}

/** Stores an account without a usable password. `createdAt` in milliseconds. */
export async function newUser(
  store: Pick<Stores, "users">,
  given: Partial<User> & Pick<User, "id">,
  createdAt = 0,
): Promise<User> {
  const created = user(given);
  const account = {
    user: created,
    hasStrongPassword: false,
    sessionVersion: 1,
    passkeysFrom: 0,
    resetHash: null,
    takeBacks: [],
    provenEmail: created.emailVerified ? created.email : null,
    createdAt,
    language: null,
    goesAt: null,
    revision: 1,
  };
  if (!(await store.users.add(account, "", {}))) throw new Error(`${created.email} is taken`);
  return created;
}

/** Above the ids that tests use. */
let recordings = 8_000_000_000_000_000;
/** The record of some change; `at` in milliseconds. */
export function recording(at = 0): Recording {
  recordings += 1_000;
  const what = { action: "changed", kind: "share", entityId: 1, label: "A test" } as const;
  const entry = { id: entryId(recordings), at, by: 1, before: null, after: null };
  return { entry: { ...entry, ...what, undoes: null, undoneBy: null } };
}

/** Writes changes with the record of some change; `at` in milliseconds. */
export async function write(
  { ledger }: Pick<Stores, "ledger">,
  ownerId: Id,
  changes: readonly Change[],
  { at = 0, isUndo = false } = {},
): Promise<void> {
  const undoing = isUndo ? { marks: [], origin: { id: "", place: "" } } : undefined;
  const outcome = await ledger.commit({ ownerId, changes, entry: recording(at).entry, undoing });
  if (typeof outcome === "string") throw new Error(`nothing was written: ${outcome}`);
}

/** Adds an entity as it is. */
export const addThing = <K extends Kind>(
  store: Pick<Stores, "ledger">,
  ownerId: Id,
  kind: K,
  value: Things[K],
) => write(store, ownerId, [changeOf(kind, null, value)]);

/** Deletes a transaction. */
export async function removeTransaction(store: Pick<Stores, "ledger">, ownerId: Id, id: Id): Promise<void> {
  const before = await readOne(store.ledger, ownerId, "transaction", { id });
  await write(store, ownerId, [changeOf("transaction", before ?? null, null)]);
}

/** Deletes a category; `moveTo` gets all it has. `at` in milliseconds. */
export async function removeCategory(
  store: Pick<Stores, "ledger">,
  ownerId: Id,
  id: Id,
  moveTo: Id | null,
  at: number,
): Promise<void> {
  const before = await readOne(store.ledger, ownerId, "category", { id });
  await write(store, ownerId, [{ ...changeOf("category", before ?? null, null), moveTo }], { at });
}

/** Restores a deleted category. */
export const restoreCategory = (store: Pick<Stores, "ledger">, ownerId: Id, id: Id): Promise<void> =>
  write(store, ownerId, [changeOf("category", null, category({ id }))], { isUndo: true });
