import { categories } from "@coffer/contract/category";
import { toDecimal } from "@coffer/domain/money";
import { type Month, monthLabel } from "@coffer/domain/month";
import type { StarterCategory } from "@coffer/domain/starter-set";
import { monthParams } from "./budgets.ts";
import { call } from "./call.ts";
import { invalidate } from "./invalidate.ts";
import { failed, useApiMutation } from "./use-api-mutation.ts";

/** In one's own budget. One after the other, so that the categories keep their order; a repeat creates none twice. */
export function useStarterSet(month: Month) {
  return useApiMutation({
    async run(set: readonly StarterCategory[], key, written) {
      for (const [index, { projected, ...category }] of set.entries()) {
        const plan = projected > 0 && { ...monthParams(month), projected: toDecimal(projected) };
        await call(categories.add, { body: { ...category, ...plan }, key: `${key}-${index}`, written });
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
