import type { Category } from "@coffer/domain/category/category";
import { NAME_MAX } from "@coffer/domain/definition/values";
import type { Id } from "@coffer/domain/id";
import { constantPart, firstRule } from "@coffer/domain/rule/rule";
import { useQuery } from "@tanstack/react-query";
import { ruleList, useAddRule, useSaveRules } from "../api/rules.ts";
import { useOpenLedger } from "../selection/selection.ts";

/** Offers a rule that gives the category to all rows with this description, unless there is one. */
export function useRuleOffer(description: string, category: Category | undefined, goalId?: Id | null) {
  const { ledgerId, can } = useOpenLedger();
  const isAllowed = can("categories") && category !== undefined;
  const { data: rules = [], isSuccess } = useQuery({ ...ruleList(ledgerId), enabled: isAllowed });
  const addRule = useAddRule(ledgerId);
  const saveRules = useSaveRules(ledgerId);
  const applying = firstRule(rules, { description });
  const contains = constantPart(description).slice(0, NAME_MAX).trim();
  return {
    contains,
    isOffered: isAllowed && isSuccess && applying?.categoryId !== category.id,
    isPending: addRule.isPending || saveRules.isPending,
    add() {
      if (!category) return;
      const rule = { contains, categoryId: category.id, ...(goalId && { goalId }) };
      if (applying) saveRules.mutate([rule, ...rules]);
      else addRule.mutate(rule);
    },
  };
}
