import { ledger as calls, people } from "@coffer/contract/ledger";
import type { Id } from "@coffer/domain/id";
import type { Currency } from "@coffer/domain/money/money";
import { queryOptions } from "@tanstack/react-query";
import type { InferOutput } from "valibot";
import { call, FIVE_MINUTES, type LedgerId, queryKey, SHARED_WITH_ME } from "./call.ts";
import { withMonth } from "./month-view.ts";
import { currentUser } from "./session.ts";
import { tryAgain, useApiMutation } from "./use-api-mutation.ts";

export type Person = InferOutput<typeof people.reply>[number];

export const ledgerPeople = (ledgerId: LedgerId) =>
  queryOptions({
    queryKey: queryKey(ledgerId, "people"),
    queryFn: withMonth<Person[]>(
      [ledgerId],
      (view) => view.ledger?.members,
      (signal) => call(people, { ledgerId, signal }),
    ),
    staleTime: FIVE_MINUTES,
  });

/** The open budget's name and who takes part, members first. */
export function ledger(ledgerId: LedgerId) {
  return queryOptions({
    queryKey: queryKey(ledgerId, "people", "ledger"),
    queryFn: withMonth(
      [ledgerId],
      (view) => view.ledger,
      (signal) => call(calls.read, { ledgerId, signal }),
    ),
    // Membership changes on other devices, so a cached list may be out of date.
    staleTime: 0,
  });
}

export function useRenameLedger(ledgerId: LedgerId) {
  return useApiMutation({
    run: (name: string) => call(calls.change, { ledgerId, body: { name } }),
    affects: [ledgerId, "people"],
    failureToast: { title: "Error", description: "Failed to name the budget" },
  });
}

/** Sets the budget's currency for everybody who sees it. */
export function useSetLedgerCurrency(ledgerId: LedgerId) {
  return useApiMutation({
    run: (currency: Currency) => call(calls.change, { ledgerId, body: { currency } }),
    affects: [ledgerId, "people"],
    updateCache(client) {
      void client.invalidateQueries({ queryKey: SHARED_WITH_ME });
      void client.invalidateQueries({ queryKey: currentUser.queryKey });
    },
    successToast: { title: "Preferences updated" },
    failureToast: { title: "Error", description: "Failed to set the budget's currency" },
  });
}

export function useRemoveMember(ledgerId: LedgerId) {
  return useApiMutation({
    run: (userId: Id, { key }) => call(calls.removeMember, { ledgerId, params: { userId }, key }),
    affects: [ledgerId, "people"],
    removes: true,
    successToast: { title: "Member removed" },
    failureToast: tryAgain("remove the member"),
  });
}
