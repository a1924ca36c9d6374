import { rules } from "@coffer/contract/rule";
import type { Core } from "@coffer/core/core";
import { pairNoun } from "../route.ts";

export const ruleRoutes = (core: Core) =>
  pairNoun("rules", rules, {
    list: ({ budget }) => core.rules.list(budget),
    add: ({ budget, body, idempotencyKey }) => core.rules.add(budget, body, idempotencyKey),
    replace: ({ budget, body }) => core.rules.replace(budget, body),
    remove: async ({ budget, params }) => void (await core.rules.remove(budget, params.id)),
  });
