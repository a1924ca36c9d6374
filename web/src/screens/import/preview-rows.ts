import { importRow, type matchedRow } from "@coffer/contract/import";
import type { Category } from "@coffer/domain/category/category";
import { categorySuggestions, inCategory } from "@coffer/domain/category/category-suggestion";
import { encode } from "@coffer/domain/definition/codec";
import type { Id } from "@coffer/domain/id";
import { matchFiles } from "@coffer/domain/import/import-match";
import { fingerprintOf, type ImportRow, normalizeDescription } from "@coffer/domain/import/import-row";
import { type Cents, plus, ZERO } from "@coffer/domain/money/money";
import { purchasesOf } from "@coffer/domain/payment/payment";
import type { Rule } from "@coffer/domain/rule/rule";
import { type Month, monthOfDay } from "@coffer/domain/time/month";
import { signedAmount, type Transaction } from "@coffer/domain/transaction/transaction";
import type { InferOutput } from "valibot";
import type { RowMatch, SentRow } from "../../api/imports.ts";
import type { ParsedFile } from "../../import/parsed-file.ts";

export type Choices = {
  categories: ReadonlyMap<string, Id>;
  /** By key, the rows that are decided otherwise than proposed: left out, or brought in all the same. */
  turned: ReadonlySet<string>;
};

export type RowState = "new" | "like" | "here" | "left-out" | "needs-category" | "unreadable";

/** A row of a file, before it is compared with what is here. */
type FileRow = {
  key: string;
  row: ImportRow;
  /** The same in rows that belong together. */
  group: string;
  categoryId: Id | undefined;
  reference: string | undefined;
};
export type ReadableRow = FileRow & {
  state: Exclude<RowState, "unreadable">;
  proposed: "new" | "like" | "here" | "left-out";
  /** The transaction that is here for it, and the user who entered that. */
  there: Transaction | undefined;
  transactionId: Id | null;
  by: Id | null;
};
export type PreviewRow =
  | { key: string; state: "unreadable"; file: string; line: number; reason: string }
  | ReadableRow;

type Files = readonly { name: string; file: ParsedFile }[];

/** The rows of all files, those that several have in common once, with the categories that are suggested. */
export function rowsOf(
  files: Files,
  categories: readonly Category[],
  rules: readonly Rule[],
  transactions: readonly Transaction[],
): FileRow[] {
  const suggest = categorySuggestions(categories, rules, transactions);
  const byId = new Map(categories.map((category) => [category.id, category]));
  const matches = matchFiles(
    files.map(({ file }) => file.rows.map(({ row }) => row)),
    [],
  );
  return files.flatMap(({ file }, fileIndex) =>
    file.rows.flatMap(({ row: given }, index): FileRow[] => {
      const match = matches[fileIndex]?.[index];
      if (match?.state !== "new") return [];
      const category = byId.get(suggest(given)?.categoryId ?? 0);
      // What came in is money back where a rule says so, and is compared as that.
      const row = (category && inCategory(given, category)) ?? given;
      const group = `${signedAmount(row) < 0 ? "-" : "+"}${normalizeDescription(row.description)}`;
      const reference = (row.reference ?? match.reference)?.slice(0, 200);
      return [{ key: `${fileIndex}:${index}`, row, group, categoryId: category?.id, reference }];
    }),
  );
}

export const toMatch = ({ row, reference }: FileRow): InferOutput<typeof matchedRow> => ({
  ...row,
  reference,
});

