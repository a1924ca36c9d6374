import { rules } from "@coffer/contract/rule";
import type { Id } from "@coffer/domain/id";
import type { Rule } from "@coffer/domain/rule/rule";
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
