import { budgets } from "@coffer/contract/budget";
import { categories } from "@coffer/contract/category";
import { type importRow, imports, matchedRow } from "@coffer/contract/import";
import { inBatches } from "@coffer/domain/batches";
import { encode } from "@coffer/domain/definition/codec";
import type { Id } from "@coffer/domain/id";
import type { Cents } from "@coffer/domain/money/money";
import type { Month } from "@coffer/domain/time/month";
import { queryOptions } from "@tanstack/react-query";
import type { InferInput, InferOutput } from "valibot";
import { call, type LedgerId, monthParams, queryKey, type Sent } from "./call.ts";
import { failed, useApiMutation } from "./use-api-mutation.ts";

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
          const answers = await call(imports.match, { ledgerId, body, signal });
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

export const NEW_ROW: RowMatch = { state: "new", transactionId: null, by: null };

/** Adds one after the other; a repeat after a failure adds none twice. */
export function useAddCategories(ledgerId: LedgerId) {
  return useApiMutation({
    async run(bodies: Sent<typeof categories.add.body>[], { key, written }) {
      for (const [index, body] of bodies.entries())
        await call(categories.add, { ledgerId, body, key: `${key}-${index}`, written });
    },
    affects: [ledgerId, "categories"],
    successToast: { title: "Categories added" },
    failureToast: failed("Failed to add categories"),
  });
}

/** Plans amounts where nothing is planned for the category and month. */
export function useAddPlans(ledgerId: LedgerId) {
  return useApiMutation({
    async run(plans: { categoryId: Id; month: Month; projected: Cents }[], attempt) {
      for (const [month, ofMonth] of Map.groupBy(plans, (plan) => plan.month)) {
        const stored = await call(budgets.list, { ledgerId, query: monthParams(month) });
        const planned = new Set(stored.filter((one) => one.projected > 0).map((one) => one.categoryId));
        for (const { categoryId, projected } of ofMonth) {
          if (planned.has(categoryId)) continue;
          const body = { categoryId, ...monthParams(month), projected };
          await call(budgets.save, { ledgerId, body, ...attempt });
        }
      }
    },
    affects: [ledgerId, "budgets"],
    successToast: { title: "Planned amounts added" },
    failureToast: failed("Failed to add planned amounts"),
  });
}
