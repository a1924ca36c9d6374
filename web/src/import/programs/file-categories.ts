import { inCategory } from "@coffer/domain/category/category-suggestion";
import type { ImportRow } from "@coffer/domain/import/import-row";
import { signedAmount } from "@coffer/domain/transaction/transaction";
import { categoryNameOf, type ParsedFile } from "../parsed-file.ts";

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

/** A category is for income or expenses by what its rows come to; what came into one for expenses is a refund. */
export function resolveCategories(file: ParsedFile): void {
  const totals = new Map(file.plans.map(({ category }) => [category, 0]));
  for (const { row } of file.rows) {
    if (row.category) totals.set(row.category, (totals.get(row.category) ?? 0) + signedAmount(row));
  }
  const names = uniqueNames([...totals.keys()]);
  const resolve = (key: string) => ({
    name: names.get(key) ?? key,
    type: (totals.get(key) ?? 0) > 0 ? ("income" as const) : ("expense" as const),
  });
  file.rows = file.rows.map(({ line, row }) => {
    if (!row.category) return { line, row };
    const { name: category, type } = resolve(row.category);
    // An expense cannot have a category for income: it needs another one.
    return {
      line,
      row: inCategory({ ...row, category }, { type }) ?? withCategory({ ...row, type: "expense" }),
    };
  });
  file.categories = [...totals.keys()].map((key) => {
    const [group] = partsOf(key);
    return { ...resolve(key), ...(group && { group }) };
  });
  file.plans = file.plans.map((plan) => {
    const { name: category, type } = resolve(plan.category);
    return { ...plan, category, type };
  });
}

function uniqueNames(keys: readonly string[]): Map<string, string> {
  const sameName = Map.groupBy(keys, (key) => partsOf(key)[1]);
  return new Map(
    keys.map((key) => {
      const [group, name] = partsOf(key);
      const isShared = (sameName.get(name)?.length ?? 0) > 1;
      return [key, group && isShared ? categoryNameOf(`${name} (${group})`) : name];
    }),
  );
}

function partsOf(key: string): [group: string, name: string] {
  const at = key.indexOf(IN_GROUP);
  return [key.slice(0, Math.max(0, at)), key.slice(at + 1)];
}
