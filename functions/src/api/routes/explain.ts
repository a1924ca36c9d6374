import type { explain } from "@coffer/contract/explain";
import type { Core } from "@coffer/core/core";
import type { ExplainedRow } from "@coffer/domain/budget/explain";
import { toDecimal } from "@coffer/domain/money/money";
import type { RoutesOf } from "../route.ts";
import { monthOnWire, planOnWire, requestedMonth } from "./budgets.ts";
import { transactionOnWire } from "./transactions.ts";

export const explainRoutes = (core: Core): RoutesOf<typeof explain> => ({
  get: async ({ budget, query }) => {
    const { categoryId, part = "actual", card = "remaining" } = query;
    const explained = categoryId === undefined ? { card } : { categoryIds: categoryId, part };
    const { amount, rows, months, usual, largest } = await core.explain(
      budget,
      requestedMonth(query),
      explained,
    );
    return {
      amount: toDecimal(amount),
      rows: rows.map(rowOnWire),
      months: months.map((one) => ({ ...monthOnWire(one.month), amount: toDecimal(one.amount) })),
      usual: usual && toDecimal(usual),
      largest: largest && rowOnWire(largest),
    };
  },
});

function rowOnWire(row: ExplainedRow) {
  const amount = toDecimal(row.amount);
  if (row.kind === "transaction") {
    return { kind: row.kind, amount, transaction: transactionOnWire(row.transaction) };
  }
  return { kind: row.kind, amount, plan: planOnWire(row.plan) };
}
