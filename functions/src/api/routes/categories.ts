import { categories } from "@coffer/contract/category";
import type { Core } from "@coffer/core/core";
import { pairNoun } from "../route.ts";
import { requestedMonth } from "./budgets.ts";

export const categoryRoutes = (core: Core) =>
  pairNoun("categories", categories, {
    list: ({ ledger }) => core.categories.list(ledger),
    kinds: async ({ ledger }) => {
      const kinded = await core.figures.withKinds(ledger, await core.categories.list(ledger));
      return kinded.map(({ id, kindNow }) => ({ categoryId: id, kindNow }));
    },
    add: async ({ ledger, body }) => {
      const { projected, month, year, ...draft } = body;
      const isPlanned = projected !== undefined && month !== undefined && year !== undefined;
      const plan = isPlanned ? { month: requestedMonth({ month, year }), projected } : undefined;
      return core.figures.withKind(ledger, await core.categories.add(ledger, draft, plan));
    },
    order: ({ ledger, body }) => core.categories.arrange(ledger, body),
    update: async ({ ledger, params, body }) =>
      core.figures.withKind(ledger, await core.categories.update(ledger, params.id, body)),
    usage: ({ ledger, params }) => core.categories.usage(ledger, params.id),
    remove: ({ ledger, params, query }) => core.categories.remove(ledger, params.id, query.moveTo),
  });
