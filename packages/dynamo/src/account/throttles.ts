import { hashOf } from "@coffer/core/account/links";
import type { ThrottleStore } from "@coffer/core/account/sign-in-stores";
import { DAY_MS } from "@coffer/domain/time/duration";
import * as v from "valibot";
import { ABSENT, stillIs, succeeds } from "../table/conditions.ts";
import type { Key } from "../table/item.ts";
import { type Table, ttl } from "../table/table.ts";

/** Failed sign-ins are forgotten after a day without one. */
const FORGOTTEN_AFTER_MS = DAY_MS;

const partition = (key: string) => `THROTTLE#${key}`;
const failuresKey = (key: string): Key => ({ pk: `FAILURES#${key}`, sk: "FAILURES" });

/** A hash, so that the table holds no list of where people were. */
const knownKey = (email: string, network: string): Key => ({
  pk: `KNOWN#${hashOf(`${email}#${network}`)}`,
  sk: "KNOWN",
});

const storedCount = v.object({ sk: v.string(), count: v.number(), last: v.optional(v.number()) });
const failing = v.object({ count: v.number(), last: v.number() });

export function createThrottleStore(table: Table): ThrottleStore {
  return {
    async counts(key, after, now) {
      const items = await table.query({
        KeyConditionExpression: "pk = :pk AND sk BETWEEN :after AND :now",
        ExpressionAttributeValues: {
          ":pk": partition(key),
          ":after": new Date(after + 1).toISOString(),
          ":now": new Date(now).toISOString(),
        },
        ConsistentRead: true,
      });
      return items.map((item) => {
        const { sk, count, last } = v.parse(storedCount, item);
        const from = Date.parse(sk);
        return { from, count, last: last ?? from };
      });
    },

    async add(key, { from, until, at, by }) {
      const item = await table.update({
        Key: { pk: partition(key), sk: new Date(from).toISOString() },
        UpdateExpression: "ADD #count :by SET expiresAt = :until, #last = :at",
        ExpressionAttributeNames: { "#count": "count", "#last": "last" },
        ExpressionAttributeValues: { ":by": by, ":until": ttl(until), ":at": at },
      });
      return v.parse(storedCount, item).count;
    },

    async failures(key) {
      const item = await table.get(failuresKey(key));
      return item ? v.parse(failing, item) : { count: 0, last: 0 };
    },

    addFailure(key, seen, now) {
      const forgotten = now - seen.last > FORGOTTEN_AFTER_MS;
      return succeeds(() =>
        table.put(
          {
            ...failuresKey(key),
            count: forgotten ? 1 : seen.count + 1,
            last: now,
            expiresAt: ttl(now + FORGOTTEN_AFTER_MS),
          },
          seen.count === 0 ? ABSENT : stillIs("count", seen.count),
        ),
      );
    },

    async forgive(key) {
      await table.delete(failuresKey(key));
    },

    isKnownNetwork: async (email, network) => (await table.get(knownKey(email, network))) !== undefined,

    rememberNetwork: (email, network, until) =>
      table.put({ ...knownKey(email, network), expiresAt: ttl(until) }),
  };
}
