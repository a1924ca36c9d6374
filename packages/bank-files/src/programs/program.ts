import { NAME_MAX } from "@coffer/domain/definition/values";
import type { Day } from "@coffer/domain/time/day";
import type { Month } from "@coffer/domain/time/month";
import type { BankFile, FileRow, Question, Why } from "../bank-file.ts";
import type { FileBuilder } from "../file-builder.ts";
import type { GridRow } from "../grid/grid.ts";
import type { Columns, TableLayout } from "../table/layout.ts";
import type { Reading } from "../text/amount.ts";
import type { DateOrder } from "../text/date.ts";
import { oneLine, plain } from "../text/plain.ts";

/** The trimmed cell in the column of that name; empty if there is no such column. */
export type CellOf = (column: string) => string;

export type Left = { why: Why; reason: string };

/** Interprets a row the way the program means it. Returns the row, the rows of a split, or the reason to leave it out. */
export type Adapt = (row: FileRow, cell: CellOf) => FileRow | FileRow[] | Left;

export type ProgramColumns = {
  [role in Exclude<keyof Columns, "description">]?: readonly string[];
} & { description?: readonly string[] };

export type ProgramTable = {
  builder: FileBuilder;
  body: readonly GridRow[];
  names: readonly string[];
  asking: (question: Question) => string | null;
  amount: (text: string) => Reading<number>;
  date: (text: string) => Reading<Day>;
};

/** A budget program, or a bank whose export needs more than its columns' names. It is recognized by its header. */
export type Program = {
  name: string;
  /** A set of column names that only this program has. */
  header: readonly string[];
  /** Column names by role; the first that exists counts. */
  columns?: ProgramColumns;
  /** True if the status column marks unbooked rows; otherwise it marks rows that a person has checked off. */
  hasStates?: boolean;
  /** The sign of an expense, if it is always the same. */
  outIs?: TableLayout["outIs"];
  adapt?: (cellsIn: (column: string) => string[]) => Adapt;
  /** Columns that only the first row of a split fills; the rows below it have these cells from it. */
  shared?: readonly string[];
  /** Reads the rows itself, if no column has the money of one person. */
  readRows?: (table: ProgramTable) => void;
  /** Set if the file has plans instead of transactions. */
  plans?: {
    /** The category's key, empty without one, or why the row is not a plan of a category. */
    categoryOf(cell: CellOf): string | Left;
    /** `text` is the date's cell, or the file's name if no column holds a date. */
    monthOf(text: string, date: (text: string, order: DateOrder) => Reading<Day>): Reading<Month>;
    /** The columns with the spending (negative) and the available amount, if the program has both. */
    kept?: { activity: string; available: string };
  };
};

export const OPENING: Left = { why: "balance", reason: "It is the opening balance of an account." };
export const CORRECTION: Left = { why: "balance", reason: "It corrects the balance of an account." };
export const NO_CATEGORY: Left = { why: "other", reason: "It is not a category." };
export const moved = ({ split: _, description, ...row }: FileRow): FileRow => ({
  ...row,
  description: description || "Transfer",
  transfer: true,
  category: null,
});

/** Recognizes the rows of a split by their numbers, "1 of 3". A repeated number starts another split. */
export function splitCounter() {
  let current = { purchase: "", line: 0, numbers: new Set<number>() };
  return (row: FileRow, number: number, count: number): FileRow => {
    const purchase = [row.account, row.date, count].join(IN_GROUP);
    if (purchase !== current.purchase || current.numbers.has(number))
      current = { purchase, line: row.line, numbers: new Set() };
    current.numbers.add(number);
    return { ...row, split: { of: `${current.line} ${row.description}` } };
  };
}

/** Finds the index of a column by its name; -1 if there is none. */
export function columnFinder(header: readonly string[]): (name: string) => number {
  const names = header.map(plain);
  return (name) => names.indexOf(plain(name));
}

export function programColumns({ columns = {} }: Program, header: readonly string[]): Columns {
  const indexOf = columnFinder(header);
  const found: Columns = {};
  for (const [role, names] of Object.entries(columns)) {
    const indexes = names.map(indexOf).filter((index) => index >= 0);
    if (indexes.length === 0) continue;
    Object.assign(found, { [role]: role === "description" ? indexes : indexes[0] });
  }
  return found;
}

/** Separates group and name until all of the file's categories are known. */
const IN_GROUP = "\u001f";

const UNCATEGORIZED = /^(uncategori[sz]ed|no category|none|-)?$/i;

/** The key of a file's category until it is resolved; empty if the name means "no category". */
export function categoryKey(name = "", group = "", isHidden = false): string {
  const category = oneLine(name, NAME_MAX);
  if (UNCATEGORIZED.test(category)) return "";
  const groupName = oneLine(group, NAME_MAX);
  if (isHidden) return [groupName, category, "hidden"].join(IN_GROUP);
  return groupName ? `${groupName}${IN_GROUP}${category}` : category;
}

export const inCategory = (row: FileRow, name?: string, group?: string): FileRow => ({
  ...row,
  category: categoryKey(name, group) || null,
});

function partsOf(key: string): { name: string; group?: string; hidden?: true } {
  const [first = "", second, hidden] = key.split(IN_GROUP);
  if (second === undefined) return { name: first };
  return { name: second, ...(first && { group: first }), ...(hidden && { hidden: true }) };
}

/**
 * The sum of a category's rows decides if it is for income or expenses. Money received in an expense category is a
 * refund. If two groups have a category of the same name, both get their group's name too.
 */
export function resolveCategories(file: BankFile): void {
  const totals = new Map(file.plans.map(({ category }) => [category, 0]));
  // A refund proves that its category is for expenses, whatever its sum.
  const ofExpenses = new Set(
    file.rows.flatMap(({ refund, category }) => (refund && category ? [category] : [])),
  );
  for (const { category, amount } of file.rows) {
    if (category) totals.set(category, (totals.get(category) ?? 0) + amount);
  }
  const names = Map.groupBy(totals.keys(), (key) => plain(partsOf(key).name));
  const resolved = new Map<string, BankFile["categories"][number]>();
  for (const [key, total] of totals) {
    const { name, group, hidden } = partsOf(key);
    const isAlone = (names.get(plain(name)) ?? []).length < 2;
    const full = isAlone || !group ? name : oneLine(`${name} (${group})`, NAME_MAX);
    const type = total > 0 && !ofExpenses.has(key) ? "income" : "expense";
    const inGroup = full === name ? undefined : name;
    resolved.set(key, {
      name: full,
      type,
      ...(group && { group }),
      ...(inGroup && { inGroup }),
      ...(hidden && { hidden }),
    });
  }
  file.rows = file.rows.map((row) => {
    const category = resolved.get(row.category ?? "");
    if (!category) return row;
    // An expense cannot have an income category, so it needs another one.
    if (category.type === "income" && row.amount < 0) return { ...row, category: null };
    const refund = row.refund || (category.type === "expense" && row.amount > 0 && !row.transfer);
    return { ...row, category: category.name, refund };
  });
  file.plans = file.plans.map((plan) => {
    const { name = plan.category, type = plan.type } = resolved.get(plan.category) ?? {};
    return { ...plan, category: name, type };
  });
  const known = new Set<string>();
  file.categories = [...resolved.values()].filter(({ name, type }) => {
    const key = `${type} ${plain(name)}`;
    const isNew = !known.has(key);
    known.add(key);
    return isNew;
  });
}
