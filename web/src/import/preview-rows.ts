import { importRow, type matchedRow } from "@coffer/contract/import";
import type { Category } from "@coffer/domain/category/category";
import { categorySuggestions } from "@coffer/domain/category/category-suggestion";
import { encode } from "@coffer/domain/definition/codec";
import type { Goal } from "@coffer/domain/goal/goal";
import type { Id } from "@coffer/domain/id";
import { matchFiles } from "@coffer/domain/import/import-match";
import { fingerprintOf, type ImportFacts, type ImportRow } from "@coffer/domain/import/import-row";
import { wholeOf } from "@coffer/domain/import/split-row";
import { type Cents, plus, ZERO } from "@coffer/domain/money/money";
import { MAX_LINES } from "@coffer/domain/payment/definition";
import { purchasesOf } from "@coffer/domain/payment/payment";
import { transferHalves } from "@coffer/domain/review/transfers";
import { createRuleFinder, type Rule } from "@coffer/domain/rule/rule";
import { foldedWords } from "@coffer/domain/text/folded";
import { type Month, monthOfDay } from "@coffer/domain/time/month";
import { detailsOf } from "@coffer/domain/transaction/details";
import { flowIn } from "@coffer/domain/transaction/flow-in";
import { signedAmount, type Transaction } from "@coffer/domain/transaction/transaction";
import type { InferOutput } from "valibot";
import { NEW_ROW, type RowMatch, type SentRow } from "../api/imports.ts";
import type { ImportedFile, ImportedRow } from "./imported-file.ts";
import { categoryFinder } from "./moving-in.ts";

export type Choices = {
  categories: ReadonlyMap<string, Id>;
  /** The value is null if a row is for none of its category's goals. */
  goals: ReadonlyMap<string, Id | null>;
  /** Rows whose proposed decision the person reversed, as `turnOf` names them. */
  turned: ReadonlySet<string>;
};

export type GoalName = Pick<Goal, "id" | "name" | "categoryId" | "status">;

type ProposedRow = {
  key: string;
  row: ImportedRow;
  /** The answers on which this row depends. */
  answers: readonly FileAnswer[];
  /** Equal in rows with the same description and direction. */
  group: string;
  categoryId: Id | undefined;
  /** The word from which the category was guessed. */
  guessedBy: string | undefined;
  reference: string | undefined;
  /** True if the file names its category. */
  isNamed: boolean;
  /** The key of the row of another file that may be the other half of a transfer. */
  otherHalf: string | undefined;
  /** The goal that the category's rule names. */
  goalId: Id | null | undefined;
  /** The split purchase whose line it is. */
  split: Split | undefined;
};
type Split = { key: string; whole: ImportFacts & { account?: string; file?: string }; count: number };
type FilePurchase = { rows: ImportedFile["rows"]; facts: ImportRow; split: Split | undefined };
export type ReadableRow = ProposedRow &
  Pick<RowMatch, "transactionId" | "by" | "settlementId" | "nearby" | "due" | "transferOf"> & {
    state: RowMatch["state"] | "to-review" | "moved";
    proposed: RowMatch["state"];
    /** The key of the thing to decide about: the row, or its whole purchase. */
    subject: string;
    /** False if the matching transaction was typed or recorded automatically. */
    isImported: boolean;
    /** The matching transaction. */
    there: Transaction | undefined;
    /** The goals of its category, if the person has to choose one. */
    goals: readonly GoalName[];
  };
export type PreviewRow =
  | ReadableRow
  | { key: string; state: "unreadable"; line: number; reason: string; file: string };

/** `question` is the id of its element; `lines` are the lines that the answer affects, empty for all. */
export type FileAnswer = { question: string; decides: string; lines: ReadonlySet<number> };
export type NamedFile = { name: string; file: ImportedFile; answers?: readonly FileAnswer[] };

