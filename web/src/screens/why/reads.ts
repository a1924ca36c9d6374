import { categoryList } from "../../api/categories.ts";
import { goalList } from "../../api/goals.ts";
import type { Selection } from "../../api/query-key.ts";
import { subscriptionList } from "../../api/subscriptions.ts";

export const reads = ({ budget }: Pick<Selection, "budget">) => ({
  categories: categoryList(budget),
  goals: goalList(budget),
  subscriptions: subscriptionList(budget),
});
