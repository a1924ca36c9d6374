import type { DigestStore, DueUser } from "@coffer/core/stores";
import type { User } from "@coffer/domain/account/user";
import { type DigestRhythm, isSentOn } from "@coffer/domain/digest/letter";
import type { Id } from "@coffer/domain/id";
import { DAY_MS, type Day } from "@coffer/domain/time/day";
import { TIME_ZONES, type TimeZone } from "@coffer/domain/time/timezone";
import * as v from "valibot";
import { createIndex } from "../table/indexes.ts";
import { idText, type Key, ttl, type WriteInput } from "../table/item.ts";
import type { Table } from "../table/table.ts";
import { ABSENT, change, PRESENT, put, succeeds, when } from "../table/writes.ts";

/** A tick looks back to the day before. */
const LIFETIME_MS = 3 * DAY_MS;
/** Users per page, which takes a second or two to queue. */
const PAGE = 500;

type Scheduled = Pick<User, "id" | "timeZone" | "notificationTime" | "frequency" | "weekday">;

/** "09:00#id", with "#W1" for weekly summaries on Mondays and "#M" for monthly ones, as the index projects no rhythm. */
export const digestSchedule = ({ id, timeZone, notificationTime, frequency, weekday }: Scheduled) => ({
  schedulePk: `DIGEST#${timeZone}`,
  scheduleSk: `${notificationTime}#${idText(id)}${{ daily: "", weekly: `#W${weekday}`, monthly: "#M" }[frequency]}`,
});

function rhythmOf(scheduleSk: string): DigestRhythm {
  const [, , often = ""] = scheduleSk.split("#");
  if (often === "M") return { frequency: "monthly", weekday: 0 };
  return often === ""
    ? { frequency: "daily", weekday: 0 }
    : { frequency: "weekly", weekday: Number(often.slice(1)) };
}
const scheduled = createIndex("schedule", { id: v.number(), email: v.string(), scheduleSk: v.string() });
const between = (zone: TimeZone, from: string, to: string) => scheduled.between(`DIGEST#${zone}`, from, to);

/** Has an item for each time zone that a user ever had, in addition to the usual ones, so that jobs find its users. */
const ZONES = "ZONES";
const storedZone = v.object({ zone: v.string() });

/** Adds a user's zone to the list if it is new to the user. */
export const zonePut = (zone: TimeZone, before?: TimeZone): WriteInput[] =>
  zone === before || TIME_ZONES.includes(zone) ? [] : [put({ pk: ZONES, sk: `ZONE#${zone}`, zone })];

export const TICKS = "TICK#digests";
const CURSORS: Key = { pk: TICKS, sk: "CURSORS" };
const storedCursors = v.object({ positions: v.record(v.string(), v.string()) });

const tickKey = (at: number): Key => ({ pk: TICKS, sk: new Date(at).toISOString().slice(0, 10) });
const storedTick = v.object({ through: v.number() });

/** The users to whom a summary is sent on the day. */
function dueOn(day: Day, users: readonly { id: Id; email: string; scheduleSk: string }[]): DueUser[] {
  return users.flatMap(({ id, email, scheduleSk }) => {
    const rhythm = rhythmOf(scheduleSk);
    return isSentOn(rhythm, day) ? [{ id, email, frequency: rhythm.frequency }] : [];
  });
}

export function createDigestStore(table: Table, pageSize = PAGE): DigestStore {
  return {
    async zones() {
      const items = await table.list(ZONES, "ZONE#");
      return [...TIME_ZONES, ...items.map((item) => v.parse(storedZone, item).zone)];
    },

    async *due(zone, { day, from, to }, after) {
      // "!" sorts after the last key and before the next.
      const range = between(zone, after === undefined ? from : `${after}!`, `${to}~`);
      for await (const { items, next } of table.pages({ ...range, Limit: pageSize })) {
        const [start, end] = [items[0]?.scheduleSk, items.at(-1)?.scheduleSk];
        if (!start || !end) continue;
        yield {
          page: { zone, day, from: start, to: end },
          users: dueOn(day, items),
          isLast: next === undefined,
        };
      }
    },

    async usersOf({ zone, day, from, to }) {
      return dueOn(day, await table.query(between(zone, from, to)));
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
      const set = {
        ...change(CURSORS, "SET positions.#name = :position", { position }, PRESENT),
        ExpressionAttributeNames: { "#name": name },
      };
      if (await succeeds(table.update(set))) return;
      // Another zone may create the item concurrently.
      await succeeds(table.put({ ...CURSORS, positions: {} }, ABSENT));
      await succeeds(table.update(set));
    },

    clearCursors: () => table.delete(CURSORS),

    async completeTick(at, now) {
      const expiresAt = ttl(Math.max(at, now) + LIFETIME_MS);
      // A later tick may have been completed already.
      const isLast = when("attribute_not_exists(pk) OR #through < :at", { at });
      await succeeds(table.put({ ...tickKey(at), through: at, expiresAt }, isLast));
    },
  };
}
