import { type importRow, imports, matchedRow } from "@coffer/contract/import";
import { inBatches } from "@coffer/domain/batches";
import { encode } from "@coffer/domain/definition/codec";
import { queryOptions } from "@tanstack/react-query";
import type { InferInput, InferOutput } from "valibot";
import { call, callQuery, type LedgerId, NEVER_CACHED, queryKey } from "./call.ts";
import { withRetries } from "./retries.ts";

export type SentRow = InferInput<typeof importRow>;

export type RowMatch = InferOutput<typeof imports.match.reply>[number];

/** Rows per call, and concurrent calls. */
const MATCH_ROWS = 150;
const AT_ONCE = 4;

/** Classifies each row. `version` changes with other inputs, such as rules. */
export function importMatches(
  ledgerId: LedgerId,
  rows: readonly InferOutput<typeof matchedRow>[],
  version: string,
) {
  return queryOptions({
    queryKey: queryKey(ledgerId, "transactions", "match", version),
    async queryFn({ signal }) {
      const matches: RowMatch[] = [];
      const indexed = rows
        .map((row, index) => ({ row: encode(matchedRow, row), index }))
        .sort((a, b) => a.row.date.localeCompare(b.row.date));
      for (const slices of inBatches([...inBatches(indexed, MATCH_ROWS)], AT_ONCE)) {
        const matching = slices.map(async (slice) => {
          const body = { rows: slice.map(({ row }) => row) };
          const answers = await withRetries(() => call(imports.match, { ledgerId, body, signal }), signal);
          for (const [at, { index }] of slice.entries()) matches[index] = answers[at] ?? NEW_ROW;
        });
        await Promise.all(matching);
      }
      return matches;
    },
    staleTime: Number.POSITIVE_INFINITY,
    gcTime: 0,
  });
}

/** How many rows an import may bring now, and why it would be refused. */
export const importRoom = (ledgerId: LedgerId) =>
  callQuery(queryKey(ledgerId, "transactions", "room"), imports.room, { ledgerId }, NEVER_CACHED);

export const NEW_ROW: RowMatch = { state: "new", transactionId: null, by: null };
