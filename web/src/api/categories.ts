import { budgets } from "@coffer/contract/budget";
import { categories } from "@coffer/contract/category";
import type { Category } from "@coffer/domain/category/category";
import { arrange, type Place } from "@coffer/domain/category/category-order";
import { category } from "@coffer/domain/category/definition";
import type { Id } from "@coffer/domain/id";
import type { Cents } from "@coffer/domain/money/money";
import type { Month } from "@coffer/domain/time/month";
import { queryOptions } from "@tanstack/react-query";
import { messageOf } from "./api-error.ts";
import { changeAtOnce, upsertInCache } from "./cached-list.ts";
import {
  call,
  callQuery,
  FIVE_MINUTES,
  type LedgerId,
  monthParams,
  NEVER_CACHED,
  queryKey,
  type Sent,
} from "./call.ts";
import { withMonth } from "./month-view.ts";
import { failed, useApiMutation } from "./use-api-mutation.ts";
import { sendEdit } from "./use-save.ts";

export function categoryList(ledgerId: LedgerId) {
  return queryOptions({
    queryKey: queryKey(ledgerId, "categories"),
    queryFn: withMonth<Category[]>(
      [ledgerId],
      (view) => view.categories,
      (signal) => call(categories.list, { ledgerId, signal }),
    ),
    staleTime: FIVE_MINUTES,
  });
}

/** Counts what a category's deletion would affect. */
export function categoryUsage(ledgerId: LedgerId, id: Id) {
  const key = queryKey(ledgerId, "categories", id, "usage");
  return callQuery(key, categories.usage, { ledgerId, params: { id } }, NEVER_CACHED);
}

/** The current kinds of categories, chosen or inferred. */
export const categoryKinds = (ledgerId: LedgerId) =>
  callQuery(queryKey(ledgerId, "categories", "kinds"), categories.kinds, { ledgerId }, NEVER_CACHED);

type Saved = Sent<typeof categories.add.body> & {
  projected: Cents;
  /** The category when the edit began; undefined for a new one. */
  opened: Category | undefined;
  /** True if the month has a budget for it already. If not, one is created only for an amount above 0. */
  planned: boolean;
};

/** A new category is created with its plan in one request, so that neither exists alone. */
export function useSaveCategory(ledgerId: LedgerId, month: Month) {
  return useApiMutation({
    async run({ projected, planned, opened, ...body }: Saved, attempt): Promise<Category> {
      if (!opened) {
        const plan = projected > 0 && { projected, ...monthParams(month) };
        return call(categories.add, { ledgerId, body: { ...body, ...plan }, ...attempt });
      }
      const { id } = opened;
      const saved = await sendEdit(
        { kind: category, ledgerId, opened, body, schema: categories.update.body },
        (version, body) => call(categories.update, { ledgerId, params: { id }, body, version, ...attempt }),
      );
      // This call creates or replaces the budget, so a repeat after a failure is harmless.
      if (planned || projected > 0) {
        const body = { categoryId: id, ...monthParams(month), projected };
        await call(budgets.save, { ledgerId, body, ...attempt }).catch((cause) => {
          throw new BudgetFailure(planned ? "Failed to update budget" : "Failed to create budget", { cause });
        });
      }
      return saved;
    },
    affects: [ledgerId, "categories"],
    updateCache: (client, category) => upsertInCache(client, categoryList(ledgerId).queryKey, category),
    successToast: (_, { opened }) => ({ title: opened ? "Category updated" : "Category created" }),
    failureToast: (error, { opened }) =>
      error instanceof BudgetFailure
        ? { title: "Error", description: messageOf(error.cause, error.message) }
        : failed(opened ? "Failed to update category" : "Failed to create category"),
  });
}

class BudgetFailure extends Error {}

/** Without `moveTo` the budgets and transactions of the category are deleted too. */
export function useDeleteCategory(ledgerId: LedgerId) {
  return useApiMutation({
    run: ({ id, moveTo }: { id: Id; moveTo?: Id }, attempt) =>
      call(categories.remove, { ledgerId, params: { id }, query: { moveTo }, ...attempt }),
    affects: [ledgerId, "categories"],
    successToast: { title: "Category deleted" },
    failureToast: { title: "Error", description: "Failed to delete category" },
  });
}

type Arrangement = {
  places: Place[];
  /** The toast's title, for changes that are not visible. */
  success?: string;
};

const QUEUE = "arrange-categories";

/** Shows the order at once; several moves in a row are saved one after the other. */
export function useArrangeCategories(ledgerId: LedgerId) {
  const { queryKey } = categoryList(ledgerId);
  return useApiMutation({
    queue: QUEUE,
    run: ({ places }: Arrangement, attempt) => call(categories.order, { ledgerId, body: places, ...attempt }),
    optimisticUpdate: (client, { places }) =>
      changeAtOnce(client, queryKey, (list) => arrange(list, places) ?? list),
    updateCache(client, arranged) {
      // A reply shows the order before the moves that are still to be saved.
      if (client.isMutating({ mutationKey: [QUEUE] }) === 1) client.setQueryData(queryKey, arranged);
    },
    onFailure: (client) => void client.invalidateQueries({ queryKey, exact: true }),
    successToast: (_, { success }) => (success === undefined ? undefined : { title: success }),
    failureToast: { title: "Error", description: "Failed to save the order of the categories" },
  });
}
