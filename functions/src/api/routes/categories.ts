import { categories } from "@coffer/contract/category";
import type { Core } from "@coffer/core/core";
import { pairNoun } from "../route.ts";
import { requestedMonth } from "./budgets.ts";

export const categoryRoutes = (core: Core) =>
  pairNoun("categories", categories, {
    list: ({ budget }) => core.categories.list(budget),
    kinds: async ({ budget }) => {
      const kinded = await core.figures.withKinds(budget, await core.categories.list(budget));
      return kinded.map(({ id, kindNow }) => ({ categoryId: id, kindNow }));
    },
    add: async ({ budget, body, idempotencyKey }) => {
      const { projected, month, year, ...draft } = body;
      const isPlanned = projected !== undefined && month !== undefined && year !== undefined;
      const plan = isPlanned ? { month: requestedMonth({ month, year }), projected } : undefined;
      return core.figures.withKind(budget, await core.categories.add(budget, draft, idempotencyKey, plan));
    },
    order: ({ budget, body }) => core.categories.arrange(budget, body),
    update: async ({ budget, params, body, version, idempotencyKey }) =>
      core.figures.withKind(
        budget,
        await core.categories.update(budget, params.id, body, version, idempotencyKey),
      ),
    usage: ({ budget, params }) => core.categories.usage(budget, params.id),
    remove: async ({ budget, params, query, idempotencyKey }) =>
      void (await core.categories.remove(budget, params.id, query.moveTo, idempotencyKey)),
  });
