import { hashOf } from "@coffer/core/account/links";
import type { Passkey } from "@coffer/core/account/passkey-verifier";
import type { PasskeyStore } from "@coffer/core/account/sign-in-stores";
import type { Id } from "@coffer/domain/id";
import * as v from "valibot";
import { ABSENT, assign, PRESENT, stillIs, succeeds } from "../table/conditions.ts";
import { type Item, type Key, userItemKey, userPartition } from "../table/item.ts";
import { type Table, ttl } from "../table/table.ts";
import { securityWrites } from "./second-factors.ts";
import { userKey } from "./user-directory.ts";

const PREFIX = "PASSKEY#";
/** By a hash: an authenticator's id may be longer than a key. */
const passkeyKey = (userId: Id, id: string) => userItemKey(userId, `${PREFIX}${hashOf(id)}`);
const challengeKey = (challenge: string): Key => ({ pk: `CHALLENGE#${hashOf(challenge)}`, sk: "CHALLENGE" });

const stored = v.object({
  id: v.string(),
  name: v.string(),
  publicKey: v.string(),
  counter: v.number(),
  createdAt: v.number(),
  lastUsedAt: v.nullable(v.number()),
});
const fromItem = (item: Item): Passkey => v.parse(stored, item);

export function createPasskeyStore(table: Table): PasskeyStore {
  return {
    list: async (userId) => (await table.list(userPartition(userId), PREFIX)).map(fromItem),

    async get(userId, id) {
      const item = await table.get(passkeyKey(userId, id));
      return item && fromItem(item);
    },

    add: (userId, sessionVersion, passkey, writes) =>
      table.tryTransact([
        { Put: { Item: { ...passkeyKey(userId, passkey.id), ...passkey }, ...ABSENT } },
        { ConditionCheck: { Key: userKey(userId), ...stillIs("epoch", sessionVersion) } },
        ...securityWrites(writes),
      ]),

    async noteUse(userId, { id, counter, lastUsedAt }) {
      const Key = passkeyKey(userId, id);
      await succeeds(() => table.update({ Key, ...assign({ counter, lastUsedAt }, PRESENT) }));
    },

    remove: (userId, id, writes) =>
      table.tryTransact([
        { Delete: { Key: passkeyKey(userId, id), ...PRESENT } },
        ...(writes ? securityWrites(writes) : []),
      ]),

    addChallenge: (challenge, purpose, until) =>
      table.put({ ...challengeKey(challenge), purpose, endsAt: until, expiresAt: ttl(until) }),

    takeChallenge: (challenge, purpose, now) =>
      table.tryTransact([
        {
          Delete: {
            Key: challengeKey(challenge),
            ConditionExpression: "purpose = :purpose AND endsAt > :now",
            ExpressionAttributeValues: { ":purpose": purpose, ":now": now },
          },
        },
      ]),
  };
}
