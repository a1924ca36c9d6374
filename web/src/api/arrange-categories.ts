import { categories } from "@coffer/contract/category";
import { arrange, type Place } from "@coffer/domain/category/category-order";
import { changeAtOnce } from "./cached-list.ts";
import { call } from "./call.ts";
import { categoryList } from "./categories.ts";
import type { LedgerId } from "./query-key.ts";
import { useApiMutation } from "./use-api-mutation.ts";

type Change = {
  places: Place[];
  /** A toast's title, where the change is not plain to see. */
  success?: string;
};

const QUEUE = "arrange-categories";

/** Shows the order at once; several moves in a row are saved one after the other. */
export function useArrangeCategories(ledgerId: LedgerId) {
  const { queryKey } = categoryList(ledgerId);
  return useApiMutation({
    queue: QUEUE,
    run: ({ places }: Change, attempt) => call(categories.order, { ledgerId, body: places, ...attempt }),
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
