import { categoryList } from "../../api/categories.ts";
import { goalList } from "../../api/goals.ts";
import type { Selection } from "../../api/query-key.ts";
import { subscriptionList } from "../../api/subscriptions.ts";

export const reads = ({ ledgerId }: Pick<Selection, "ledgerId">) => ({
  categories: categoryList(ledgerId),
  goals: goalList(ledgerId),
  subscriptions: subscriptionList(ledgerId),
});
