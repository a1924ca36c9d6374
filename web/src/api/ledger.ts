import { balance } from "@coffer/contract/balance";
import { ledger as calls } from "@coffer/contract/sharing";
import { queryOptions } from "@tanstack/react-query";
import { call } from "./call.ts";
import { FIVE_MINUTES } from "./freshness.ts";
import { type Budget, queryKey } from "./query-key.ts";

/** The open budget's name and who takes part, members first. */
export function ledger(budget: Budget) {
  return queryOptions({
    queryKey: queryKey(budget, "people", "ledger"),
    queryFn: ({ signal }) => call(calls.read, { budget, signal }),
    staleTime: FIVE_MINUTES,
  });
}

/** Who owes whom. Under `budgets`, since it changes whenever those do. */
export function balances(budget: Budget) {
  return queryOptions({
    queryKey: queryKey(budget, "budgets", "balance"),
    queryFn: ({ signal }) => call(balance.get, { budget, signal }),
  });
}
