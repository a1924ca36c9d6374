import type { TipsStore } from "@coffer/core/stores";
import type { Id } from "@coffer/domain/id";
import { DAY_MS } from "@coffer/domain/time/day";
import type { Month } from "@coffer/domain/time/month";
import * as v from "valibot";
import { isExpired, ledgerKey, ttl, userItemKey } from "../table/item.ts";
import type { Table } from "../table/table.ts";
import { change, succeeds, when } from "../table/writes.ts";

const CACHED_MS = 40 * DAY_MS;

/** One per month: an answer for other facts replaces it. */
const tipsKey = (ownerId: Id, month: Month) => ledgerKey(ownerId, `TIPS#${month}`);
const callsKey = (userId: Id, now: number) =>
  userItemKey(userId, `MODEL_CALLS#${new Date(now).toISOString().slice(0, 10)}`);

const cachedAnswer = v.object({
  facts: v.string(),
  tips: v.object({
    summary: v.string(),
    tips: v.array(v.string()),
    forecasts: v.array(v.object({ category: v.string(), forecast: v.string() })),
  }),
});

export function createTipsStore(table: Table): TipsStore {
  return {
    async cached(ownerId, month, facts, now) {
      const item = await table.get(tipsKey(ownerId, month), false);
      if (!item || isExpired(item, now)) return undefined;
      const cached = v.parse(cachedAnswer, item);
      return cached.facts === facts ? cached.tips : undefined;
    },

    cache: (ownerId, month, facts, answer, now) =>
      table.put({ ...tipsKey(ownerId, month), facts, tips: answer, expiresAt: ttl(now + CACHED_MS) }),

    countCall(userId, limit, now) {
      const values = { one: 1, expiresAt: ttl(now + 2 * DAY_MS) };
      const isWithin = when("attribute_not_exists(calls) OR calls < :limit", { limit });
      const count = "SET expiresAt = :expiresAt ADD calls :one";
      return succeeds(table.update(change(callsKey(userId, now), count, values, isWithin)));
    },
  };
}
