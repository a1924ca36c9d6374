import type { Budget } from "./keys.ts";

/**
 * How long data stays fresh, in milliseconds; for ever unless said. A shared budget is asked again whenever
 * the window gains the focus: somebody else may have changed it meanwhile.
 */
export function freshness(budget: Budget, staleTime = Number.POSITIVE_INFINITY) {
  return { staleTime, refetchOnWindowFocus: budget === undefined ? false : ("always" as const) };
}
