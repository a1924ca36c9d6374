import type { categories } from "@coffer/contract/category";
import type { Core } from "@coffer/core/core";
import type { RoutesOf } from "../route.ts";
import { requestedMonth } from "./budgets.ts";

export const categoryRoutes = (core: Core): RoutesOf<typeof categories> => ({
  list: ({ budget }) => core.categories.list(budget),
  add: ({ budget, body, idempotencyKey }) => {
    const { projected, month, year, ...draft } = body;
    const isPlanned = projected !== undefined && month !== undefined && year !== undefined;
    const plan = isPlanned ? { month: requestedMonth({ month, year }), projected } : undefined;
    return core.categories.add(budget, draft, idempotencyKey, plan);
  },
  order: ({ budget, body }) => core.categories.arrange(budget, body),
  update: ({ budget, params, body, version }) => core.categories.update(budget, params.id, body, version),
  usage: ({ budget, params }) => core.categories.usage(budget, params.id),
  remove: async ({ budget, params, query }) =>
    void (await core.categories.remove(budget, params.id, query.moveTo)),
});
