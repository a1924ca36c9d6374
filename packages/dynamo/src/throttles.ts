import type { ThrottleStore } from "@coffer/core/throttles";
import { DAY_MS } from "@coffer/domain/duration";
import * as v from "valibot";
import { ABSENT, succeeds } from "./conditions.ts";
import type { Key } from "./item.ts";
import { type Table, ttl } from "./table.ts";

/** Failed sign-ins are forgotten after a day without one. */
const FAILURES_KEPT_MS = DAY_MS;

const windowKey = (key: string, from: number): Key => ({
  pk: `THROTTLE#${key}`,
  sk: new Date(from).toISOString(),
});
const failuresKey = (key: string): Key => ({ pk: `FAILURES#${key}`, sk: "FAILURES" });

const storedCount = v.object({ count: v.number() });
const failing = v.object({ count: v.number(), last: v.number() });

export function createThrottleStore(table: Table): ThrottleStore {
  return {
    async count(key, from, until) {
      const item = await table.update({
        Key: windowKey(key, from),
        UpdateExpression: "ADD #count :one SET expiresAt = :until",
        ExpressionAttributeNames: { "#count": "count" },
        ExpressionAttributeValues: { ":one": 1, ":until": ttl(until) },
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
