import { type Session, UNKNOWN_DEVICE } from "@coffer/core/access";
import type { KnownDeviceStore, SessionStore } from "@coffer/core/account/sign-in-stores";
import { device } from "@coffer/domain/account/definition";
import type { Id } from "@coffer/domain/id";
import { HOUR_MS } from "@coffer/domain/time/day";
import * as v from "valibot";
import { securityWrites, watchItem } from "../notification/notifications.ts";
import { shareFromItem, shareKey } from "../share/shares.ts";
import { type Item, ttl, userItemKey, userPartition } from "../table/item.ts";
import type { Table } from "../table/table.ts";
import { ABSENT, assign, change, PRESENT, put, stillIs, succeeds, when } from "../table/writes.ts";
import { userKey } from "./user-directory.ts";
import { userFromItem } from "./users.ts";

const PREFIX = "SESSION#";
/** Administrators see activity by day, so more frequent writes would add nothing. */
const SEEN_AGAIN_MS = 12 * HOUR_MS;
const sessionKey = (userId: Id, id: string) => userItemKey(userId, `${PREFIX}${id}`);

const storedVersion = v.object({ epoch: v.number() });
const stored = v.object({
  id: v.string(),
  userId: v.number(),
  ...storedVersion.entries,
  remember: v.boolean(),
  createdAt: v.number(),
  lastSeen: v.number(),
  passwordGivenAt: v.optional(v.number()),
  device: v.optional(device, UNKNOWN_DEVICE),
});
/** Items call the session version `epoch`. */
const fromItem = (item: Item): Session => {
  const { epoch, passwordGivenAt, ...session } = v.parse(stored, item);
  return { ...session, sessionVersion: epoch, passwordGivenAt: passwordGivenAt ?? session.createdAt };
};

export function createSessionStore(table: Table): SessionStore {
  async function noteActive(userId: Id, now: number): Promise<void> {
    const isLongAgo = when("attribute_exists(pk) AND lastActiveAt < :long", { long: now - SEEN_AGAIN_MS });
    const note = change(userKey(userId), "SET lastActiveAt = :now", { now }, isLongAgo);
    const visit = async () => {
      const item = await table.update(note);
      await table.put(watchItem(userFromItem(item), now), ABSENT);
    };
    await succeeds(visit());
  }

  const set = ({ userId, id }: Session, values: Item) =>
    succeeds(table.update(assign(sessionKey(userId, id), values, PRESENT)));

  const list = async (userId: Id) => (await table.list(userPartition(userId), PREFIX)).map(fromItem);

  return {
    list,

    async read(userId, sessionId, ownerId) {
      const keys = [sessionKey(userId, sessionId), userKey(userId)];
      if (ownerId !== undefined) keys.push(shareKey(ownerId, userId));
      const [session, user, share] = await table.getMany(keys);
      const person = user && userFromItem(user);
      const home = person?.homeBudget ?? userId;
      const isOwn = home === userId && person?.hasLedger;
      const atHome =
        person && ownerId === undefined && !isOwn
          ? await table.find(shareKey(home, userId), shareFromItem)
          : undefined;
      return {
        session: session && fromItem(session),
        user: person,
        sessionVersion: user ? v.parse(storedVersion, user).epoch : 0,
        // Only a share that was opened can be a home.
        share: share ? shareFromItem(share) : atHome?.opened ? atHome : null,
      };
    },

    async add(session, expiresAt, others) {
      const { userId, id, sessionVersion, ...rest } = session;
      const item = { ...sessionKey(userId, id), userId, id, ...rest, epoch: sessionVersion };
      await Promise.all([
        table.put({ ...item, expiresAt: ttl(expiresAt) }),
        noteActive(userId, session.createdAt),
      ]);
      // Read after the write: of several concurrent sign-ins, the last to read sees all sessions.
      const surplus = (await list(userId))
        .filter((other) => other.id !== id)
        .sort((a, b) => b.createdAt - a.createdAt || (a.id < b.id ? -1 : 1))
        .slice(others);
      await Promise.all(surplus.map((old) => table.delete(sessionKey(userId, old.id))));
    },

    // Also sets `expiresAt`, as sessions of an earlier release would expire too early.
    async touch(session, now, expiresAt) {
      const used = { lastSeen: now, expiresAt: ttl(expiresAt) };
      await Promise.all([set(session, used), noteActive(session.userId, now)]);
    },

    async notePassword(session, now) {
      await set(session, { passwordGivenAt: now });
    },

    remove: (userId, sessionId) => table.delete(sessionKey(userId, sessionId)),
  };
}

const knownKey = (userId: Id) => userItemKey(userId, "KNOWN_DEVICES");
const storedKnown = v.object({ hashes: v.array(v.string()), revision: v.number() });

export function createKnownDeviceStore(table: Table): KnownDeviceStore {
  return {
    read: async (userId) =>
      (await table.find(knownKey(userId), v.parser(storedKnown))) ?? { hashes: [], revision: 0 },

    save(userId, { revision }, hashes, writes) {
      const unchanged = revision === 0 ? ABSENT : stillIs("revision", revision);
      return table.tryTransact([
        put({ ...knownKey(userId), hashes, revision: revision + 1 }, unchanged),
        ...securityWrites(writes),
      ]);
    },
  };
}
