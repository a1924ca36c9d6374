import { type Session, UNKNOWN_DEVICE } from "@coffer/core/access";
import type { SessionStore } from "@coffer/core/account/sign-in-stores";
import { device } from "@coffer/domain/account/device";
import type { Id } from "@coffer/domain/id";
import type { Share } from "@coffer/domain/share/sharing";
import { HOUR_MS } from "@coffer/domain/time/duration";
import * as v from "valibot";
import { watchPut } from "../notification/watch-item.ts";
import { shareFromItem, shareKey } from "../share/shares.ts";
import { assign, PRESENT, succeeds } from "../table/conditions.ts";
import { type Item, userItemKey, userPartition } from "../table/item.ts";
import { type Table, ttl } from "../table/table.ts";
import { userKey } from "./user-directory.ts";
import { userFromItem } from "./users.ts";

const PREFIX = "SESSION#";
/** The administrators' "active" counts by days; a write at every request would buy nothing. */
const SEEN_AGAIN_MS = 12 * HOUR_MS;
const sessionKey = (userId: Id, id: string) => userItemKey(userId, `${PREFIX}${id}`);

const stored = v.object({
  id: v.string(),
  userId: v.number(),
  epoch: v.number(),
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
const toItem = ({ sessionVersion, ...session }: Session): Item => ({
  ...sessionKey(session.userId, session.id),
  ...session,
  epoch: sessionVersion,
});

export function createSessionStore(table: Table): SessionStore {
  /** Does nothing when that was noted not long ago, or the user is gone. */
  async function noteActive(userId: Id, now: number): Promise<void> {
    await succeeds(async () => {
      const item = await table.update({
        Key: userKey(userId),
        UpdateExpression: "SET lastActiveAt = :now",
        ConditionExpression: "attribute_exists(pk) AND lastActiveAt < :long",
        ExpressionAttributeValues: { ":now": now, ":long": now - SEEN_AGAIN_MS },
      });
      const { Item, ...condition } = watchPut(userFromItem(item), now);
      await table.put(Item, condition);
    });
  }

  const list = async (userId: Id) => (await table.list(userPartition(userId), PREFIX)).map(fromItem);

  return {
    list,

    async read(userId, sessionId, ownerId) {
      const shareKeys = ownerId !== undefined ? [shareKey(ownerId, userId)] : [];
      const [session, user, share] = await table.getMany([
        sessionKey(userId, sessionId),
        userKey(userId),
        ...shareKeys,
      ]);
      const person = user && userFromItem(user);
      const home = ownerId === undefined ? person?.homeBudget : null;
      const atHome = home && home !== userId ? await table.get(shareKey(home, userId)) : undefined;
      return {
        session: session && fromItem(session),
        user: person,
        sessionVersion: user ? v.parse(v.object({ epoch: v.number() }), user).epoch : 0,
        share: share ? shareFromItem(share) : atHome ? openedIn(atHome) : null,
      };
    },

    async add(session, expiresAt, others) {
      const { userId, id } = session;
      await Promise.all([
        table.put({ ...toItem(session), expiresAt: ttl(expiresAt) }),
        noteActive(userId, session.createdAt),
      ]);
      // Read after the write: of those that begin at once, the last to read sees them all.
      const surplus = (await list(userId))
        .filter((other) => other.id !== id)
        .sort((a, b) => b.createdAt - a.createdAt || (a.id < b.id ? -1 : 1))
        .slice(others);
      await Promise.all(surplus.map((old) => table.delete(sessionKey(userId, old.id))));
    },

    async touch({ userId, id }, now) {
      // One that was signed out meanwhile stays so.
      await Promise.all([
        succeeds(() => table.update({ Key: sessionKey(userId, id), ...assign({ lastSeen: now }, PRESENT) })),
        noteActive(userId, now),
      ]);
    },

    async notePassword({ userId, id }, now) {
      await succeeds(() =>
        table.update({ Key: sessionKey(userId, id), ...assign({ passwordGivenAt: now }, PRESENT) }),
      );
    },

    async remove(userId, sessionId) {
      await table.delete(sessionKey(userId, sessionId));
    },
  };
}

/** A home is one that was opened. */
function openedIn(item: Item): Share | null {
  const share = shareFromItem(item);
  return share.opened ? share : null;
}
