import { hashOf } from "@coffer/core/account/links";
import type { ThrottleStore } from "@coffer/core/account/sign-in-stores";
import { DAY_MS } from "@coffer/domain/time/day";
import * as v from "valibot";
import { keyedBetween, ttl } from "../table/item.ts";
import type { Table } from "../table/table.ts";
import { ABSENT, change, stillIs, succeeds } from "../table/writes.ts";

const FORGOTTEN_AFTER_MS = DAY_MS;

const sliceKey = (key: string, instant: number) => ({
  pk: `THROTTLE#${key}`,
  sk: new Date(instant).toISOString(),
});
const failuresKey = (key: string) => ({ pk: `FAILURES#${key}`, sk: "FAILURES" });

/** Hashed, so that the table holds no readable list of a user's networks. */
const knownKey = (email: string, network: string) => ({
  pk: `KNOWN#${hashOf(`${email}#${network}`)}`,
  sk: "KNOWN",
});

const storedCount = v.object({ sk: v.string(), count: v.number(), last: v.optional(v.number()) });
const storedFailures = v.object({ count: v.number(), last: v.number() });

export function createThrottleStore(table: Table): ThrottleStore {
  return {
    async counts(key, after, now) {
      const { pk, sk: first } = sliceKey(key, after + 1);
      const items = await table.query(keyedBetween(pk, first, sliceKey(key, now).sk));
      return items.map((item) => {
        const { sk, count, last } = v.parse(storedCount, item);
        const from = Date.parse(sk);
        return { from, count, last: last ?? from };
      });
    },

    async add(key, { from, until, at, by }) {
      const values = { by, until: ttl(until), at };
      const count = "ADD #count :by SET expiresAt = :until, #last = :at";
      return v.parse(storedCount, await table.update(change(sliceKey(key, from), count, values))).count;
    },

    failures: async (key) =>
      (await table.find(failuresKey(key), v.parser(storedFailures))) ?? { count: 0, last: 0 },

    addFailure(key, seen, now) {
      const count = now - seen.last > FORGOTTEN_AFTER_MS ? 1 : seen.count + 1;
      const item = { ...failuresKey(key), count, last: now, expiresAt: ttl(now + FORGOTTEN_AFTER_MS) };
      return succeeds(table.put(item, seen.count === 0 ? ABSENT : stillIs("count", seen.count)));
    },

    forgive: (key) => table.delete(failuresKey(key)),

    isKnownNetwork: async (email, network) => (await table.get(knownKey(email, network))) !== undefined,

    rememberNetwork: (email, network, until) =>
      table.put({ ...knownKey(email, network), expiresAt: ttl(until) }),
  };
}
