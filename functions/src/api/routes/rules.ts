import { rules } from "@coffer/contract/rule";
import type { Core } from "@coffer/core/core";
import { pairNoun } from "../route.ts";

export const ruleRoutes = (core: Core) =>
  pairNoun("rules", rules, {
    list: ({ ledger }) => core.rules.list(ledger),
    add: ({ ledger, body }) => core.rules.add(ledger, body),
    replace: ({ ledger, body }) => core.rules.replace(ledger, body),
    apply: ({ ledger, body }) => core.rules.apply(ledger, body.ruleId, body.preview),
    remove: ({ ledger, params }) => core.rules.remove(ledger, params.id),
  });
