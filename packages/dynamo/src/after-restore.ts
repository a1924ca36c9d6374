import { isDeepStrictEqual } from "node:util";
import type { DynamoDBClient } from "@aws-sdk/client-dynamodb";
import { createAccountRemoval } from "@coffer/core/account/account-removal";
import { inBatches } from "@coffer/domain/batches";
import { type Id, idSource } from "@coffer/domain/id";
import * as v from "valibot";
import { credentialPartition } from "./account/credentials.ts";
import { PASSKEY_PREFIX, SECOND_FACTOR } from "./account/passkeys.ts";
import { createSessionStore } from "./account/sessions.ts";
import { directory, PROFILE, USER_SHARDS, userKey } from "./account/user-directory.ts";
import { createUserStore, LEAVING, OFFLINE_KEY } from "./account/users.ts";
import { campaignPartition, countsKey, UNFINISHED } from "./campaign/campaigns.ts";
import { TICKS } from "./digest/digests.ts";
import { ENDED_QUEUES, FAILED } from "./mail/outbox-item.ts";
import { bulkKey, SUPPRESSED } from "./mail/suppression.ts";
import { createInvitationStore } from "./share/invitations.ts";
import { createShareStore, OPENS, shareKey } from "./share/shares.ts";
import { createStores } from "./stores.ts";
import { createIndex } from "./table/indexes.ts";
import {
  hasPrefix,
  type Item,
  inPartition,
  type Key,
  keyedBetween,
  ledgerPartition,
  storedKey,
  userItemKey,
  userPartition,
} from "./table/item.ts";
import { createTable, type Table } from "./table/table.ts";
import { assign, PRESENT } from "./table/writes.ts";

/** `now` is the table in use before the restore, `restored` the one in use after it. */
type RestoredTables = { now: Table; restored: Table };

export const restoredTables = (dynamo: DynamoDBClient, left: string, restored: string): RestoredTables => ({
  now: createTable(dynamo, left),
  restored: createTable(dynamo, restored),
});

const AT_ONCE = 16;

const keyOf = v.parser(storedKey);
const scheduled = createIndex("schedule", storedKey.entries);
const listed = createIndex("directory", storedKey.entries);
const campaigns = createIndex("schedule", { id: v.number() });
const storedOwner = v.object({ ownerId: v.number() });

/** Copies mail that was sent or given up since an instant (milliseconds), so that it is not sent again. */
export async function carryMail({ now, restored }: RestoredTables, since: number): Promise<number> {
  const from = new Date(since).toISOString();
  const queries = [
    ...ENDED_QUEUES.map((queue) => scheduled.between(queue, from, "~")),
    listed.between(FAILED, from, "~"),
  ];
  const counts = await Promise.all(
    queries.map(async (query) => {
      let count = 0;
      for await (const { items } of now.pages(query)) {
        const mails = await now.getMany(items.map(keyOf));
        // Mail that is held back has yet to be sent.
        const ended = mails.filter((mail) => mail !== undefined && mail.dueAt === undefined);
        await putAll(restored, ended);
        count += ended.length;
      }
      return count;
    }),
  );
  return counts.reduce((sum, count) => sum + count, 0);
}

/** Copies the progress of schedules and of mail to all, so that they continue from there. */
export async function carryProgress({ now, restored }: RestoredTables): Promise<void> {
  await putAll(restored, await now.query({ ...inPartition(TICKS), ConsistentRead: true }));
  for (const { id } of await restored.query(campaigns.of(UNFINISHED)))
    await putAll(restored, await now.list(campaignPartition(id), countsKey(id).sk));
}

/** Copies the suppressed addresses and removes all others. Returns how many changed. */
export async function carrySuppressions({ now, restored }: RestoredTables): Promise<number> {
  const keysIn = async (table: Table) => (await table.query(listed.of(SUPPRESSED))).map(keyOf);
  const [current, then] = await Promise.all([keysIn(now), keysIn(restored)]);
  const kept = new Set(current.map(({ pk }) => pk));
  const lifted = then.filter(({ pk }) => !kept.has(pk));
  const known = new Set(then.map(({ pk }) => pk));
  await putAll(restored, await now.getMany(current));
  for (const batch of inBatches(lifted, AT_ONCE)) await Promise.all(batch.map((key) => restored.delete(key)));
  return lifted.length + current.filter(({ pk }) => !known.has(pk)).length;
}

/** Things that the restore reverted or lost and that this does not repair: an operator has to inform the users. */
export type Revived = {
  /** Users whose old address is back, because their new one belonged to somebody else then. */
  accounts: string[];
  /** Shares that were given since, and are gone. */
  shares: string[];
  /** Users who registered since, and have lost their account. */
  lost: string[];
};

