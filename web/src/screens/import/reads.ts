import type { Selection } from "../../api/call.ts";
import { categoryList } from "../../api/categories.ts";
import { ruleList } from "../../api/rules.ts";

export const reads = ({ ledgerId }: Selection) => ({
  categories: categoryList(ledgerId),
  rules: ruleList(ledgerId),
});
