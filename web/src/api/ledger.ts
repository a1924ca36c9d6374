import { ledger as calls } from "@coffer/contract/ledger";
import type { Id } from "@coffer/domain/id";
import { queryOptions } from "@tanstack/react-query";
import { call } from "./call.ts";
import { type Budget, queryKey } from "./query-key.ts";
import { tryAgain, useApiMutation } from "./use-api-mutation.ts";

/** The open budget's name and who takes part, members first. */
export function ledger(budget: Budget) {
  return queryOptions({
    queryKey: queryKey(budget, "people", "ledger"),
    queryFn: ({ signal }) => call(calls.read, { budget, signal }),
    // Who takes part is changed elsewhere, also while this browser keeps what it has read.
    staleTime: 0,
  });
}

export function useRenameLedger(budget: Budget) {
  return useApiMutation({
    run: (name: string) => call(calls.rename, { budget, body: { name } }),
    affects: [budget, "people"],
    failureToast: { title: "Error", description: "Failed to name the budget" },
  });
}

/** Takes somebody out of the open budget. */
export function useRemoveMember(budget: Budget) {
  return useApiMutation({
    run: (userId: Id) => call(calls.removeMember, { budget, params: { userId } }),
    affects: [budget, "people"],
    removes: true,
    successToast: () => ({ title: "Member removed" }),
    failureToast: tryAgain("remove the member"),
  });
}
