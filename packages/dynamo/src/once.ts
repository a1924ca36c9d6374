import type { IdempotencyKey, OnceStore } from "@coffer/core/idempotency";
import type { Id } from "@coffer/domain/id";
import * as v from "valibot";
import { REPEAT_WINDOW_MS } from "./table/idempotency.ts";
import { ttl, userItemKey } from "./table/item.ts";
import type { Table } from "./table/table.ts";
import { ABSENT, stillIs, succeeds } from "./table/writes.ts";

const onceKey = (userId: Id, { key }: IdempotencyKey) => userItemKey(userId, `DELETED#${key}`);
const stored = v.object({ request: v.string(), isDone: v.boolean(), until: v.number() });

export function createOnceStore(table: Table): OnceStore {
  const itemOf = (userId: Id, key: IdempotencyKey, now: number, isDone: boolean) => {
    const until = now + REPEAT_WINDOW_MS;
    return { ...onceKey(userId, key), request: key.request, isDone, until, expiresAt: ttl(until) };
  };
  return {
    async begin(userId, key, now) {
      const before = await table.find(onceKey(userId, key), v.parser(stored));
      if (before && before.until > now) {
        if (before.request !== key.request) return "keyReused";
        return before.isDone ? "done" : "begun";
      }
      const unchanged = before ? stillIs("until", before.until) : ABSENT;
      // A concurrent request with the same key may have begun.
      const isFirst = await succeeds(table.put(itemOf(userId, key, now, false), unchanged));
      return isFirst ? "new" : "begun";
    },
    finish: (userId, key, now) => table.put(itemOf(userId, key, now, true)),
    forget: (userId, key) => table.delete(onceKey(userId, key)),
  };
}
