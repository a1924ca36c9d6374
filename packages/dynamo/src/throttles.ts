import type { ThrottleStore } from "@coffer/core/throttles";
import { DAY_MS } from "@coffer/domain/duration";
import * as v from "valibot";
import { ABSENT, succeeds } from "./conditions.ts";
import type { Key } from "./item.ts";
import { type Table, ttl } from "./table.ts";

/** Failed sign-ins are forgotten after a day without one. */
const FAILURES_KEPT_MS = DAY_MS;

const partition = (key: string) => `THROTTLE#${key}`;
const failuresKey = (key: string): Key => ({ pk: `FAILURES#${key}`, sk: "FAILURES" });

const storedCount = v.object({ sk: v.string(), count: v.number() });
const failing = v.object({ count: v.number(), last: v.number() });

export function createThrottleStore(table: Table): ThrottleStore {
  return {
    async counts(key, after) {
      const items = await table.query({
        KeyConditionExpression: "pk = :pk AND sk > :after",
        ExpressionAttributeValues: { ":pk": partition(key), ":after": new Date(after).toISOString() },
        ConsistentRead: true,
      });
      return items.map((item) => {
        const { sk, count } = v.parse(storedCount, item);
        return { from: Date.parse(sk), count };
      });
    },

    async add(key, from, by, until) {
      const item = await table.update({
        Key: { pk: partition(key), sk: new Date(from).toISOString() },
        UpdateExpression: "ADD #count :by SET expiresAt = :until",
        ExpressionAttributeNames: { "#count": "count" },
        ExpressionAttributeValues: { ":by": by, ":until": ttl(until) },
      });
      return v.parse(storedCount, item).count;
    },

    async failures(key) {
      const item = await table.get(failuresKey(key));
      return item ? v.parse(failing, item) : { count: 0, last: 0 };
    },

    addFailure(key, seen, now) {
      const forgotten = now - seen.last > FAILURES_KEPT_MS;
      return succeeds(() =>
        table.put(
          {
            ...failuresKey(key),
            count: forgotten ? 1 : seen.count + 1,
            last: now,
            expiresAt: ttl(now + FAILURES_KEPT_MS),
          },
          seen.count === 0
            ? ABSENT
            : {
                ConditionExpression: "#count = :seen",
                ExpressionAttributeNames: { "#count": "count" },
                ExpressionAttributeValues: { ":seen": seen.count },
              },
        ),
      );
    },

    async forgive(key) {
      await table.delete(failuresKey(key));
    },
  };
}
