import { rules } from "@coffer/contract/rule";
import type { Id } from "@coffer/domain/id";
import type { Rule } from "@coffer/domain/rule/rule";
import { pluralize } from "@coffer/domain/text/plural";
import { queryOptions } from "@tanstack/react-query";
import { upsertInCache } from "./cached-list.ts";
import { call, callQuery, FIVE_MINUTES, type LedgerId, queryKey } from "./call.ts";
import { failed, useApiMutation } from "./use-api-mutation.ts";

/** In order of precedence. */
export const ruleList = (ledgerId: LedgerId) =>
  callQuery(queryKey(ledgerId, "rules"), rules.list, { ledgerId }, { staleTime: FIVE_MINUTES });

export function useAddRule(ledgerId: LedgerId) {
  return useApiMutation({
    run: (body: Omit<Rule, "id">, attempt) => call(rules.add, { ledgerId, body, ...attempt }),
    updateCache: (client, rule) => upsertInCache(client, ruleList(ledgerId).queryKey, rule),
    successToast: (rule) => ({ title: "Rule added", description: `It applies to “${rule.contains}”.` }),
    failureToast: failed("Failed to add rule"),
  });
}

export function useSaveRules(ledgerId: LedgerId) {
  return useApiMutation({
    run: (body: (Omit<Rule, "id"> & { id?: Id })[]) => call(rules.replace, { ledgerId, body }),
    updateCache: (client, saved) => client.setQueryData(ruleList(ledgerId).queryKey, saved),
    successToast: { title: "Rules saved" },
    failureToast: failed("Failed to save rules"),
  });
}

/** The changes that a rule would make to existing transactions. */
export const rulePreview = (ledgerId: LedgerId, ruleId: Id) =>
  queryOptions({
    queryKey: queryKey(ledgerId, "rules", ruleId, "preview"),
    queryFn: ({ signal }) => call(rules.apply, { ledgerId, body: { ruleId, preview: true }, signal }),
    staleTime: 0,
    gcTime: 0,
  });

export function useApplyRule(ledgerId: LedgerId) {
  return useApiMutation({
    run: (ruleId: Id, attempt) =>
      call(rules.apply, { ledgerId, body: { ruleId, preview: false }, ...attempt }),
    affects: [ledgerId, "transactions"],
    successToast: ({ changes }) => ({ title: `${pluralize(changes.length, "transaction")} changed` }),
    failureToast: failed("Failed to apply the rule"),
  });
}
