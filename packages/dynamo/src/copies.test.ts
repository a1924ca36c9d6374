import { DAY_MS, HOUR_MS } from "@coffer/domain/time/day";
import { expect, test } from "vitest";
import { type Copy, chainOf, dueCopies } from "./copies.ts";

const SUNDAY = Date.parse("2026-11-01T00:00:00Z");
const whole = (day: number): Copy => ({ from: null, to: SUNDAY + day * DAY_MS });
const changes = (day: number): Copy => ({ from: SUNDAY + day * DAY_MS, to: SUNDAY + (day + 1) * DAY_MS });
const at = (day: number, hour = 1) => SUNDAY + day * DAY_MS + hour * HOUR_MS;
const LONG_AGO = SUNDAY - 20 * DAY_MS;

test.each<[name: string, made: Copy[], now: number, earliest: number, due: Copy[]]>([
  ["a new stage's first copy is a whole one", [], at(0), LONG_AGO, [whole(0)]],
  ["nothing before the table can be exported at midnight", [], at(0), at(0, 0) + 1, []],
  ["nothing more on the same day", [whole(0)], at(0, 23), LONG_AGO, []],
  ["what changed since, on the next day", [whole(0)], at(1), LONG_AGO, [changes(0)]],
  [
    "a whole one again after a week, and the last day's changes",
    [whole(0), ...[0, 1, 2, 3, 4, 5].map(changes)],
    at(7),
    LONG_AGO,
    [whole(7), changes(6)],
  ],
  [
    "days that are missing, the oldest first",
    [whole(0), changes(1)],
    at(4),
    LONG_AGO,
    [changes(0), changes(2), changes(3)],
  ],
  [
    "days that are missing from before the newest whole one, as far as an export reaches back",
    [whole(0), whole(7), changes(5)],
    at(7),
    at(4, 0),
    [changes(4), changes(6)],
  ],
])("due: %s", (_, made, now, earliest, due) => {
  expect(dueCopies(made, now, earliest)).toEqual(due);
});

test.each<[name: string, copies: Copy[], until: number, chain: Copy[], missingFrom: number | null]>([
  ["nothing without a whole one", [changes(0)], at(9), [], null],
  [
    "the newest whole one and what follows it, in order",
    [changes(8), whole(0), changes(7), whole(7), changes(0)],
    at(20),
    [whole(7), changes(7), changes(8)],
    null,
  ],
  [
    "only what is asked for",
    [whole(0), changes(0), changes(1), whole(7)],
    at(1, 0),
    [whole(0), changes(0)],
    null,
  ],
  ["a gap is reported", [whole(0), changes(0), changes(2)], at(9), [whole(0), changes(0)], at(1, 0)],
  [
    "a gap before the newest whole one does not matter",
    [whole(0), changes(2), whole(7)],
    at(9),
    [whole(7)],
    null,
  ],
  [
    "overlapping copies are not joined, as they lack what was deleted within their time",
    [whole(0), { from: at(-1, 12), to: at(0, 12) }],
    at(9),
    [whole(0)],
    at(0, 0),
  ],
])("put together: %s", (_, copies, until, chain, missingFrom) => {
  expect(chainOf(copies, until)).toEqual({ chain, missingFrom });
});
