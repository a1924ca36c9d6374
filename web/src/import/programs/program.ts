import { inCategory } from "@coffer/domain/category/category-suggestion";
import { type ImportRow, normalizeDescription } from "@coffer/domain/import/import-row";
import { cents } from "@coffer/domain/money/money";
import type { Month } from "@coffer/domain/time/month";
import { signedAmount } from "@coffer/domain/transaction/transaction";
import { readFileAmount } from "../amount.ts";
import type { TableRow } from "../csv/table.ts";
import type { Adapted, FileBuilder } from "../file-builder.ts";
import type { ColumnRole, Columns, FileCategory, Layout, ParsedFile, Reading } from "../parsed-file.ts";
import { COLUMN_ROLES, categoryNameOf } from "../parsed-file.ts";

/** A budget program whose CSV exports are known by their header, and bring categories or plans. */
export type Program = {
  name: string;
  /** The names of columns that only this program has together. */
  header: readonly string[];
  /** The names of the columns of each role; of several the first that is there. */
  columns: Partial<Record<ColumnRole, readonly string[]>>;
  /** The sign of an expense, where the program always writes the same. */
  outIs?: Layout["outIs"];
  adapt?(cellsIn: (column: string) => string[]): Adapt;
  /** Set where the file has plans instead of transactions. */
  plans?: {
    /** Undefined for a row that is no plan, empty for one of no category. */
    categoryOf(cell: Cell): string | undefined;
    monthOf(text: string, order: Layout["dateOrder"], file: FileBuilder): Reading<Month>;
  };
};

/** The trimmed cell of a row in a column, by the name that the program gives it; empty without the column. */
export type Cell = (column: string) => string;

/** A program's meaning of a row beyond what its columns say. */
export type Adapt = (row: ImportRow, cell: Cell) => Adapted;

/** The index of a column by its name, as the program writes it; -1 without one. */
export function columnFinder(header: readonly string[]): (name: string) => number {
  const names = header.map(normalizeDescription);
  return (name) => names.indexOf(normalizeDescription(name));
}

export function programColumns({ columns: names }: Program, header: readonly string[]): Columns {
  const indexOf = columnFinder(header);
  const columns: Columns = {};
  for (const role of COLUMN_ROLES) {
    const index = names[role]?.map(indexOf).find((one) => one >= 0);
    if (index !== undefined) columns[role] = index;
  }
  return columns;
}

export function readPlans(
  file: FileBuilder,
  rows: readonly TableRow[],
  { columns, decimalMark, dateOrder }: Layout,
  { categoryOf, monthOf }: NonNullable<Program["plans"]>,
  cellOf: (cells: readonly string[]) => Cell,
): void {
  for (const { line, cells } of rows) {
    const category = categoryOf(cellOf(cells));
    if (category === undefined) continue;
    const amount = readFileAmount(cells[columns.amount ?? -1] ?? "", decimalMark);
    const month = monthOf(cells[columns.date ?? -1] ?? "", dateOrder, file);
    if ("problem" in amount) file.cannotRead(line, amount.problem);
    else if ("problem" in month) file.cannotRead(line, month.problem);
    else if (amount.value < 0) file.leaveOut(line, "unplanned");
    else if (amount.value > 0 && category)
      file.parsed.plans.push({
        category,
        type: "expense",
        month: month.value,
        projected: cents(amount.value),
      });
  }
}

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
