import { addDays, type Day } from "@coffer/domain/time/day";
import { type BankFile, toImportRow } from "../src/bank-file.ts";
import type { Answers } from "../src/memory.ts";
import { readBankFile } from "../src/read.ts";

/** Reads a text as the web app does, and returns the parts that tests compare. */
export async function readText(text: string | Uint8Array, latest: Day, answers: Answers = {}) {
  const bytes = typeof text === "string" ? new TextEncoder().encode(text) : text;
  return asImported(await readBankFile({ name: "file", bytes }, { today: addDays(latest, -366), answers }));
}

/** The parts of a file that tests compare. Rows have the form in which they are stored. */
export function asImported(file: BankFile) {
  const moves = file.rows.filter(({ transfer }) => transfer);
  const left = file.leftOut.filter(
    ({ why, unreadable }) => !unreadable && why !== "header" && why !== "footer",
  );
  const notes = [
    ...left.map(({ line, reason }) => ({ line, reason })),
    ...moves.map(({ line }) => ({ line, reason: TRANSFER })),
  ];
  return {
    source: file.program ?? file.format.toUpperCase(),
    rows: file.rows
      .filter(({ transfer }) => !transfer)
      .map((row) => ({ line: row.line, row: toImportRow(row) })),
    leftOut: notes.sort((a, b) => a.line - b.line),
    unreadable: file.leftOut.flatMap(({ line, reason, unreadable }) =>
      unreadable ? [{ line, reason }] : [],
    ),
    categories: file.categories,
    plans: file.plans,
    notices: file.notices,
    questions: file.questions.map(({ id }) => id),
    balances: file.balances,
    proved: file.proved,
    file,
  };
}

export type Imported = ReturnType<typeof asImported>;

/** The parts of a row that tests of programs' exports compare. "refund" replaces the type of a refund. */
export const rowsOf = (file: Imported) =>
  file.rows.map(({ row }) => [
    row.date,
    row.description,
    row.amount,
    row.refund ? "refund" : row.type,
    row.category,
  ]);

export const reasons = (file: Imported) => file.leftOut.map(({ reason }) => reason);

export const TRANSFER = "It is a transfer between accounts.";
export const STARTED = "It is the opening balance of an account.";
