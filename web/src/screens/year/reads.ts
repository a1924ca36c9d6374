import { categoryList } from "../../api/categories.ts";
import type { Selection } from "../../api/query-key.ts";
import { yearTo } from "../../api/year.ts";

export const MONTHS = 12;

export const reads = ({ ledgerId, month }: Selection) => ({
  categories: categoryList(ledgerId),
  /** With the twelve months before, which they are compared with. */
  years: yearTo(ledgerId, month, 2 * MONTHS),
});
