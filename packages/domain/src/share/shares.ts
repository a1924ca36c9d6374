import * as v from "valibot";
import { field } from "../definition/field.ts";
import { id } from "../definition/values.ts";

const MAX_PEOPLE = 6;

/** Hundredths of a percent, so that sums are exact: 10,000 are 100%. */
export const hundredthsOf = (percent: number): number => Math.round(percent * 100);

const PERCENT = "A percentage is 0 to 100, with at most two decimals";
const percent = v.pipe(
  v.number(PERCENT),
  v.minValue(0, PERCENT),
  v.maxValue(100, PERCENT),
  v.check((value) => hundredthsOf(value) / 100 === value, PERCENT),
);

/** The people who share a purchase, with their percentages. */
const shares = v.pipe(
  v.array(v.object({ userId: id(), percent }), "Shares are a list of people and percentages"),
  v.maxLength(MAX_PEOPLE, `At most ${MAX_PEOPLE} people can share`),
  v.check((list) => new Set(list.map(({ userId }) => userId)).size === list.length, "Name each person once"),
  v.check(
    (list) => list.reduce((sum, one) => sum + hundredthsOf(one.percent), 0) === hundredthsOf(100),
    "The percentages must add up to 100",
  ),
);
const stored = v.array(v.object({ userId: v.number(), percent: v.number() }));

export const sharesField = field(null, "text", { body: shares, reply: stored, stored });
