import { categoryList } from "../../api/categories.ts";
import type { Selection } from "../../api/query-key.ts";
import { subscriptionList } from "../../api/subscriptions.ts";

export const reads = ({ budget }: Pick<Selection, "budget">) => ({
  categories: categoryList(budget),
  subscriptions: subscriptionList(budget),
});