/** The rows as they are proposed, with what each is to what is here, and the lines that no row could be read from. */
export function previewRows(
  files: Files,
  rows: readonly FileRow[],
  matches: readonly RowMatch[],
  transactions: readonly Transaction[],
): PreviewRow[] {
  const byId = new Map(purchasesOf(transactions).map((transaction) => [transaction.id, transaction]));
  const taken = new Set<Id>();
  const readable = rows.map((row, index): ReadableRow => {
    const { state = "new", transactionId = null, by = null } = matches[index] ?? {};
    // Matched a portion at a time, two rows may be like one transaction: it answers for the first.
    if (transactionId !== null && taken.has(transactionId)) return proposedAs(row, "new");
    if (transactionId !== null) taken.add(transactionId);
    const there = byId.get(transactionId ?? 0);
    const isSame = there && fingerprintOf(there).facts === fingerprintOf(row.row).facts;
    return { ...proposedAs(row, isSame ? "here" : state), there, transactionId, by };
  });
  const unreadable = files.flatMap(({ name, file }, fileIndex) =>
    file.unreadable.map(
      ({ line, reason }, index): PreviewRow => ({
        key: `${fileIndex}:!${index}`,
        state: "unreadable",
        file: name,
        line,
        reason,
      }),
    ),
  );
  return [...readable, ...unreadable];
}

const proposedAs = (row: FileRow, proposed: ReadableRow["proposed"]): ReadableRow => ({
  ...row,
  proposed,
  state: proposed,
  there: undefined,
  transactionId: null,
  by: null,
});

/** A person's decision against what was proposed then: a rule may propose something else for the row since. */
export const turnOf = ({ key, proposed }: Pick<ReadableRow, "key" | "proposed">) => `${key} ${proposed}`;

export function withChoices(row: PreviewRow, { categories, turned }: Choices): PreviewRow {
  if (row.state === "unreadable") return row;
  const categoryId = categories.get(row.key) ?? row.categoryId;
  const isTurned = turned.has(turnOf(row));
  if (row.proposed !== "new" && !isTurned) return { ...row, state: row.proposed };
  if (row.proposed === "new" && isTurned) return { ...row, state: "left-out", categoryId };
  return { ...row, state: categoryId === undefined ? "needs-category" : "new", categoryId };
}

/**
 * Rows to send, by date. Rows that are here already are sent too: the server counts equal ones, and recognises rows
 * whose transactions were edited.
 */
export function rowsToSend(rows: readonly PreviewRow[], categories: readonly Category[]): SentRow[] {
  const byId = new Map(categories.map((category) => [category.id, category]));
  return rows
    .flatMap((preview): SentRow[] => {
      if (preview.state === "unreadable" || preview.state === "needs-category") return [];
      const { state, proposed, row, reference, transactionId } = preview;
      if (state === "left-out" && proposed === "left-out") return [];
      const category = state === "new" ? byId.get(preview.categoryId ?? 0) : undefined;
      const own = (category && inCategory(row, category)) ?? row;
      const sent = {
        ...own,
        notes: own.notes ?? null,
        reference,
        categoryId: category?.id ?? preview.there?.categoryId,
        ...(state === "like" && transactionId && { tiesTo: transactionId }),
        ...(state === "left-out" && { leaveOut: true }),
      };
      return [encode(importRow, sent)];
    })
    .sort((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0));
}

/** The categories that the row may have: what went out belongs to an expense, what came in may be a refund of one. */
export function categoriesFor(row: ImportRow, categories: readonly Category[]): Category[] {
  return categories.filter((category) => !category.archived && inCategory(row, category) !== undefined);
}

export function comingRows(rows: readonly PreviewRow[], month: Month): ReadableRow[] {
  return rows.flatMap((row) => (row.state === "new" && monthOfDay(row.row.date) === month ? [row] : []));
}

/** The rows that belong together with one, and have another category. */
export function rowsLike({ group }: ReadableRow, rows: readonly PreviewRow[], categoryId: Id): ReadableRow[] {
  return rows.flatMap((row) =>
    (row.state === "new" || row.state === "needs-category") &&
    row.group === group &&
    row.categoryId !== categoryId
      ? [row]
      : [],
  );
}

type MonthSum = { month: Month; there: Cents; coming: Cents; rows: number };

/** Figures of the months of the new rows, with what is added to them: income and refunds add, expenses take away. */
export function monthSums(rows: readonly PreviewRow[], transactions: readonly Transaction[]): MonthSum[] {
  const sums = new Map<Month, MonthSum>();
  for (const preview of rows) {
    if (preview.state !== "new") continue;
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
