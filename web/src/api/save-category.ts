import { budgets } from "@coffer/contract/budget";
import { categories } from "@coffer/contract/category";
import type { Category } from "@coffer/domain/category/category";
import { category } from "@coffer/domain/category/definition";
import type { Id } from "@coffer/domain/id";
import type { Cents } from "@coffer/domain/money/money";
import type { Month } from "@coffer/domain/time/month";
import { messageOf } from "./api-error.ts";
import { upsertInCache } from "./cached-list.ts";
import { call, monthParams, type Sent } from "./call.ts";
import { categoryList } from "./categories.ts";
import { sendEdit } from "./edit-version.ts";
import type { LedgerId } from "./query-key.ts";
import { failed, useApiMutation } from "./use-api-mutation.ts";

type Saved = Sent<typeof categories.add.body> & {
  projected: Cents;
  /** Undefined for a new one. */
  id?: Id;
  /** As it was when the edit began. */
  opened?: Category | undefined;
  /** True where the month has a budget for it already. Where it has none, one is created only for an amount above 0. */
  planned: boolean;
};

/** A new category comes with its plan in one request, or not at all. */
export function useSaveCategory(ledgerId: LedgerId, month: Month) {
  return useApiMutation({
    async run({ projected, planned, id, opened, ...body }: Saved, attempt): Promise<Category> {
      if (!id) {
        const plan = projected > 0 && { projected, ...monthParams(month) };
        return call(categories.add, { ledgerId, body: { ...body, ...plan }, ...attempt });
      }
      const saved = await sendEdit(
        { kind: category, ledgerId, opened, body, schema: categories.update.body },
        (version, body) => call(categories.update, { ledgerId, params: { id }, body, version, ...attempt }),
      );
      // This call creates or replaces the budget, so a repeat after a failure is harmless.
      if (planned || projected > 0) {
        const body = { categoryId: saved.id, ...monthParams(month), projected };
        await call(budgets.save, { ledgerId, body, ...attempt }).catch((cause) => {
          throw new BudgetFailure(planned ? "Failed to update budget" : "Failed to create budget", { cause });
        });
      }
      return saved;
    },
    affects: [ledgerId, "categories"],
    updateCache: (client, category) => upsertInCache(client, categoryList(ledgerId).queryKey, category),
    successToast: (_, { id }) => ({ title: id ? "Category updated" : "Category created" }),
    failureToast: (error, { id }) =>
      error instanceof BudgetFailure
        ? { title: "Error", description: messageOf(error.cause, error.message) }
        : failed(id ? "Failed to update category" : "Failed to create category"),
  });
}

/** The category was saved, its budget was not. */
class BudgetFailure extends Error {}