type PeopleCarried = {
  /** Accounts whose restored security or mail settings were replaced by the current ones. */
  changed: number;
  /** Accounts that were deleted since, and are back. */
  erased: Id[];
  revived: Revived;
};

/**
 * Copies everybody's current password, address, second factor, passkeys, administrator rights, unsubscription and pending
 * deletion to the restored table, ends the shares and invitations that ended since, and lowers those that were lowered.
 * Reads all users, their sixteen partitions in parallel.
 */
export async function carryPeople(tables: RestoredTables): Promise<PeopleCarried> {
  const carried: PeopleCarried = {
    changed: 0,
    erased: [],
    revived: { accounts: [], shares: [], lost: [] },
  };
  await Promise.all(
    USER_SHARDS.map(async (shard) => {
      const idsIn = async (table: Table) => (await table.query(directory.of(shard))).map(({ id }) => id);
      const [current, then] = await Promise.all([idsIn(tables.now), idsIn(tables.restored)]);
      const [stay, known] = [new Set(current), new Set(then)];
      carried.erased.push(...then.filter((id) => !stay.has(id)));
      carried.revived.lost.push(...current.filter((id) => !known.has(id)).map(String));
      const both = then.filter((id) => stay.has(id));
      for (const batch of inBatches(both, AT_ONCE))
        await Promise.all(batch.map((id) => carryPerson(tables, id, carried)));
    }),
  );
  // Whoever had the address may have given it up by now.
  const { accounts } = carried.revived;
  for (const id of accounts.splice(0)) if (!(await carryAddress(tables, Number(id)))) accounts.push(id);
  return carried;
}

/** Deletes accounts again that were deleted before the restore. Returns those that failed, with the reason. */
export async function eraseAgain({ restored }: RestoredTables, ids: readonly Id[]): Promise<string[]> {
  const stores = createStores(restored);
  const env = {
    clock: Date.now,
    ids: idSource(Date.now, Math.random),
    // No link is needed: their mail was sent already, under the same ids.
    origin: "",
    securityLog: () => undefined,
  };
  const { removeAccount } = createAccountRemoval(stores, env);
  const failed: string[] = [];
  for (const id of ids) {
    try {
      const account = await stores.users.account(id);
      if (account && !(await removeAccount(account))) failed.push(`${id}: it changed meanwhile`);
    } catch (error) {
      failed.push(`${id}: ${error instanceof Error ? error.message : "unknown error"}`);
    }
  }
  return failed;
}

/** `settings` by key: the same credential may be in one place then, and in another now. */
type Person = { profile: Item | undefined; settings: Map<string, Item>; ledgerIds: Id[] };

const SETTINGS = (userId: Id): Key[] => [
  bulkKey(userId),
  ...[SECOND_FACTOR, OFFLINE_KEY].map((sk) => userItemKey(userId, sk)),
  userItemKey(userId, LEAVING),
];

async function personIn(table: Table, userId: Id): Promise<Person> {
  const [range, settings, own] = await Promise.all([
    // One range: pointers to others' ledgers, passkeys and profile are adjacent.
    table.query(keyedBetween(userPartition(userId), OPENS, PROFILE)),
    table.getMany(SETTINGS(userId)),
    table.query({ ...inPartition(credentialPartition(userId)), ConsistentRead: true }),
  ]);
  const kept = [...range.filter((item) => hasPrefix(item, PASSKEY_PREFIX)), ...settings, ...own];
  return {
    profile: range.find(({ sk }) => sk === PROFILE),
    settings: new Map(kept.flatMap((item) => (item ? [[`${item.pk} ${item.sk}`, item]] : []))),
    ledgerIds: range
      .filter((item) => hasPrefix(item, OPENS))
      .map((pointer) => v.parse(storedOwner, pointer).ownerId),
  };
}

