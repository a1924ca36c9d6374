import { budgets } from "@coffer/contract/budget";
import { categories } from "@coffer/contract/category";
import { figures } from "@coffer/contract/figures";
import { inBatches } from "@coffer/domain/batches";
import { category } from "@coffer/domain/category/definition";
import { draftOf } from "@coffer/domain/definition/kind";
import type { Id } from "@coffer/domain/id";
import { addMonthsTo, type Month, monthsBetween, yearOf } from "@coffer/domain/time/month";
import { queryOptions } from "@tanstack/react-query";
import type { OurCell } from "../import/comparison.ts";
import { type CategoryRef, categoryFinder, type Move } from "../import/moving-in.ts";
import { call, type LedgerId, monthParams, NEVER_CACHED, queryKey } from "./call.ts";
import { categoryList } from "./categories.ts";
import { invalidate } from "./invalidate.ts";
import { withRetries } from "./retries.ts";
import { failed, useApiMutation } from "./use-api-mutation.ts";
import { sendEdit } from "./use-save.ts";

/** Plans of one call, all of one year. */
const PLANS_AT_ONCE = 500;

/**
 * Brings what another program's files have in addition to rows: categories, one after the other, then their order, and plans
 * if there are none. A repeat after a failure adds nothing twice.
 */
export function useMoveIn(ledgerId: LedgerId) {
  return useApiMutation({
    async run({ adds, changes, places, plans }: Move, { key, written }) {
      const added: Id[] = [];
      // Another member may have moved the same files in since this page read the categories.
      const find = categoryFinder(await withRetries(() => call(categories.list, { ledgerId })));
      for (const [index, body] of adds.entries()) {
        const { group, ...named } = body;
        const here = find({ ...named, ...(group && { group }) });
        if (here) {
          added.push(here.id);
          continue;
        }
        const once = { ...body, unlessThere: true };
        const add = () => call(categories.add, { ledgerId, body: once, key: `${key}-${index}`, written });
        added.push((await withRetries(add)).id);
      }
      const idOf = (of: CategoryRef) => ("id" in of ? of.id : (added[of.added] ?? 0));
      for (const { category: opened, carry, opening } of changes) {
        const { id } = opened;
        const body = { ...draftOf(category, opened), carry, opening };
        await sendEdit(
          { kind: category, ledgerId, opened, body, schema: categories.update.body },
          (version, edited) =>
            withRetries(() =>
              call(categories.update, {
                ...{ ledgerId, params: { id }, body: edited, version },
                ...{ key: `${key}-of-${id}`, written },
              }),
            ),
        );
      }
      if (places) {
        const body = places.map(({ of, ...place }) => ({ ...place, id: idOf(of) }));
        await withRetries(() => call(categories.order, { ledgerId, body, key: `${key}-order`, written }));
      }
      for (const ofYear of Map.groupBy(plans, ({ month }) => yearOf(month)).values())
        for (const some of inBatches(ofYear, PLANS_AT_ONCE)) {
          const wanted = some.map(({ of, month, projected }) => ({
            ...{ categoryId: idOf(of), projected },
            ...monthParams(month),
          }));
          const [first] = some;
          if (first)
            await withRetries(() =>
              call(budgets.planMonth, {
                ...{ ledgerId, body: { ...monthParams(first.month), plans: wanted } },
                ...{ key, written },
              }),
            );
        }
      return call(categories.list, { ledgerId });
    },
    affects: [ledgerId, "categories"],
    // The rows are put into them at once, before somebody imports.
    updateCache: (client, list) => client.setQueryData(categoryList(ledgerId).queryKey, list),
    // The categories that were created before the failure are here.
    onFailure: (client) => invalidate(client, ledgerId, "categories"),
    successToast: { title: "Categories and plans added" },
    failureToast: failed("Failed to add categories and plans"),
  });
}

const MOST_MONTHS = 60;

/** The figures of each category from one month to another, by "category month". */
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
