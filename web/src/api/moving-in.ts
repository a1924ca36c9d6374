import { budgets } from "@coffer/contract/budget";
import { categories } from "@coffer/contract/category";
import { figures } from "@coffer/contract/figures";
import { inBatches } from "@coffer/domain/batches";
import { category } from "@coffer/domain/category/definition";
import { draftOf } from "@coffer/domain/definition/kind";
import type { Id } from "@coffer/domain/id";
import type { Cents } from "@coffer/domain/money/money";
import { addMonthsTo, type Month, monthsBetween, yearOf } from "@coffer/domain/time/month";
import { queryOptions } from "@tanstack/react-query";
import type { OurCell } from "../import/comparison.ts";
import { type CategoryRef, categoryFinder, type Move } from "../import/moving-in.ts";
import { call, type LedgerId, monthParams, NEVER_CACHED, queryKey } from "./call.ts";
import { categoryList } from "./categories.ts";
import { invalidate } from "./invalidate.ts";
import { withRetries } from "./retries.ts";
import { type Attempt, failed, useApiMutation } from "./use-api-mutation.ts";
import { sendEdit } from "./use-save.ts";

/** Plans of one call, all of one year. */
const PLANS_AT_ONCE = 500;

/**
 * Adds what other programs' files have in addition to rows: categories, one after the other, then their order, and plans
 * if there are none. A repeat after a failure adds nothing twice.
 */
export function useMoveIn(ledgerId: LedgerId) {
  return useApiMutation({
    async run({ adds, changes, places, plans }: Move, attempt) {
      const added = await addCategories(ledgerId, adds, attempt);
      const idOf = (of: CategoryRef) => ("id" in of ? of.id : (added[of.added] ?? 0));
      for (const change of changes) await changeCategory(ledgerId, change, attempt);
      if (places) {
        const body = places.map(({ of, ...place }) => ({ ...place, id: idOf(of) }));
        const { key, written } = attempt;
        await withRetries(() => call(categories.order, { ledgerId, body, key: `${key}-order`, written }));
      }
      await planYears(
        ledgerId,
        plans.map(({ of, ...plan }) => ({ ...plan, categoryId: idOf(of) })),
        attempt,
      );
      return call(categories.list, { ledgerId });
    },
    affects: [ledgerId, "categories"],
    // The files' rows are shown in the new categories before the import.
    updateCache: (client, list) => client.setQueryData(categoryList(ledgerId).queryKey, list),
    // Categories that were created before the failure exist.
    onFailure: (client) => invalidate(client, ledgerId, "categories"),
    successToast: { title: "Categories and plans added" },
    failureToast: failed("Failed to add categories and plans"),
  });
}

/** Returns the ids of the categories, whether added or found. */
async function addCategories(ledgerId: LedgerId, adds: Move["adds"], { key, written }: Attempt) {
  const ids: Id[] = [];
  // Another member may have moved the same files in since this page read the categories.
  const find = categoryFinder(await withRetries(() => call(categories.list, { ledgerId })));
  for (const [index, { group, ...named }] of adds.entries()) {
    const existing = find({ ...named, ...(group && { group }) });
    const body = { ...named, group, unlessThere: true };
    const add = () => call(categories.add, { ledgerId, body, key: `${key}-${index}`, written });
    ids.push((existing ?? (await withRetries(add))).id);
  }
  return ids;
}

async function changeCategory(
  ledgerId: LedgerId,
  { category: opened, carry, opening }: Move["changes"][number],
  { key, written }: Attempt,
) {
  const { id } = opened;
  const params = { id };
  const body = { ...draftOf(category, opened), carry, opening };
  const extras = { key: `${key}-of-${id}`, written };
  await sendEdit(
    { kind: category, ledgerId, opened, body, schema: categories.update.body },
    (version, body) =>
      withRetries(() => call(categories.update, { ledgerId, params, body, version, ...extras })),
  );
}

type CategoryPlan = { categoryId: Id; month: Month; projected: Cents };

/** Fills missing plans, so that a repeat changes nothing. */
async function planYears(ledgerId: LedgerId, plans: readonly CategoryPlan[], { written }: Attempt) {
  for (const ofYear of Map.groupBy(plans, ({ month }) => yearOf(month)).values())
    for (const batch of inBatches(ofYear, PLANS_AT_ONCE)) {
      const [first] = batch;
      if (!first) continue;
      const wanted = batch.map(({ month, ...plan }) => ({ ...plan, ...monthParams(month) }));
      const body = { ...monthParams(first.month), plans: wanted };
      await withRetries(() => call(budgets.planMonth, { ledgerId, body, written }));
    }
}

const MOST_MONTHS = 60;

/** Figures from one month to another, by "<category id> <month>". */
export const comparedYears = (ledgerId: LedgerId, from: Month, to: Month) =>
  queryOptions({
    queryKey: queryKey(ledgerId, "history", from, to, "compared"),
    async queryFn({ signal }) {
      const cells = new Map<string, OurCell>();
      for (let month = from; month <= to; month = addMonthsTo(month, MOST_MONTHS)) {
        const count = Math.min(MOST_MONTHS, monthsBetween(month, to) + 1);
        const query = { from: month, months: count };
        const { months, rows } = await call(figures.year, { ledgerId, query, signal });
        for (const { categoryId, cells: ofMonths } of rows)
          for (const [at, cell] of ofMonths.entries()) cells.set(`${categoryId} ${months[at]}`, cell);
      }
      return cells;
    },
    ...NEVER_CACHED,
  });
