import { categoryList } from "../../api/categories.ts";
import type { Selection } from "../../api/query-key.ts";
import { ruleList } from "../../api/rules.ts";

export const reads = ({ ledgerId }: Selection) => ({
  categories: categoryList(ledgerId),
  rules: ruleList(ledgerId),
});
