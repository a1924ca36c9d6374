import { inCategory } from "@coffer/domain/category/category-suggestion";
import type { ImportRow } from "@coffer/domain/import/import-row";
import { signedAmount } from "@coffer/domain/transaction/transaction";
import { categoryNameOf, type FileCategory, type ParsedFile } from "../parsed-file.ts";

/** Separates group and name until all of the file's categories are known. */
const IN_GROUP = "\u001f";

const UNCATEGORIZED = /^(uncategori[sz]ed|no category|none|-)?$/i;

/** By what a file's category is known until it is resolved; empty where the name says that there is none. */
export function categoryKey(name = "", group = ""): string {
  const category = categoryNameOf(name);
  if (UNCATEGORIZED.test(category)) return "";
  const groupName = categoryNameOf(group);
  return groupName ? `${groupName}${IN_GROUP}${category}` : category;
}

export function withCategory({ category: _, ...row }: ImportRow, name?: string, group?: string): ImportRow {
  const category = categoryKey(name, group);
  return category ? { ...row, category } : row;
}

/**
 * A category is for income or expenses by what its rows come to; what came into one for expenses is a refund. Equal
 * names in two groups get their group's name too.
 */
export function resolveCategories(file: ParsedFile): void {
  const totals = new Map(file.plans.map(({ category }) => [category, 0]));
  for (const { row } of file.rows) {
    if (row.category) totals.set(row.category, (totals.get(row.category) ?? 0) + signedAmount(row));
  }
  const sameName = Map.groupBy(totals.keys(), (key) => partsOf(key)[1]);
  const resolved = new Map(
    [...totals].map(([key, total]): [string, FileCategory] => {
      const [group, own] = partsOf(key);
      const isShared = (sameName.get(own)?.length ?? 0) > 1;
      const name = group && isShared ? categoryNameOf(`${own} (${group})`) : own;
      return [key, { name, type: total > 0 ? "income" : "expense", ...(group && { group }) }];
    }),
  );
  file.categories = [...resolved.values()];
  file.rows = file.rows.map(({ line, row }) => {
    const category = resolved.get(row.category ?? "");
    if (!category) return { line, row };
    const own = inCategory({ ...row, category: category.name }, category);
    // An expense cannot have a category for income: it needs another one.
    return { line, row: own ?? withCategory({ ...row, type: "expense" }) };
  });
  file.plans = file.plans.map((plan) => {
    const { name = plan.category, type = plan.type } = resolved.get(plan.category) ?? {};
    return { ...plan, category: name, type };
  });
}

function partsOf(key: string): [group: string, name: string] {
  const at = key.indexOf(IN_GROUP);
  return [key.slice(0, Math.max(0, at)), key.slice(at + 1)];
}
