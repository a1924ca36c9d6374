import type { Month } from "@coffer/domain/time/month";
import type { QueryKey } from "@tanstack/react-query";

/** The owner of the open ledger; undefined for one's own. */
export type LedgerId = number | undefined;

export type Selection = { ledgerId: LedgerId; month: Month };

export type Noun =
  | "categories"
  | "transactions"
  | "search"
  | "budgets"
  | "month"
  | "history"
  | "tips"
  | "goals"
  | "subscriptions"
  | "rules"
  | "activity"
  | "people";

export const BUDGET = "budget";
const OWN = "own";

/** Every noun of a ledger has a key under that ledger, so that none ever shows the figures of another. */
export function queryKey(ledgerId: LedgerId, noun: Noun, ...rest: readonly (string | number)[]): QueryKey {
  return [BUDGET, ledgerId ?? OWN, noun, ...rest];
}

// Apart from their queries, so that the first chunk can name them without the queries.
export const CURRENT_USER: QueryKey = ["user"];
export const SHARED_WITH_ME: QueryKey = ["shared-with-me"];
export const NOTIFICATIONS: QueryKey = ["notifications"];
export const SHARED_USERS: QueryKey = ["shared-users"];

/** Everything of others' ledgers, and of one's own where others may change it. */
export function isOfSharedLedger([of, ledgerId]: QueryKey, isOwnShared: boolean): boolean {
  return of === BUDGET && (ledgerId !== OWN || isOwnShared);
}

export const ONE_MINUTE = 60_000;
export const FIVE_MINUTES = 5 * ONE_MINUTE;
/** For what is about to be edited. */
export const NEVER_CACHED = { staleTime: 0, gcTime: 0 };
