import { people } from "@coffer/contract/people";
import type { Id } from "@coffer/domain/id";
import { queryOptions } from "@tanstack/react-query";
import { call } from "./call.ts";
import { FIVE_MINUTES, type LedgerId, queryKey } from "./query-key.ts";

export type Person = { id: Id; firstName: string; lastName: string };

/** Whose work the budget may show, its owner first. */
export function ledgerPeople(ledgerId: LedgerId) {
  return queryOptions({
    queryKey: queryKey(ledgerId, "people"),
    queryFn: ({ signal }): Promise<Person[]> => call(people, { ledgerId, signal }),
    staleTime: FIVE_MINUTES,
  });
}
