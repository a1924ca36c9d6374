import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  dayOfInstant,
  dueWindows,
  isTime,
  localTime,
  TIME_ZONES,
  type TimeZone,
  timeZoneNamed,
  today,
} from "./timezone.ts";

const NY = "America/New_York";
const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const at = (iso: string) => Date.parse(iso);

describe("local days and times", () => {
  test.each([
    ["2026-11-21T04:59:59.999Z", NY, "2026-11-20", "23:59"],
    ["2026-11-21T05:00:00Z", NY, "2026-11-21", "00:00"],
    ["2026-07-01T03:59:00Z", NY, "2026-06-30", "23:59"],
    ["2026-03-08T07:00:00Z", NY, "2026-03-08", "03:00"],
    ["2026-12-31T10:00:00Z", "Pacific/Honolulu", "2026-12-31", "00:00"],
    ["2026-12-31T15:00:00Z", "Asia/Tokyo", "2027-01-01", "00:00"],
    ["2026-10-25T00:59:00Z", "Europe/London", "2026-10-25", "01:59"],
    ["2026-10-03T16:00:00Z", "Australia/Sydney", "2026-10-04", "03:00"],
    ["2026-06-01T08:30:00Z", "America/Anchorage", "2026-06-01", "00:30"],
  ] as const)("reads %s in %s as %s %s", (iso, zone, date, time) => {
    expect(today(at(iso), zone)).toBe(date);
    expect(localTime(at(iso), zone)).toBe(time);
  });

  test("accepts named time zones only", () => {
    expect(TIME_ZONES.map(timeZoneNamed)).toEqual(TIME_ZONES);
    expect(TIME_ZONES).toHaveLength(10);
    for (const zone of Intl.supportedValuesOf("timeZone")) expect(timeZoneNamed(zone)).toBe(zone);
    expect(timeZoneNamed("europe/BERLIN")).toBe("Europe/Berlin");
    expect(timeZoneNamed("UTC")).toBe("UTC");
    expect(timeZoneNamed("Asia/Kolkata")).toBe(timeZoneNamed("Asia/Calcutta"));
    for (const text of ["Mars/Olympus", "", "+05:30", "local"]) expect(timeZoneNamed(text)).toBeUndefined();
  });

  test.each(["00:00", "09:00", "23:59"])("accepts the time %s", (text) => expect(isTime(text)).toBe(true));
  test.each(["24:00", "9:00", "09:60", "09:00:00", "", "noon"])("refuses the time %j", (text) => {
    expect(isTime(text)).toBe(false);
  });
});

describe("dates and instants in calls", () => {
  test.each([
    ["2026-11-21", NY, "2026-11-21"],
    ["2026-11-21T03:00:00.000Z", NY, "2026-11-20"],
    ["2026-11-21T03:00:00.000Z", "Asia/Tokyo", "2026-11-21"],
    ["2026-11-21T23:30:00-05:00", NY, "2026-11-21"],
    ["2026-11-21T23:30:00-05:00", "Europe/Paris", "2026-11-22"],
    ["2026-11-21T00:30+0530", "Europe/London", "2026-11-20"],
    ["2026-11-21T23:30:00", "Asia/Tokyo", "2026-11-21"],
    ["2026-11-30T23:59:59.999Z", "Europe/London", "2026-11-30"],
  ] as const)("reads %s in %s as %s", (text, zone, expected) =>
    expect(dayOfInstant(text, zone)).toBe(expected),
  );

  test.each([
    ...[
      "2026-02-30",
      "2026-02-30T00:00:00Z",
      "2026-11-21T24:00:00Z",
      "2026-11-21T10:60:00Z",
      "2026-11-21T10:00:61Z",
    ],
    ...["2026-11-21T", "2026-11-21Z", "2026-11-21 10:00", "9999-01-01T00:00:00Z", "1900-01-01T00:00:00Z"],
    ...["", "now", "1763683200000", "2026-11-21T10:00:00+25:00", "Sat Nov 21 2026"],
  ])("refuses %j", (text) => expect(dayOfInstant(text, NY)).toBeUndefined());

  test("reads an instant as the local day of the zone", () => {
    const instants = fc.integer({ min: at("1950-01-01T00:00:00Z"), max: at("2100-01-01T00:00:00Z") });
    fc.assert(
      fc.property(instants, fc.constantFrom(...TIME_ZONES), (ms, zone) => {
        expect(dayOfInstant(new Date(ms).toISOString(), zone)).toBe(today(ms, zone));
      }),
    );
  });
});