async function carryPerson(tables: RestoredTables, userId: Id, carried: PeopleCarried): Promise<void> {
  const { now, restored } = tables;
  const [current, then] = await Promise.all([personIn(now, userId), personIn(restored, userId)]);
  const { profile } = current;
  if (!profile || !then.profile) return;
  const fresh = [...current.settings].filter(
    ([key, item]) => !isDeepStrictEqual(item, then.settings.get(key)),
  );
  const gone = [...then.settings].filter(([key]) => !current.settings.has(key));
  await putAll(
    restored,
    fresh.map(([, item]) => item),
  );
  await Promise.all(gone.map(([, item]) => restored.delete(keyOf(item))));
  // The session keys are changed, so that none of these is open.
  const sessions = createSessionStore(restored);
  await Promise.all((await sessions.list(userId)).map(({ id }) => sessions.remove(userId, id)));
  const isChanged = await carryProfile(restored, userId, profile, then.profile);
  if (isChanged || fresh.length > 0 || gone.length > 0) carried.changed += 1;

  const { accounts, shares } = carried.revived;
  if (profile.email !== then.profile.email && !(await carryAddress(tables, userId)))
    accounts.push(String(userId));
  shares.push(...(await carryShares(tables, userId, current.ledgerIds, then.ledgerIds)));
  await closeInvitations(tables, userId);
}

const storedProfile = v.looseObject({
  resetHash: v.optional(v.nullable(v.string())),
  takeBacks: v.optional(v.array(v.looseObject({ hash: v.string() })), []),
  emailNotifications: v.boolean(),
});

async function carryProfile(restored: Table, userId: Id, current: Item, then: Item): Promise<boolean> {
  const [now, was] = [v.parse(storedProfile, current), v.parse(storedProfile, then)];
  const isMailed = now.emailNotifications && was.emailNotifications;
  const carried: Item = {
    ...{ isAdmin: now.isAdmin, goesAt: now.goesAt, notify: now.notify, notifyBy: now.notifyBy },
    ...{ passwordHash: now.passwordHash, hasStrongPassword: now.hasStrongPassword },
    // Sessions and passkeys that ended since must stay ended, and used links must stay used.
    ...{ epoch: now.epoch, passkeysFrom: now.passkeysFrom },
    ...(was.resetHash !== undefined && { resetHash: was.resetHash === now.resetHash ? was.resetHash : null }),
    ...(then.takeBacks !== undefined && {
      takeBacks: was.takeBacks.filter(({ hash }) => now.takeBacks.some((one) => one.hash === hash)),
    }),
    emailNotifications: isMailed,
    ...(!isMailed && { schedulePk: undefined, scheduleSk: undefined }),
  };
  const differs = Object.keys(carried).filter((name) => !isDeepStrictEqual(carried[name], then[name]));
  if (differs.length === 0) return false;
  const set = Object.fromEntries(differs.map((name) => [name, carried[name]]));
  const removed = differs.filter((name) => carried[name] === undefined);
  await restored.update(assign(userKey(userId), { ...set, revision: then.revision }, undefined, removed));
  return true;
}

/** False if somebody else had the address at the restored instant. */
async function carryAddress({ now, restored }: RestoredTables, userId: Id): Promise<boolean> {
  const users = createUserStore(restored);
  const [current, then] = await Promise.all([createUserStore(now).account(userId), users.account(userId)]);
  if (!current || !then) return false;
  const { provenEmail, takeBacks } = current;
  const { email, emailVerified } = current.user;
  const after = { ...then, user: { ...then.user, email, emailVerified }, provenEmail, takeBacks };
  return (await users.save(then, after, {})) === "saved";
}

/** Returns the shares that were given since the restored instant. */
async function carryShares(
  { now, restored }: RestoredTables,
  userId: Id,
  current: readonly Id[],
  then: readonly Id[],
): Promise<string[]> {
  const [shares, before] = [createShareStore(now), createShareStore(restored)];
  for (const ledgerId of then) {
    const [share, was] = await Promise.all([shares.get(ledgerId, userId), before.get(ledgerId, userId)]);
    if (was && !share) await before.remove(was, { household: null });
    if (was && share && share.permission !== was.permission)
      await restored.update(assign(shareKey(ledgerId, userId), { permission: share.permission }, PRESENT));
  }
  return current
    .filter((ledgerId) => !then.includes(ledgerId))
    .map((ledgerId) => `${ledgerPartition(ledgerId)} ${shareKey(ledgerId, userId).sk}`);
}

/** Ends the invitations that were accepted or withdrawn since, or replaced by another link. */
async function closeInvitations({ now, restored }: RestoredTables, userId: Id): Promise<void> {
  const before = createInvitationStore(restored);
  const open = await createInvitationStore(now).list(userId);
  const stillOpen = new Set(open.map(({ tokenHash }) => tokenHash));
  for (const invitation of await before.list(userId))
    if (!stillOpen.has(invitation.tokenHash)) await before.remove(invitation, { household: null });
}

async function putAll(table: Table, items: readonly (Item | undefined)[]): Promise<void> {
  for (const batch of inBatches(items, AT_ONCE))
    await Promise.all(batch.map(async (item) => item && (await table.put(item))));
}
