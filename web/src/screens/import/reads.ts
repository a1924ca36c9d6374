import { categoryList } from "../../api/categories.ts";
import type { Selection } from "../../api/query-key.ts";
import { ruleList } from "../../api/rules.ts";

export const reads = ({ budget }: Selection) => ({
  categories: categoryList(budget),
  rules: ruleList(budget),
});
