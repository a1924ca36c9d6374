import type { categories } from "@coffer/contract/category";
import type { Core } from "@coffer/core/core";
import type { RoutesOf } from "../route.ts";

export const categoryRoutes = (core: Core): RoutesOf<typeof categories> => ({
  list: ({ budget }) => core.categories.list(budget),
  add: ({ budget, body, idempotencyKey }) => core.categories.add(budget, body, idempotencyKey),
  update: ({ budget, params, body }) => core.categories.update(budget, params.id, body),
  usage: ({ budget, params }) => core.categories.usage(budget, params.id),
  remove: async ({ budget, params, query }) =>
    void (await core.categories.remove(budget, params.id, query.moveTo)),
});
