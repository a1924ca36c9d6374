import { rules } from "@coffer/contract/rule";
import type { Id } from "@coffer/domain/id";
import type { Rule } from "@coffer/domain/rule/rule";
import { queryOptions } from "@tanstack/react-query";
import { call } from "./call.ts";
import { type Budget, FIVE_MINUTES, queryKey } from "./query-key.ts";
import { failed, useApiMutation } from "./use-api-mutation.ts";

/** In the order in which they apply. */
export function ruleList(budget: Budget) {
  return queryOptions({
    queryKey: queryKey(budget, "rules"),
    queryFn: ({ signal }): Promise<Rule[]> => call(rules.list, { budget, signal }),
    staleTime: FIVE_MINUTES,
  });
}

export function useAddRule(budget: Budget) {
  return useApiMutation({
    run: (body: Omit<Rule, "id">, key) => call(rules.add, { budget, body, key }),
    updateCache: (client, rule) =>
      client.setQueryData(ruleList(budget).queryKey, (before) => [...(before ?? []), rule]),
    successToast: (rule) => ({ title: "Rule added", description: `It applies to “${rule.contains}”.` }),
    failureToast: failed("Failed to add rule"),
  });
}

/** All rules in their order; those without an id are new. */
export function useSaveRules(budget: Budget) {
  return useApiMutation({
    run: (body: (Omit<Rule, "id"> & { id?: Id })[]): Promise<Rule[]> => call(rules.replace, { budget, body }),
    updateCache: (client, saved) => client.setQueryData(ruleList(budget).queryKey, saved),
    successToast: () => ({ title: "Rules saved" }),
    failureToast: failed("Failed to save rules"),
  });
}
