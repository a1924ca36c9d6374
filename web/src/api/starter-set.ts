import { budgets } from "@coffer/contract/budget";
import { categories } from "@coffer/contract/category";
import { toDecimal } from "@coffer/domain/money";
import type { Month } from "@coffer/domain/month";
import { monthLabel } from "@coffer/domain/month";
import type { StarterCategory } from "@coffer/domain/starter-set";
import { monthParams } from "./budgets.ts";
import { call } from "./call.ts";
import { invalidate } from "./invalidate.ts";
import { failed, useApiMutation } from "./use-api-mutation.ts";

/** In one's own budget. One after the other, so that the categories keep their order; a repeat creates none twice. */
export function useStarterSet(month: Month) {
  return useApiMutation({
    async run(set: readonly StarterCategory[], key, written) {
      for (const [index, { projected, ...body }] of set.entries()) {
        const { id } = await call(categories.add, { body, key: `${key}-${index}`, written });
        const plan = { categoryId: id, ...monthParams(month), projected: toDecimal(projected) };
        if (projected > 0) await call(budgets.save, { body: plan, written });
      }
    },
    updateCache: (client) => invalidate(client, undefined, "categories"),
    successToast: (_, set) => ({
      title: "Your budget is ready",
      description: `${set.length} categories, planned for ${monthLabel(month)}.`,
    }),
    failureToast: failed("Failed to create the budget"),
  });
}
