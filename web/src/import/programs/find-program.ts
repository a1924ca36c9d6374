import type { TableRow } from "../csv/table.ts";
import { ACTUAL } from "./actual.ts";
import { COFFER } from "./coffer-csv.ts";
import { FIREFLY, FIREFLY_BUDGETS } from "./firefly.ts";
import { LUNCH_MONEY } from "./lunch-money.ts";
import { MINT, MONARCH } from "./monarch.ts";
import { columnsOf, type Program } from "./program.ts";
import { YNAB, YNAB_PLAN } from "./ynab.ts";

/** Programs with more columns first: a header may be part of another. */
const PROGRAMS: readonly Program[] = [
  FIREFLY,
  FIREFLY_BUDGETS,
  COFFER,
  MINT,
  YNAB,
  YNAB_PLAN,
  LUNCH_MONEY,
  MONARCH,
  ACTUAL,
];

/** The program that wrote the table, by one of its first rows. */
export function findProgram(rows: readonly TableRow[]): { program: Program; header: number } | undefined {
  for (const [header, { cells }] of rows.slice(0, 5).entries()) {
    const at = columnsOf(cells);
    const program = PROGRAMS.find((one) => one.header.every((name) => at(name) !== undefined));
    if (program) return { program, header };
  }
  return undefined;
}