/** The rows of all files, deduplicated across files, with their suggested categories. */
export function rowsOf(
  files: readonly NamedFile[],
  categories: readonly Category[],
  rules: readonly Rule[],
  transactions: readonly Transaction[],
): ProposedRow[] {
  const suggest = categorySuggestions(categories, rules, transactions);
  const findRule = createRuleFinder(rules);
  const byId = new Map(categories.map((category) => [category.id, category]));
  const names = fileNames(files);
  const purchases = files.map(({ file }, index) => purchasesIn(file, index, names[index]));
  const matches = matchFiles(
    purchases.map((ofFile) => ofFile.map(({ facts }) => facts)),
    [],
  );
  const find = categoryFinder(categories);
  const rows = files.flatMap(({ file, answers: given = [] }, fileIndex) => {
    const byName = new Map(file.categories.map((one) => [one.name, find(one)]));
    const namedCategory = (row: ImportedRow) => {
      const named = byName.get(row.category ?? "");
      return named && flowIn(row, named) && named;
    };
    const newRows = (purchases[fileIndex] ?? []).flatMap(({ rows, split }, index) => {
      const match = matches[fileIndex]?.[index];
      if (match?.state !== "new") return [];
      return rows.map((one) => ({ ...one, split, given: split ? undefined : match.reference }));
    });
    return newRows.map(({ id, line, row: found, split, given: known }): ProposedRow => {
      const named = namedCategory(found);
      const suggestion = named ? undefined : suggest(found);
      const category = named ?? byId.get(suggestion?.categoryId ?? 0);
      const guessedBy = suggestion?.from === "words" ? suggestion.because : undefined;
      const file = names[fileIndex];
      // A rule may make income a refund, and is then compared with the refund.
      const row = { ...found, ...(category && flowIn(found, category)), ...(file && { file }) };
      const group = `${signedAmount(row) < 0 ? "-" : "+"}${foldedWords(row.description)}`;
      const reference = (row.reference ?? known)?.slice(0, 200);
      const key = `${fileIndex}:${id}`;
      const answers = given.filter(({ lines }) => lines.size === 0 || lines.has(line));
      const rule = findRule.first(row);
      const goalId = category && rule?.categoryId === category.id ? rule.goalId : undefined;
      const isNamed = named !== undefined || suggestion?.from === "file";
      const categoryId = category?.id;
      const facts = { categoryId, guessedBy, isNamed, reference, goalId, split, otherHalf: undefined };
      return { key, answers, row, group, ...facts };
    });
  });
  const halves = transferHalves(
    rows.flatMap(({ row, split }, id) => (split ? [] : [{ ...row, id, print: row }])),
    [],
  );
  return rows.map((row, id) => ({ ...row, otherHalf: rows[halves.get(id) ?? -1]?.key }));
}

const NAME_LENGTH = 80;

/** The files' names, made unique: "export.csv", "export.csv (2)". */
function fileNames(files: readonly NamedFile[]): string[] {
  const seen = new Map<string, number>();
  return files.map((file) => {
    const name = file.name.slice(0, NAME_LENGTH);
    const count = (seen.get(name) ?? 0) + 1;
    seen.set(name, count);
    return count === 1 ? name : `${name} (${count})`;
  });
}

/** A file's purchases: the lines of a split together, every other row alone. */
function purchasesIn({ rows }: ImportedFile, fileIndex: number, file: string | undefined): FilePurchase[] {
  const groups = Map.groupBy(rows, ({ id, row: { split } }) => (split ? `${split.of} ` : id));
  return [...groups.values()].flatMap((lines): FilePurchase[] => {
    const [first] = lines;
    const isSplit = lines.length > 1 && lines.length <= MAX_LINES;
    const total = isSplit && wholeOf(lines.map(({ row }) => row));
    if (!first || !total || lines.some(({ row }) => row.date !== first.row.date))
      return lines.map((one) => ({ rows: [one], facts: one.row, split: undefined }));
    const { id, row } = first;
    const { date, account, description } = row;
    const from = { ...(account && { account }), ...(file && { file }) };
    const named = { date, description: row.split?.title || description, ...from };
    const whole = { ...named, ...total };
    const split = { key: `${fileIndex}:${id} whole`, whole, count: lines.length };
    return [{ rows: lines, facts: whole, split }];
  });
}

/** Groups the lines of each split; every other row stands alone. */
const together = <Row extends ProposedRow>(rows: readonly Row[]): Row[][] => [
  ...Map.groupBy(rows, ({ key, split }) => split?.key ?? key).values(),
];

