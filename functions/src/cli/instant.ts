import { parseDay } from "@coffer/domain/time/day";
import * as v from "valibot";

const timestamp = v.pipe(v.string(), v.isoTimestamp());

/** Milliseconds, or undefined if the text is no instant. A time zone is required: it would be this machine's otherwise. */
export const parseInstant = (text: string): number | undefined => {
  // JavaScript takes 30 February for 2 March.
  const at = v.is(timestamp, text) && parseDay(text.slice(0, 10)) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? undefined : at;
};
