import { budgets } from "@coffer/contract/budget";
import type { Core } from "@coffer/core/core";
import { invalid } from "@coffer/core/refusal";
import { type Month, monthOf } from "@coffer/domain/time/month";
import { pairNoun } from "../route.ts";

export const budgetRoutes = (core: Core) =>
  pairNoun("budgets", budgets, {
    list: ({ budget, query }) => core.budgets.list(budget, requestedMonth(query), query.categoryId),
    history: ({ budget, query }) => core.budgets.history(budget, requestedMonth(query), query.months),
    proposal: ({ budget, query }) => core.budgets.proposal(budget, requestedMonth(query), query.from),
    save: ({ budget, body, version }) => {
      const { categoryId, projected } = body;
      return core.budgets.save(budget, { categoryId, month: requestedMonth(body), projected }, version);
    },
    planMonth: ({ budget, body }) => core.budgets.planMonth(budget, requestedMonth(body), body.plans),
    rebalance: ({ budget, body }) => core.budgets.rebalance(budget, requestedMonth(body), body.plans),
    update: ({ budget, params, body }) => core.budgets.update(budget, params.id, body.projected),
    resetMonth: ({ budget, body }) => core.budgets.resetMonth(budget, requestedMonth(body)),
  });

export function requestedMonth({ month, year }: { month: number; year: number }): Month {
  const requested = monthOf(year, month);
  if (!requested) throw invalid("month", "Month must be 1 to 12");
  return requested;
}
