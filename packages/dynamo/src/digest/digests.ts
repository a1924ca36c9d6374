import type { DigestStore, DueUser } from "@coffer/core/digest/digest-store";
import type { Id } from "@coffer/domain/id";
import { DAY_MS } from "@coffer/domain/time/duration";
import { TIME_ZONES, type TimeZone } from "@coffer/domain/time/timezone";
import * as v from "valibot";
import { ABSENT, PRESENT, succeeds } from "../table/conditions.ts";
import { type Item, idText, type Key, type WriteInput } from "../table/item.ts";
import { type Table, ttl } from "../table/table.ts";

/** A tick looks back to the day before its own. */
const LIFETIME_MS = 3 * DAY_MS;

/** A user's place in the schedule while their address is verified and the daily summary is on. */
export const digestSchedule = (zone: TimeZone, time: string, userId: Id) => ({
  schedulePk: `DIGEST#${zone}`,
  scheduleSk: `${time}#${idText(userId)}`,
});

/** An item for each zone beyond the specified ones that anybody was ever in, by which the jobs find its people. */
const ZONES = "ZONES";
const storedZone = v.object({ zone: v.string() });

/** The write of somebody who comes from another zone, or from none. */
export const zonePut = (zone: TimeZone, before?: TimeZone): WriteInput[] =>
  zone === before || TIME_ZONES.includes(zone)
    ? []
    : [{ Put: { Item: { pk: ZONES, sk: `ZONE#${zone}`, zone } } }];

/** The positions of a tick that is not finished. */
const CURSORS: Key = { pk: "TICK#digests", sk: "CURSORS" };
const storedCursors = v.object({ positions: v.record(v.string(), v.string()) });
/** Users to a page, which then takes a second or two to queue. */
const PAGE = 500;

const between = (zone: TimeZone, from: string, to: string) => ({
  IndexName: "schedule",
  KeyConditionExpression: "schedulePk = :pk AND scheduleSk BETWEEN :from AND :to",
  ExpressionAttributeValues: { ":pk": `DIGEST#${zone}`, ":from": from, ":to": to },
});

const tickKey = (at: number): Key => ({ pk: "TICK#digests", sk: new Date(at).toISOString().slice(0, 10) });

const storedDue = v.object({ id: v.number(), email: v.string(), scheduleSk: v.string() });
const storedTick = v.object({ through: v.number() });

export function createDigestStore(table: Table, pageSize = PAGE): DigestStore {
  return {
    async zones() {
      const items = await table.list(ZONES, "ZONE#");
      return [...TIME_ZONES, ...items.map((item) => v.parse(storedZone, item).zone)];
    },

    async *due(zone, { day, from, to }, after) {
      let next: Item | undefined;
      // "~" sorts after the "#" that precedes the user's id, and "!" before any id that follows the last one's.
      const first = after === undefined ? from : `${after}!`;
      do {
        const found = await table.page({
          ...between(zone, first, `${to}~`),
          Limit: pageSize,
          ExclusiveStartKey: next,
        });
        next = found.next;
        const items = found.items.map((item) => v.parse(storedDue, item));
        const [start, end] = [items[0], items.at(-1)];
        if (!start || !end) continue;
        const page = { zone, day, from: start.scheduleSk, to: end.scheduleSk };
        yield {
          page,
          users: items.map(({ id, email }): DueUser => ({ id, email })),
          isLast: next === undefined,
        };
      } while (next);
    },

    async usersOf({ zone, from, to }) {
      const items = await table.query(between(zone, from, to));
      return items.map((item): DueUser => v.parse(v.object({ id: v.number(), email: v.string() }), item));
    },

    async progress(at) {
      const [cursors, ...ticks] = await table.getMany([CURSORS, tickKey(at), tickKey(at - DAY_MS)]);
      const instants = ticks.flatMap((item) => (item ? [v.parse(storedTick, item).through] : []));
      return {
        last: instants.length === 0 ? null : Math.max(...instants),
        cursors: cursors ? v.parse(storedCursors, cursors).positions : {},
      };
    },

    async saveCursor(name, position) {
      const names = { "#name": name };
      const values = { ":position": position };
      const set = {
        Key: CURSORS,
        UpdateExpression: "SET positions.#name = :position",
        ExpressionAttributeNames: names,
        ExpressionAttributeValues: values,
        ...PRESENT,
      };
      if (await succeeds(() => table.update(set))) return;
      // Another zone may be the first at the same moment.
      await succeeds(() => table.put({ ...CURSORS, positions: {} }, ABSENT));
      await succeeds(() => table.update(set));
    },

    async clearCursors() {
      await table.delete(CURSORS);
    },

    async completeTick(at, now) {
      const expiresAt = ttl(Math.max(at, now) + LIFETIME_MS);
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
