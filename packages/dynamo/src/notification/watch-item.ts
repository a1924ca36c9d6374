import type { User } from "@coffer/domain/account/user";
import type { Id } from "@coffer/domain/id";
import type { Day } from "@coffer/domain/time/day";
import { type TimeZone, today } from "@coffer/domain/time/timezone";
import { idText, userItemKey } from "../table/item.ts";

export const watchKey = (userId: Id) => userItemKey(userId, "WATCH");

/** By zone, so that a run reads only those whose morning it is. */
export const watchPartition = (zone: TimeZone): string => `WATCH#${zone}`;

export const watchSchedule = (userId: Id, zone: TimeZone, day: Day) => ({
  schedulePk: watchPartition(zone),
  scheduleSk: `${day}#${idText(userId)}`,
});

/** Has the daily job look after somebody from today on; `now` in milliseconds. */
export const watchItem = ({ id, timeZone }: Pick<User, "id" | "timeZone">, now: number) => ({
  ...watchKey(id),
  userId: id,
  ...watchSchedule(id, timeZone, today(now, timeZone)),
});
