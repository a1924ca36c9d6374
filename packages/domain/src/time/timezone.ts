import { DAY_MS, type Day, HOUR_MS, MINUTE_MS, parseDay, toDay } from "./day.ts";

/** The time zones that the specification lists. Every other named zone that Intl supports is accepted too. */
export const TIME_ZONES = [
  "America/New_York",
  "America/Chicago",
  "America/Denver",
  "America/Los_Angeles",
  "America/Anchorage",
  "Pacific/Honolulu",
  "Europe/London",
  "Europe/Paris",
  "Asia/Tokyo",
  "Australia/Sydney",
];
export type TimeZone = string;
export const DEFAULT_TIME_ZONE: TimeZone = "America/New_York";
export const DEFAULT_NOTIFICATION_TIME = "09:00";

/** A span of local minutes of one local day, "HH:MM", both ends included. */
export type DueWindow = { day: Day; from: string; to: string };

export function timeZoneNamed(text: string): TimeZone | undefined {
  try {
    const { timeZone } = new Intl.DateTimeFormat("en-US", { timeZone: text }).resolvedOptions();
    // An offset such as "+05:30" is refused: it has no daylight-saving rules.
    return /^[A-Z]/.test(timeZone) ? timeZone : undefined;
  } catch {
    return undefined;
  }
}

export const today = (instantMs: number, zone: TimeZone): Day => dayOfLocalClock(localClock(instantMs, zone));

/** "HH:MM". */
export const localTime = (instantMs: number, zone: TimeZone): string =>
  timeOfLocalClock(localClock(instantMs, zone));

/** "HH:MM" from 00:00 to 23:59. */
export const isTime = (text: string): boolean => /^([01]\d|2[0-3]):[0-5]\d$/.test(text);

/** The day of a date or an ISO instant in the zone; a time without an offset is local. Undefined if invalid. */
export function dayOfInstant(text: string, zone: TimeZone): Day | undefined {
  const [, date = "", time, offset] = INSTANT.exec(text) ?? [];
  const day = parseDay(date);
  if (!day || !time || !offset) return day;
  const written = Date.parse(`${date}T${time}Z`) - offsetMs(offset);
  return parseDay(new Date(localClock(written, zone)).toISOString().slice(0, 10));
}

/**
 * The local minutes first reached in the interval (from, to], one window per day. A minute skipped in spring counts as
 * reached at the jump; one repeated in autumn counts the first time only. Adjacent intervals therefore cover each local
 * minute exactly once, so that no daily summary is skipped or sent twice.
 */
export function dueWindows(fromMs: number, toMs: number, zone: TimeZone): DueWindow[] {
  if (!(fromMs < toMs)) return [];
  const windows: DueWindow[] = [];
  const last = latestLocalMinute(toMs, zone);
  for (let first = latestLocalMinute(fromMs, zone) + MINUTE_MS; first <= last; ) {
    const midnight = first - (first % DAY_MS) + DAY_MS;
    const end = Math.min(last, midnight - MINUTE_MS);
    windows.push({ day: dayOfLocalClock(first), from: timeOfLocalClock(first), to: timeOfLocalClock(end) });
    first = midnight;
  }
  return windows;
}

const LONGEST_STEP_BACK = 3 * HOUR_MS;
const INSTANT =
  /^(\d{4}-\d\d-\d\d)(?:T((?:[01]\d|2[0-3]):[0-5]\d(?::[0-5]\d(?:\.\d{1,9})?)?)(Z|[+-](?:[01]\d|2[0-3]):?[0-5]\d)?)?$/;

/** The latest local minute that the zone's clock has shown so far, which is later than now after it was set back. */
function latestLocalMinute(instantMs: number, zone: TimeZone): number {
  const offsetAt = (ms: number) => localClock(ms, zone) - floorToMinute(ms);
  const offset = offsetAt(instantMs);
  let before = instantMs - LONGEST_STEP_BACK;
  const shown = localClock(instantMs, zone);
  if (offsetAt(before) <= offset) return shown;
  // Binary search for the last minute before the clock was set back.
  for (let after = instantMs; after - before > MINUTE_MS; ) {
    const middle = floorToMinute((before + after) / 2);
    if (offsetAt(middle) > offset) before = middle;
    else after = middle;
  }
  return Math.max(shown, localClock(before, zone));
}

/** The zone's local minute as if it were UTC milliseconds, for arithmetic. Throws RangeError for an unknown zone. */
function localClock(instantMs: number, zone: string): number {
  const [month, day, year, hour, minute] = formatter(zone).format(instantMs).match(/\d+/g) ?? [];
  return Date.UTC(Number(year), Number(month) - 1, Number(day), Number(hour), Number(minute));
}

const floorToMinute = (ms: number): number => Math.floor(ms / MINUTE_MS) * MINUTE_MS;

function dayOfLocalClock(localMs: number): Day {
  const date = new Date(localMs);
  return toDay(date.getUTCFullYear(), date.getUTCMonth() + 1, date.getUTCDate());
}

const timeOfLocalClock = (localMs: number): string => new Date(localMs).toISOString().slice(11, 16);

function offsetMs(offset: string): number {
  if (offset === "Z") return 0;
  const minutes = Number(offset.slice(1, 3)) * 60 + Number(offset.slice(-2));
  return (offset.startsWith("-") ? -minutes : minutes) * MINUTE_MS;
}

const formatters = new Map<string, Intl.DateTimeFormat>();

/** Cached: creating a formatter costs a hundred times as much as using it. */
function formatter(timeZone: string): Intl.DateTimeFormat {
  const known = formatters.get(timeZone);
  if (known) return known;
  const made = new Intl.DateTimeFormat("en-US", {
    timeZone,
    hourCycle: "h23",
    year: "numeric",
    month: "numeric",
    day: "numeric",
    hour: "numeric",
    minute: "numeric",
  });
  formatters.set(timeZone, made);
  return made;
}
