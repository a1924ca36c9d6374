import type { Budget } from "./query-key.ts";

/** In milliseconds. */
export const ONE_MINUTE = 60_000;
export const FIVE_MINUTES = 5 * ONE_MINUTE;

/**
 * `staleTime` is in milliseconds. A shared budget is read again whenever the window gains the focus: somebody else
 * may have changed it.
 */
export function freshness(budget: Budget, staleTime = Number.POSITIVE_INFINITY) {
  return { staleTime, refetchOnWindowFocus: budget === undefined ? false : ("always" as const) };
}
