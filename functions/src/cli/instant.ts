import * as v from "valibot";

const timestamp = v.pipe(v.string(), v.isoTimestamp());

/** In milliseconds; undefined for text that names no instant. Without a zone it would be this machine's. */
export const parseInstant = (text: string): number | undefined => {
  const at = v.is(timestamp, text) ? Date.parse(text) : Number.NaN;
  return Number.isNaN(at) ? undefined : at;
};
