import { parseDay } from "@coffer/domain/time/day";
import * as v from "valibot";

const timestamp = v.pipe(v.string(), v.isoTimestamp());

/** Milliseconds; undefined if the text is not an instant with a time zone. */
export const parseInstant = (text: string): number | undefined => {
  // JavaScript reads 30 February as 2 March.
  const at = v.is(timestamp, text) && parseDay(text.slice(0, 10)) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? undefined : at;
};
