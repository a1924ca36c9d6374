import { importRow } from "@coffer/contract/import";
import type { Category } from "@coffer/domain/category/category";
import { categorySuggestions, inCategory } from "@coffer/domain/category/category-suggestion";
import { encode } from "@coffer/domain/definition/codec";
import type { Id } from "@coffer/domain/id";
import { matchFiles } from "@coffer/domain/import/import-match";
import { type ImportRow, normalizeDescription } from "@coffer/domain/import/import-row";
import { type Cents, plus, ZERO } from "@coffer/domain/money/money";
import type { Rule } from "@coffer/domain/rule/rule";
import { type Month, monthOfDay } from "@coffer/domain/time/month";
import { signedAmount, type Transaction } from "@coffer/domain/transaction/transaction";
import type { SentRow } from "../../api/imports.ts";
import type { ParsedFile } from "../../import/parsed-file.ts";

export type Choices = {
  categories: ReadonlyMap<string, Id>;
  /** Left out although they could come in. */
  skipped: ReadonlySet<string>;
};

export type RowState = "new" | "here" | "needs-category" | "unreadable";

export type PreviewRow =
  | { key: string; state: "unreadable"; file: string; line: number; reason: string }
  | {
      key: string;
      state: Exclude<RowState, "unreadable">;
      row: ImportRow;
      /** The same in rows that belong together. */
      like: string;
      categoryId: Id | undefined;
      /** Entered by hand near its date, with its amount: it may be the same. */
      resembles: Transaction | undefined;
      reference: string | undefined;
    };
export type ReadableRow = Exclude<PreviewRow, { state: "unreadable" }>;

type Known = {
  transactions: readonly Transaction[];
  categories: readonly Category[];
  rules: readonly Rule[];
};

/** The rows of all files, those that several have in common once. */
export function previewRows(
  files: readonly { name: string; file: ParsedFile }[],
  { transactions, categories, rules }: Known,
): PreviewRow[] {
  const matches = matchFiles(
    files.map(({ file }) => file.rows.map(({ row }) => row)),
    transactions,
  );
  const suggest = categorySuggestions(categories, rules, transactions);
  const byId = new Map(transactions.map((transaction) => [transaction.id, transaction]));
  return files.flatMap(({ name, file }, fileIndex) => [
    ...file.rows.flatMap(({ row }, index): PreviewRow[] => {
      const match = matches[fileIndex]?.[index];
      if (!match || match.state === "repeated") return [];
      const common = {
        key: `${fileIndex}:${index}`,
        row,
        like: `${signedAmount(row) < 0 ? "-" : "+"}${normalizeDescription(row.description)}`,
      };
      if (match.state === "here") {
        const categoryId = byId.get(match.id)?.categoryId;
        const reference = row.reference;
        return [{ ...common, state: "here", categoryId, resembles: undefined, reference }];
      }
      const suggestion = suggest(row);
      return [
        {
          ...common,
          state: suggestion ? "new" : "needs-category",
          categoryId: suggestion?.categoryId,
          resembles: match.resembles === undefined ? undefined : byId.get(match.resembles),
          reference: row.reference ?? match.reference,
        },
      ];
    }),
    ...file.unreadable.map(
      ({ line, reason }, index): PreviewRow => ({
        key: `${fileIndex}:!${index}`,
        state: "unreadable",
        file: name,
        line,
        reason,
      }),
    ),
  ]);
}

export function withChoices(row: PreviewRow, { categories }: Choices): PreviewRow {
  const chosen = row.state === "unreadable" ? undefined : categories.get(row.key);
  if (row.state === "unreadable" || chosen === undefined) return row;
  return { ...row, state: row.state === "here" ? "here" : "new", categoryId: chosen };
}

/**
 * What is sent, by date. Rows that are here already are sent too: the server counts equal ones, and recognises rows
 * whose transactions were edited.
 */
export function rowsToSend(
  rows: readonly PreviewRow[],
  { skipped }: Choices,
  categories: readonly Category[],
): SentRow[] {
  const byId = new Map(categories.map((category) => [category.id, category]));
  return rows
    .flatMap((preview): SentRow[] => {
      if (preview.state === "unreadable" || skipped.has(preview.key)) return [];
      const category = preview.categoryId === undefined ? undefined : byId.get(preview.categoryId);
      const row = category && inCategory(preview.row, category);
      if (!category || !row) return [];
      const { notes = null } = row;
      const reference = preview.reference?.slice(0, 200);
      return [encode(importRow, { ...row, notes, categoryId: category.id, reference })];
    })
    .sort((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0));
}

/** The categories that the row may have: what went out belongs to an expense, what came in may be a refund of one. */
export function categoriesFor(row: ImportRow, categories: readonly Category[]): Category[] {
  return categories.filter((category) => !category.archived && inCategory(row, category) !== undefined);
}

/** Rows without a category count as well: they come once they have one. */
function isComing(row: PreviewRow, skipped: ReadonlySet<string>): row is ReadableRow {
  return row.state === "new" && !skipped.has(row.key);
}

export function comingRows(rows: readonly PreviewRow[], { skipped }: Choices, month: Month): ReadableRow[] {
  return rows.filter(
    (row): row is ReadableRow => isComing(row, skipped) && monthOfDay(row.row.date) === month,
  );
}

/** The rows that belong together with one, and have another category. */
export function rowsLike({ like }: ReadableRow, rows: readonly PreviewRow[], categoryId: Id): ReadableRow[] {
  return rows.filter(
    (row): row is ReadableRow =>
      row.state !== "unreadable" &&
      row.state !== "here" &&
      row.like === like &&
      row.categoryId !== categoryId,
  );
}

type MonthSum = { month: Month; there: Cents; coming: Cents; rows: number };

/** What the months of the new rows have, and what is added to them: income and refunds add, expenses take away. */
export function monthSums(
  rows: readonly PreviewRow[],
  { skipped }: Choices,
  transactions: readonly Transaction[],
): MonthSum[] {
  const sums = new Map<Month, MonthSum>();
  for (const preview of rows) {
    if (!isComing(preview, skipped)) continue;
    const month = monthOfDay(preview.row.date);
    const sum = sums.get(month) ?? { month, there: ZERO, coming: ZERO, rows: 0 };
    sums.set(month, { ...sum, coming: plus(sum.coming, signedAmount(preview.row)), rows: sum.rows + 1 });
  }
  for (const transaction of transactions) {
    const sum = sums.get(monthOfDay(transaction.date));
    if (sum) sum.there = plus(sum.there, signedAmount(transaction));
  }
  return [...sums.values()].sort((a, b) => (a.month < b.month ? 1 : -1));
}
