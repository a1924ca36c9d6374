import { IMPORT_ROWS, imports } from "@coffer/contract/import";
import type { InferInput } from "valibot";
import { call, type WrittenEntry } from "./call.ts";
import type { Budget } from "./query-key.ts";

/** A row as it is sent. */
export type SentRow = {
  date: string;
  description: string;
  amount: number;
  type: "income" | "expense";
  categoryId: number;
  notes?: string | undefined;
  refund?: boolean | undefined;
  reference?: string | undefined;
};

/** In characters of JSON: well below what one call takes, so that a slow connection shows progress. */
const PORTION_SIZE = 60_000;

/** The rows in the portions in which they are sent. */
export function portionsOf(rows: readonly SentRow[]): SentRow[][] {
  const portions: SentRow[][] = [];
  let size = 0;
  for (const row of rows) {
    const length = JSON.stringify(row).length;
    const last = portions.at(-1);
    if (last && last.length < IMPORT_ROWS && size + length <= PORTION_SIZE) {
      last.push(row);
      size += length;
    } else {
      portions.push([row]);
      size = length;
    }
  }
  return portions;
}

/** Sends one portion; a repeat with the same batch and number answers as the first time. */
export function sendPortion(
  budget: Budget,
  body: InferInput<typeof imports.add.body>,
  number: number,
  written: WrittenEntry[],
): Promise<{ added: number; already: number; refused: { row: number; message: string }[] }> {
  return call(imports.add, { budget, body, key: `${body.batch}-${number}`, written });
}