export const toMatch = (rows: readonly ProposedRow[]) =>
  together(rows).flatMap((lines): InferOutput<typeof matchedRow>[] => {
    const asRows = lines.map(({ row, reference }) => ({ ...row, reference }));
    const split = lines[0]?.split;
    return split ? [{ ...split.whole, lines: asRows }] : asRows;
  });

/** Adds each row's match with existing transactions and the proposed decision, and appends the unreadable lines. */
export function previewRows(
  files: readonly NamedFile[],
  rows: readonly ProposedRow[],
  matches: readonly RowMatch[],
  transactions: readonly Transaction[],
): PreviewRow[] {
  const purchases = [...transactions, ...purchasesOf(transactions)];
  const byId = new Map(purchases.map((transaction) => [transaction.id, transaction]));
  const taken = new Set<Id | null>();
  const readable = together(rows).flatMap((lines, index) => {
    const found = matches[index] ?? NEW_ROW;
    // Rows are matched in portions, so two may match one transaction: the first one has it.
    const match = found.transactionId !== null && taken.has(found.transactionId) ? NEW_ROW : found;
    taken.add(match.transactionId);
    return lines.map((row, at): ReadableRow => {
      const { split, key } = row;
      const own = match.lines?.[at];
      const decided = own ?? match;
      const there = byId.get(decided.transactionId ?? 0);
      const facts = split && !own ? split.whole : row.row;
      const isSame = there && fingerprintOf(there).facts === fingerprintOf(facts).facts;
      const proposed = isSame ? "here" : decided.state;
      const subject = split && !own && proposed !== "new" ? split.key : key;
      const isImported = decided.state === "here";
      return { ...row, ...match, ...own, subject, isImported, proposed, state: proposed, there, goals: [] };
    });
  });
  const unreadable = files.flatMap(({ name, file }, fileIndex) =>
    file.unreadable.map((note, index): PreviewRow => {
      return { ...note, key: `${fileIndex}:!${index}`, state: "unreadable", file: name };
    }),
  );
  return [...readable, ...unreadable];
}

/** Names a reversed decision together with what was proposed, since a changed rule may propose something else. */
export const turnOf = ({ subject, proposed }: Pick<ReadableRow, "subject" | "proposed">) =>
  `${subject} ${proposed}`;

export function withChoices(
  row: PreviewRow,
  { categories, goals, turned }: Choices,
  known: readonly GoalName[] = [],
): PreviewRow {
  if (row.state === "unreadable") return row;
  const chosen = categories.get(row.key);
  const categoryId = chosen ?? row.categoryId;
  const guessedBy = chosen === undefined ? row.guessedBy : undefined;
  const isTurned = turned.has(turnOf(row));
  if (row.proposed !== "new" && !isTurned) return { ...row, state: row.proposed };
  if (row.proposed === "new" && isTurned) return { ...row, state: "left-out", categoryId };
  if (row.row.transfer) return { ...row, state: "moved" };
  const isAsked = (row.due ?? row.transferOf ?? row.otherHalf) !== undefined && !row.isNamed && !row.split;
  if (isAsked && chosen === undefined)
    return { ...row, state: "to-review", categoryId: undefined, guessedBy: undefined };
  if (categoryId === undefined) return { ...row, state: "to-review", categoryId, guessedBy };
  const own = known.filter((goal) => goal.categoryId === categoryId && goal.status === "in-progress");
  const named = own.find(({ name }) => name === row.row.goal)?.id;
  const answers = [goals.get(row.key), named, row.goalId];
  const goalId = answers.find((id) => id === null || own.some((goal) => goal.id === id));
  // The server chooses the only goal by itself.
  if (own.length < 2) return { ...row, state: "new", categoryId, guessedBy, goalId: named };
  return {
    ...row,
    state: goalId === undefined ? "to-review" : "new",
    categoryId,
    guessedBy,
    goalId,
    goals: own,
  };
}

const readableIn = (rows: readonly PreviewRow[]): ReadableRow[] =>
  rows.filter((row) => row.state !== "unreadable");

