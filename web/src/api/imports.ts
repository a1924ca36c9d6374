import { budgets } from "@coffer/contract/budget";
import { categories } from "@coffer/contract/category";
import { IMPORT_ROWS, type importRow, imports } from "@coffer/contract/import";
import type { Id } from "@coffer/domain/id";
import type { Cents } from "@coffer/domain/money/money";
import type { Month } from "@coffer/domain/time/month";
import type { InferInput } from "valibot";
import { call, type Sent, type WrittenEntry } from "./call.ts";
import { monthParams } from "./month-params.ts";
import type { Budget } from "./query-key.ts";
import { failed, useApiMutation } from "./use-api-mutation.ts";

export type SentRow = InferInput<typeof importRow>;

/** In characters of JSON: well below what one call takes, so that a slow connection shows progress. */
const PORTION_SIZE = 60_000;

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

/** Adds one after the other; a repeat after a failure adds none twice. */
export function useAddCategories(budget: Budget) {
  return useApiMutation({
    async run(bodies: Sent<typeof categories.add.body>[], key, written) {
      for (const [index, body] of bodies.entries())
        await call(categories.add, { budget, body, key: `${key}-${index}`, written });
    },
    affects: [budget, "categories"],
    successToast: () => ({ title: "Categories added" }),
    failureToast: failed("Failed to add categories"),
  });
}

/** Plans amounts where nothing is planned for the category and month. */
export function useAddPlans(budget: Budget) {
  return useApiMutation({
    async run(plans: { categoryId: Id; month: Month; projected: Cents }[], _, written) {
      for (const [month, ofMonth] of Map.groupBy(plans, (plan) => plan.month)) {
        const query = monthParams(month);
        const stored = await call(budgets.list, { budget, query });
        const planned = new Set(stored.flatMap((one) => (one.projected > 0 ? [one.categoryId] : [])));
        for (const { categoryId, projected } of ofMonth) {
          if (planned.has(categoryId)) continue;
          const body = { categoryId, ...monthParams(month), projected };
          await call(budgets.save, { budget, body, written });
        }
      }
    },
    affects: [budget, "budgets"],
    successToast: () => ({ title: "Planned amounts added" }),
    failureToast: failed("Failed to add planned amounts"),
  });
}
