import { UNKNOWN_DEVICE } from "@coffer/core/access";
import { hashOf } from "@coffer/core/account/links";
import type { PasskeyStore } from "@coffer/core/account/sign-in-stores";
import { device } from "@coffer/domain/account/definition";
import type { Id } from "@coffer/domain/id";
import * as v from "valibot";
import { securityWrites } from "../notification/notifications.ts";
import { type Key, ttl, userItemKey, userPartition } from "../table/item.ts";
import type { Table } from "../table/table.ts";
import {
  ABSENT,
  assign,
  PRESENT,
  put,
  remove,
  stillIs,
  succeeds,
  unlessFailed,
  when,
} from "../table/writes.ts";
import { userKey } from "./user-directory.ts";
import { accountTouch } from "./users.ts";

export const PASSKEY_PREFIX = "PASSKEY#";
/** Hashed, as an authenticator's id may be longer than a key. */
const passkeyKey = (userId: Id, id: string) => userItemKey(userId, `${PASSKEY_PREFIX}${hashOf(id)}`);
const challengeKey = (challenge: string): Key => ({ pk: `CHALLENGE#${hashOf(challenge)}`, sk: "CHALLENGE" });

const fromItem = v.parser(
  v.object({
    id: v.string(),
    name: v.string(),
    publicKey: v.string(),
    counter: v.number(),
    createdAt: v.number(),
    lastUsedAt: v.nullable(v.number()),
    // Absent in items of an earlier release.
    device: v.optional(device, UNKNOWN_DEVICE),
    sessionVersion: v.optional(v.number(), 0),
  }),
);

export function createPasskeyStore(table: Table): PasskeyStore {
  return {
    list: async (userId) => (await table.list(userPartition(userId), PASSKEY_PREFIX)).map(fromItem),

    get: (userId, id) => table.find(passkeyKey(userId, id), fromItem),

    add: (account, passkey, writes) =>
      unlessFailed(
        table
          .transact([
            put({ ...passkeyKey(account.user.id, passkey.id), ...passkey }, ABSENT),
            accountTouch(account),
            ...securityWrites(writes),
          ])
          .then(() => "added"),
        ({ failed }) => (failed.includes(0) ? "exists" : "changed"),
      ),

    async noteUse(userId, { id, counter, lastUsedAt }) {
      await succeeds(table.update(assign(passkeyKey(userId, id), { counter, lastUsedAt }, PRESENT)));
    },

    remove: (userId, id, writes) =>
      table.tryTransact([remove(passkeyKey(userId, id), PRESENT), ...securityWrites(writes)]),

    keep: (userId, { id }, sessionVersion, writes) =>
      table.tryTransact([
        { Update: assign(passkeyKey(userId, id), { sessionVersion }, PRESENT) },
        { ConditionCheck: { Key: userKey(userId), ...stillIs("epoch", sessionVersion) } },
        ...securityWrites(writes),
      ]),

    addChallenge: (challenge, purpose, until) =>
      table.put({ ...challengeKey(challenge), purpose, endsAt: until, expiresAt: ttl(until) }),

    takeChallenge: (challenge, purpose, now) =>
      table.tryTransact([
        remove(challengeKey(challenge), when("purpose = :purpose AND endsAt > :now", { purpose, now })),
      ]),
  };
}
