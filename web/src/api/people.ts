import { people } from "@coffer/contract/people";
import type { Id } from "@coffer/domain/id";
import { queryOptions } from "@tanstack/react-query";
import { call } from "./call.ts";
import { type Budget, FIVE_MINUTES, queryKey } from "./query-key.ts";

export type Person = { id: Id; firstName: string; lastName: string };

/** Whose work the budget may show, its owner first. */
export function budgetPeople(budget: Budget) {
  return queryOptions({
    queryKey: queryKey(budget, "people"),
    queryFn: ({ signal }): Promise<Person[]> => call(people, { budget, signal }),
    staleTime: FIVE_MINUTES,
  });
}
