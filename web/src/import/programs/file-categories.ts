import { inCategory } from "@coffer/domain/category/category-suggestion";
import type { ImportRow } from "@coffer/domain/import/import-row";
import { signedAmount } from "@coffer/domain/transaction/transaction";
import { categoryNameOf, type ParsedFile } from "../parsed-file.ts";

/** Separates group and name until all of the file's categories are known. */
const IN_GROUP = "\u001f";

const UNCATEGORIZED = /^(uncategori[sz]ed|no category|none|-)?$/i;

export function inGroup(group: string | undefined, name: string | undefined): string {
  const category = categoryNameOf(name ?? "");
  if (UNCATEGORIZED.test(category)) return "";
  const groupName = categoryNameOf(group ?? "");
  return groupName ? `${groupName}${IN_GROUP}${category}` : category;
}

/** The row in a category, or in none where the name says so. */
export function withCategory({ category: _, ...row }: ImportRow, category: string): ImportRow {
  return UNCATEGORIZED.test(category) ? row : { ...row, category };
}

/**
 * Finds for each category that the rows name whether it is for income or expenses, by what its rows come to, and
 * makes what came in within a category for expenses a refund. Equal names in two groups get their group's name too.
 */
export function resolveCategories(file: ParsedFile): void {
  const totals = new Map<string, number>();
  for (const { row } of file.rows) {
    if (row.category) totals.set(row.category, (totals.get(row.category) ?? 0) + signedAmount(row));
  }
  for (const { category } of file.plans) if (!totals.has(category)) totals.set(category, 0);
  const names = uniqueNames([...totals.keys()]);
  const typeOf = (key: string) => ((totals.get(key) ?? 0) > 0 ? ("income" as const) : ("expense" as const));

  file.rows = file.rows.map(({ line, row }) => {
    if (!row.category) return { line, row };
    const resolved = inCategory(
      { ...row, category: names.get(row.category) ?? "" },
      { type: typeOf(row.category) },
    );
    // An expense cannot have a category for income: it needs another one.
    return { line, row: resolved ?? withCategory({ ...row, type: "expense" }, "") };
  });
  file.categories = [...totals.keys()].map((key) => {
    const group = key.includes(IN_GROUP) ? key.slice(0, key.indexOf(IN_GROUP)) : undefined;
    return { name: names.get(key) ?? key, type: typeOf(key), ...(group && { group }) };
  });
  file.plans = file.plans.map((plan) => ({
    ...plan,
    category: names.get(plan.category) ?? plan.category,
    type: typeOf(plan.category),
  }));
}

/** The name of each, with its group behind it where several groups have it. */
function uniqueNames(keys: readonly string[]): Map<string, string> {
  const bare = (key: string) => key.slice(key.indexOf(IN_GROUP) + 1);
  const times = new Map<string, number>();
  for (const key of keys) times.set(bare(key), (times.get(bare(key)) ?? 0) + 1);
  return new Map(
    keys.map((key) => {
      const name = bare(key);
      const isShared = (times.get(name) ?? 0) > 1 && key.includes(IN_GROUP);
      return [key, isShared ? categoryNameOf(`${name} (${key.slice(0, key.indexOf(IN_GROUP))})`) : name];
    }),
  );
}