const ms = (date: string, time: string) => at(`${date}T${time}Z`);

describe("due windows", () => {
  // Each window has to begin with the minute after the previous one's end.
  test.each([...TIME_ZONES, "Asia/Kolkata", "Australia/Lord_Howe"])(
    "cover each local minute of a year exactly once for any ticks: %s",
    (zone) => {
      const ticks = fc.sample(fc.integer({ min: 1, max: 16 * 60 * MINUTE }), { numRuns: 1_200, seed: 42 });
      let from = at("2025-12-30T12:00:00Z");
      let covered: number | undefined;
      for (const tick of ticks) {
        for (const window of dueWindows(from, from + tick, zone)) {
          if (covered !== undefined) expect(ms(window.day, window.from)).toBe(covered + MINUTE);
          covered = ms(window.day, window.to);
        }
        from += tick;
      }
      expect(covered).toBeGreaterThan(at("2027-01-02T00:00:00Z"));
    },
  );

  // Compares with Intl's clock: a minute is due when the clock first shows it or a later one.
  test.each(TIME_ZONES)("reach each minute when the local clock does: %s", (zone) => {
    const clock = new Intl.DateTimeFormat("sv-SE", {
      timeZone: zone,
      dateStyle: "short",
      timeStyle: "short",
    });
    const changes = clockChanges(zone);
    expect(changes).toHaveLength(zone === "Asia/Tokyo" || zone === "Pacific/Honolulu" ? 0 : 2);
    for (const change of changes) {
      let shown = clock.format(change - MINUTE);
      for (let now = change; now < change + DAY; now += MINUTE) {
        const local = clock.format(now);
        const reached = dueWindows(now - MINUTE, now, zone).at(-1);
        expect(reached && `${reached.day} ${reached.to}`).toBe(local > shown ? local : undefined);
        if (local > shown) shown = local;
      }
    }
  });

  test.each([
    [
      "a minute skipped in spring is reached at the jump",
      "2026-03-08T06:59:00Z",
      "2026-03-08T07:00:00Z",
      ["02:00", "03:00"],
    ],
    [
      "a minute repeated in autumn is reached the first time",
      "2026-11-01T05:29:00Z",
      "2026-11-01T05:30:00Z",
      ["01:30", "01:30"],
    ],
    [
      "a minute repeated in autumn is not reached again",
      "2026-11-01T06:00:00Z",
      "2026-11-01T06:59:59Z",
      undefined,
    ],
    [
      "an outage through both is made up for once",
      "2026-11-01T05:29:00Z",
      "2026-11-01T07:00:00Z",
      ["01:30", "02:00"],
    ],
    [
      "a minute that has begun is not reached again",
      "2026-11-21T14:00:30Z",
      "2026-11-21T14:00:59Z",
      undefined,
    ],
    ["the start is not included", "2026-11-21T14:00:00Z", "2026-11-21T14:05:00Z", ["09:01", "09:05"]],
  ])("%s", (_rule, from, to, expected) => {
    const [window, ...more] = dueWindows(at(from), at(to), NY);
    expect(window && [window.from, window.to]).toEqual(expected);
    expect(more).toEqual([]);
  });

  test("are one for each local day", () => {
    expect(dueWindows(at("2026-11-20T14:00:00Z"), at("2026-11-22T14:00:00Z"), NY)).toEqual([
      { day: "2026-11-20", from: "09:01", to: "23:59" },
      { day: "2026-11-21", from: "00:00", to: "23:59" },
      { day: "2026-11-22", from: "00:00", to: "09:00" },
    ]);
  });

  test("are none for an empty or reversed span", () => {
    const now = at("2026-11-21T14:00:00Z");
    expect(dueWindows(now, now, NY)).toEqual([]);
    expect(dueWindows(now, now - MINUTE, NY)).toEqual([]);
    expect(dueWindows(Number.NaN, now, NY)).toEqual([]);
  });
});

/** Midnights (UTC) of the days of 2026 on which a zone changes its clocks. */
function clockChanges(zone: TimeZone): number[] {
  const days = Array.from({ length: 365 }, (_, n) => at("2026-01-01T00:00:00Z") + n * DAY);
  return days.filter((start) => localTime(start, zone) !== localTime(start + DAY, zone));
}
