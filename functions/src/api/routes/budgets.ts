import { budgets } from "@coffer/contract/budget";
import type { Core } from "@coffer/core/core";
import { invalid } from "@coffer/core/refusal";
import { type Month, monthOf } from "@coffer/domain/time/month";
import { pairNoun } from "../route.ts";

export const budgetRoutes = (core: Core) =>
  pairNoun("budgets", budgets, {
    list: ({ ledger, query }) => core.budgets.list(ledger, requestedMonth(query), query.categoryId),
    history: ({ ledger, query }) => core.budgets.history(ledger, requestedMonth(query), query.months),
    proposal: ({ ledger, query }) => core.budgets.proposal(ledger, requestedMonth(query), query.from),
    save: ({ ledger, body }) => {
      const { categoryId, projected } = body;
      return core.budgets.save(ledger, { categoryId, month: requestedMonth(body), projected });
    },
    planMonth({ ledger, body }) {
      const { until, replace } = body;
      const plans = body.plans.map(({ month, year, ...plan }) => {
        return month && year ? { ...plan, month: requestedMonth({ month, year }) } : plan;
      });
      const how = { ...(until && { until: requestedMonth(until) }), replace };
      return core.budgets.planMonth(ledger, requestedMonth(body), plans, how);
    },
    rebalance: ({ ledger, body }) => core.budgets.rebalance(ledger, requestedMonth(body), body.plans),
    update: ({ ledger, params, body }) => core.budgets.update(ledger, params.id, body.projected),
    resetMonth: ({ ledger, body }) => core.budgets.resetMonth(ledger, requestedMonth(body)),
  });

export function requestedMonth({ month, year }: { month: number; year: number }): Month {
  const requested = monthOf(year, month);
  if (!requested) throw invalid("month", "Month must be 1 to 12");
  return requested;
}
