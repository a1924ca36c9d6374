import { UNKNOWN_DEVICE } from "@coffer/core/access";
import { hashOf } from "@coffer/core/account/links";
import type { PasskeyStore, SecondFactorStore } from "@coffer/core/account/sign-in-stores";
import { device } from "@coffer/domain/account/definition";
import * as v from "valibot";
import { securityWrites } from "../notification/notifications.ts";
import { type Key, ttl } from "../table/item.ts";
import type { Table } from "../table/table.ts";
import { assign, PRESENT, put, remove, stillIs, succeeds, unlessFailed, when } from "../table/writes.ts";
import type { Credentials } from "./credentials.ts";
import { userKey } from "./user-directory.ts";
import { accountTouch } from "./users.ts";

export const PASSKEY_PREFIX = "PASSKEY#";
/** Hashed, as an authenticator's id may be longer than a key. */
const skOf = (id: string) => `${PASSKEY_PREFIX}${hashOf(id)}`;
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

export function createPasskeyStore(table: Table, credentials: Credentials): PasskeyStore {
  return {
    list: (userId) => credentials.list(userId, PASSKEY_PREFIX, fromItem),

    get: (userId, id) => credentials.find(userId, skOf(id), fromItem),

    add: (account, passkey, writes) =>
      unlessFailed(
        table
          .transact([
            ...credentials.creation(account.user.id, skOf(passkey.id), passkey),
            accountTouch(account),
            ...securityWrites(writes),
          ])
          .then(() => "added"),
        ({ failed }) => (failed.includes(0) || failed.includes(1) ? "exists" : "changed"),
      ),

    async noteUse(userId, { id, counter, lastUsedAt }) {
      const used = { counter, lastUsedAt };
      await credentials.change(userId, skOf(id), (key) => succeeds(table.update(assign(key, used, PRESENT))));
    },

    remove: (userId, id, writes) =>
      credentials.change(userId, skOf(id), (key) =>
        table.tryTransact([remove(key, PRESENT), ...securityWrites(writes)]),
      ),

    keep: (userId, { id }, sessionVersion, writes) =>
      credentials.change(userId, skOf(id), (key) =>
        table.tryTransact([
          { Update: assign(key, { sessionVersion }, PRESENT) },
          { ConditionCheck: { Key: userKey(userId), ...stillIs("epoch", sessionVersion) } },
          ...securityWrites(writes),
        ]),
      ),

    addChallenge: (challenge, purpose, until) =>
      table.put({ ...challengeKey(challenge), purpose, endsAt: until, expiresAt: ttl(until) }),

    takeChallenge: (challenge, purpose, now) =>
      table.tryTransact([
        remove(challengeKey(challenge), when("purpose = :purpose AND endsAt > :now", { purpose, now })),
      ]),
  };
}

export const SECOND_FACTOR = "SECOND_FACTOR";

const storedFactor = v.object({
  secret: v.string(),
  confirmed: v.boolean(),
  lastStep: v.number(),
  recovery: v.array(v.string()),
  goesAt: v.nullable(v.number()),
  revision: v.number(),
});

export function createSecondFactorStore(table: Table, credentials: Credentials): SecondFactorStore {
  return {
    get: (userId) => credentials.find(userId, SECOND_FACTOR, v.parser(storedFactor)),

    async save(userId, before, after, writes) {
      const told = securityWrites(writes);
      if (!before)
        return !after || table.tryTransact([...credentials.creation(userId, SECOND_FACTOR, after), ...told]);
      const unchanged = stillIs("revision", before.revision);
      return credentials.change(userId, SECOND_FACTOR, (key) =>
        table.tryTransact([after ? put({ ...key, ...after }, unchanged) : remove(key, unchanged), ...told]),
      );
    },
  };
}
