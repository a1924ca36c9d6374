import type { DigestStore, DueUser } from "@coffer/core/digests";
import { DAY_MS } from "@coffer/domain/duration";
import type { Id } from "@coffer/domain/id";
import type { TimeZone } from "@coffer/domain/timezone";
import * as v from "valibot";
import { succeeds } from "./conditions.ts";
import type { Key } from "./item.ts";
import { idText } from "./keys.ts";
import { type Table, ttl } from "./table.ts";

/** A tick looks back to the day before its own. */
const KEPT_MS = 3 * DAY_MS;

/** Where a user stands in the schedule while their address is verified and the daily summary is on. */
export const digestSchedule = (zone: TimeZone, time: string, userId: Id) => ({
  schedulePk: `DIGEST#${zone}`,
  scheduleSk: `${time}#${idText(userId)}`,
});

const tickKey = (at: number): Key => ({ pk: "TICK#digests", sk: new Date(at).toISOString().slice(0, 10) });

const storedDue = v.object({ id: v.number(), email: v.string() });
const storedTick = v.object({ through: v.number() });

export function createDigestStore(table: Table): DigestStore {
  return {
    async *due(zone, { from, to }) {
      const pages = table.pages({
        IndexName: "schedule",
        KeyConditionExpression: "schedulePk = :pk AND scheduleSk BETWEEN :from AND :to",
        // "~" sorts after the "#" that precedes the user's id.
        ExpressionAttributeValues: { ":pk": `DIGEST#${zone}`, ":from": from, ":to": `${to}~` },
      });
      for await (const page of pages) yield page.map((item): DueUser => v.parse(storedDue, item));
    },

    async lastTick(at) {
      const ticks = await table.getMany([tickKey(at), tickKey(at - DAY_MS)]);
      const instants = ticks
        .filter((item) => item !== undefined)
        .map((item) => v.parse(storedTick, item).through);
      return instants.length === 0 ? null : Math.max(...instants);
    },

    async completeTick(at, now) {
      const expiresAt = ttl(Math.max(at, now) + KEPT_MS);
      // A later tick may have been completed meanwhile.
      await succeeds(() =>
        table.put(
          { ...tickKey(at), through: at, expiresAt },
          {
            ConditionExpression: "attribute_not_exists(pk) OR #through < :at",
            ExpressionAttributeNames: { "#through": "through" },
            ExpressionAttributeValues: { ":at": at },
          },
        ),
      );
    },
  };
}
