import { budgets } from "@coffer/contract/budget";
import { categories } from "@coffer/contract/category";
import type { Category } from "@coffer/domain/category";
import type { Id } from "@coffer/domain/id";
import type { Month } from "@coffer/domain/month";
import type { InferInput } from "valibot";
import { messageOf } from "./api-error.ts";
import { onWire } from "./budgets.ts";
import { saved } from "./cached.ts";
import { call } from "./call.ts";
import { categoryList } from "./categories.ts";
import { failed, useChange } from "./change.ts";
import type { Budget } from "./keys.ts";
import { refresh } from "./refresh.ts";

type Saved = InferInput<typeof categories.add.body> & {
  /** In whole units, as on the wire. */
  projected: number;
  /** Which one to change; a new one without it. */
  id?: Id;
  /** Whether the month has a budget for it already; otherwise one is made only for an amount above 0. */
  planned: boolean;
};

/** Creates or changes a category together with its plan for a month. */
export function useSaveCategory(budget: Budget, month: Month) {
  return useChange({
    async run({ projected, planned, id, ...body }: Saved, key): Promise<Category> {
      const category = id
        ? await call(categories.update, { budget, params: { id }, body })
        : await call(categories.add, { budget, body, key });
      // Planning is one call that creates or replaces, so a repeat after a failure is harmless.
      if (planned || projected > 0) {
        const plan = { categoryId: category.id, ...onWire(month), projected };
        await call(budgets.save, { budget, body: plan }).catch((cause) => {
          throw new PlanFailure(planned ? "Failed to update budget" : "Failed to create budget", { cause });
        });
      }
      return category;
    },
    settle(client, category) {
      client.setQueryData(categoryList(budget).queryKey, (list) => saved(list, category));
      refresh(client, budget, "categories");
    },
    success: (_, { id }) => ({ title: id ? "Category updated" : "Category created" }),
    failure: (error, { id }) =>
      error instanceof PlanFailure
        ? { title: "Error", description: messageOf(error.cause, error.message) }
        : failed(id ? "Failed to update category" : "Failed to create category"),
  });
}

/** The category was saved, its plan was not. */
class PlanFailure extends Error {}
