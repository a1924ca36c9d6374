import { budgets } from "@coffer/contract/budget";
import type { Budget as MonthBudget } from "@coffer/domain/budget";
import type { Id } from "@coffer/domain/id";
import { type Month, monthNumber, monthOf, yearOf } from "@coffer/domain/month";
import { type QueryClient, queryOptions } from "@tanstack/react-query";
import type { InferOutput } from "valibot";
import { call } from "./call.ts";
import { useChange } from "./change.ts";
import { freshness } from "./freshness.ts";
import { type Budget, keyOf } from "./keys.ts";
import { refresh } from "./refresh.ts";

/** A month as the wire names it. */
export const onWire = (month: Month) => ({ month: monthNumber(month), year: yearOf(month) });

/** What was planned in a month beside what happened, per category. */
export function monthBudgets(budget: Budget, month: Month) {
  return queryOptions({
    queryKey: keyOf(budget, "budgets", month),
    queryFn: async ({ signal }) =>
      (await call(budgets.list, { budget, query: onWire(month), signal })).map(fromWire),
    meta: { failure: "Failed to fetch budgets" },
    ...freshness(budget),
  });
}

/** A category's budget in a month, null where there is none. Asked anew, for whoever is about to change it. */
export function categoryBudget(budget: Budget, month: Month, categoryId: Id) {
  return queryOptions({
    queryKey: keyOf(budget, "budgets", month, categoryId),
    async queryFn({ signal }) {
      const query = { ...onWire(month), categoryId };
      const [found] = await call(budgets.list, { budget, query, signal });
      return found ? fromWire(found) : null;
    },
    staleTime: 0,
    gcTime: 0,
  });
}

/** So many months, oldest first, ending with the given one; plan and actual are compared over six. */
export function budgetHistory(budget: Budget, month: Month, count = 6) {
  return queryOptions({
    queryKey: keyOf(budget, "history", month, count),
    queryFn: async ({ signal }) => {
      const query = { ...onWire(month), months: count };
      const months = await call(budgets.history, { budget, query, signal });
      return months.map((past) => ({ month: known(past), budgets: past.budgets.map(fromWire) }));
    },
    ...freshness(budget),
  });
}

/** Counts the month's actuals from zero again; the toast offers to take it back. */
export function useResetActuals(budget: Budget) {
  const undo = useChange({
    run: (month: Month) => call(budgets.undoReset, { budget, body: onWire(month) }),
    settle: (client, reply, month) => show(client, budget, month, reply),
    success: () => ({ title: "Reset undone", description: "The month's actuals are back." }),
    failure: { title: "Error", description: "Failed to restore monthly actuals" },
  });
  return useChange({
    run: (month: Month) => call(budgets.resetMonth, { budget, body: onWire(month) }),
    settle: (client, reply, month) => show(client, budget, month, reply),
    success: (_, month) => ({
      title: "Reset successful",
      description: "The month's actuals count from zero again.",
      action: { label: "Undo", onSelect: () => undo.mutate(month) },
    }),
    failure: { title: "Error", description: "Failed to reset monthly actuals" },
  });
}

type Wire = InferOutput<typeof budgets.list.reply>[number];

function show(client: QueryClient, budget: Budget, month: Month, reply: Wire[]) {
  client.setQueryData(monthBudgets(budget, month).queryKey, reply.map(fromWire));
  refresh(client, budget, "budgets");
}

function fromWire(wire: Wire): MonthBudget {
  return { ...wire, month: known(wire) };
}

function known({ year, month }: { year: number; month: number }): Month {
  const found = monthOf(year, month);
  if (!found) throw new RangeError(`No such month: ${year}-${month}`);
  return found;
}