/** By date. Rows that exist already are sent too: the server recognizes them even if their transactions were edited. */
export function rowsToSend(rows: readonly PreviewRow[], categories: readonly Category[]): SentRow[] {
  const byId = new Map(categories.map((category) => [category.id, category]));
  const decisionOf = (one: ReadableRow): InferOutput<typeof importRow> => {
    const { state, row, reference, transactionId, there, categoryId, goalId } = one;
    const category = state === "new" ? byId.get(categoryId ?? 0) : undefined;
    const { goal: _, split: _of, ...sent } = { ...row, ...(category && flowIn(row, category)) };
    return {
      ...sent,
      ...(category && goalId !== undefined && { goalId }),
      notes: sent.notes ?? null,
      reference,
      categoryId: category?.id ?? there?.categoryId,
      ...(state === "like" && transactionId && { tiesTo: transactionId }),
      ...(state === "left-out" && { leaveOut: true }),
      transfer: state === "moved" || undefined,
    };
  };
  return together(readableIn(rows))
    .filter((lines) => lines.some(isSent))
    .flatMap((lines) => {
      const [first] = lines;
      if (!first?.split) return lines.map((one) => encode(importRow, decisionOf(one)));
      const { split, subject, row, state, transactionId } = first;
      const { description } = split.whole;
      const tiesTo = subject === split.key && state === "like" && transactionId;
      const linesOf = lines.map(decisionOf).map(({ tiesTo: own, description: text, ...line }) => ({
        ...line,
        ...(text !== description && { description: text }),
        ...(own && !tiesTo && { tiesTo: own }),
      }));
      const whole = { ...split.whole, ...detailsOf(row), notes: null, ...(tiesTo && { tiesTo }) };
      return [encode(importRow, { ...whole, lines: linesOf })];
    })
    .sort((a, b) => (a.date < b.date ? -1 : a.date > b.date ? 1 : 0));
}

const isSent = ({ state, proposed }: ReadableRow) => state !== "left-out" || proposed !== "left-out";

/** Decisions about rows that are not added: ties, and rows to ignore from now on. */
export const decisionsIn = (rows: readonly PreviewRow[]) => {
  const decided = readableIn(rows).filter(isSent);
  return {
    tied: decided.filter(({ state }) => state === "like").length,
    leftOut: decided.filter(({ state }) => state === "left-out").length,
  };
};

const newIn = (rows: readonly PreviewRow[]) => readableIn(rows).filter(({ state }) => state === "new");

export const newRowsOf = (rows: readonly PreviewRow[], month: Month): ReadableRow[] =>
  newIn(rows).filter(({ row }) => monthOfDay(row.date) === month);

/** The rows of the same group with another category. */
export function rowsLike({ group, categoryId }: ReadableRow, rows: readonly PreviewRow[]): ReadableRow[] {
  return readableIn(rows).filter(
    (row) =>
      (row.state === "new" || row.state === "to-review") &&
      row.group === group &&
      row.categoryId !== categoryId,
  );
}

/** The rows of the same group and category whose goal is not chosen yet. */
export function rowsWithoutGoal({ group, categoryId }: ReadableRow, rows: readonly PreviewRow[]) {
  return readableIn(rows).filter(
    (row) =>
      row.state === "to-review" &&
      row.goals.length > 0 &&
      row.group === group &&
      row.categoryId === categoryId,
  );
}

type MonthSum = { month: Month; there: Cents; coming: Cents; rows: number };

/** For each month with new rows: the sum before, and the sum of the new rows. Income and refunds count as positive. */
export function monthSums(rows: readonly PreviewRow[], transactions: readonly Transaction[]): MonthSum[] {
  const sums = new Map<Month, MonthSum>();
  for (const { row } of newIn(rows)) {
    const month = monthOfDay(row.date);
    const sum = sums.get(month) ?? { month, there: ZERO, coming: ZERO, rows: 0 };
    sums.set(month, { ...sum, coming: plus(sum.coming, signedAmount(row)), rows: sum.rows + 1 });
  }
  for (const transaction of transactions) {
    const sum = sums.get(monthOfDay(transaction.date));
    if (sum) sum.there = plus(sum.there, signedAmount(transaction));
  }
  return [...sums.values()].sort((a, b) => (a.month < b.month ? 1 : -1));
}
