import { ledger as calls } from "@coffer/contract/ledger";
import type { Id } from "@coffer/domain/id";
import { queryOptions } from "@tanstack/react-query";
import { call } from "./call.ts";
import { type LedgerId, queryKey } from "./query-key.ts";
import { tryAgain, useApiMutation } from "./use-api-mutation.ts";

/** The open budget's name and who takes part, members first. */
export function ledger(ledgerId: LedgerId) {
  return queryOptions({
    queryKey: queryKey(ledgerId, "people", "ledger"),
    queryFn: ({ signal }) => call(calls.read, { ledgerId, signal }),
    // Who takes part is changed elsewhere, also while this browser keeps what it has read.
    staleTime: 0,
  });
}

export function useRenameLedger(ledgerId: LedgerId) {
  return useApiMutation({
    run: (name: string) => call(calls.rename, { ledgerId, body: { name } }),
    affects: [ledgerId, "people"],
    failureToast: { title: "Error", description: "Failed to name the budget" },
  });
}

/** Takes somebody out of the open budget. */
export function useRemoveMember(ledgerId: LedgerId) {
  return useApiMutation({
    run: (userId: Id, { key }) => call(calls.removeMember, { ledgerId, params: { userId }, key }),
    affects: [ledgerId, "people"],
    removes: true,
    successToast: () => ({ title: "Member removed" }),
    failureToast: tryAgain("remove the member"),
  });
}
