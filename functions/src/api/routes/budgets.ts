import type { budgets } from "@coffer/contract/budget";
import type { Core } from "@coffer/core/core";
import { invalid } from "@coffer/core/refusal";
import type { Budget, Plan } from "@coffer/domain/budget/budget";
import { toDecimal } from "@coffer/domain/money/money";
import { type Month, monthNumber, monthOf, yearOf } from "@coffer/domain/time/month";
import type { RoutesOf } from "../route.ts";

export const budgetRoutes = (core: Core): RoutesOf<typeof budgets> => ({
  list: async ({ budget, query }) =>
    (await core.budgets.list(budget, requestedMonth(query), query.categoryId)).map(reply),
  history: async ({ budget, query }) => {
    const months = await core.budgets.history(budget, requestedMonth(query), query.months);
    return months.map((one) => ({ ...monthOnWire(one.month), budgets: one.budgets.map(reply) }));
  },
  proposal: async ({ budget, query }) => {
    const proposals = await core.budgets.proposal(budget, requestedMonth(query), query.from);
    return proposals.map(({ categoryId, lastPlan, lastActual, proposed, planned, due, setAside }) => ({
      categoryId,
      lastPlan: toDecimal(lastPlan),
      lastActual: toDecimal(lastActual),
      proposed: toDecimal(proposed),
      planned: planned === null ? null : toDecimal(planned),
      due: due.map((payment) => ({ ...payment, amount: toDecimal(payment.amount) })),
      setAside: setAside.map((one) => ({
        ...one,
        amount: toDecimal(one.amount),
        saved: toDecimal(one.saved),
        proposed: toDecimal(one.proposed),
      })),
    }));
  },
  save: async ({ budget, body, version }) => {
    const { categoryId, projected } = body;
    const plan = { categoryId, month: requestedMonth(body), projected };
    return reply(await core.budgets.save(budget, plan, version));
  },
  planMonth: async ({ budget, body }) =>
    (await core.budgets.planMonth(budget, requestedMonth(body), body.plans)).map(reply),
  rebalance: async ({ budget, body }) =>
    (await core.budgets.rebalance(budget, requestedMonth(body), body.plans)).map(reply),
  update: async ({ budget, params, body }) =>
    reply(await core.budgets.update(budget, params.id, body.projected)),
  resetMonth: async ({ budget, body }) =>
    (await core.budgets.resetMonth(budget, requestedMonth(body))).map(reply),
});

export function requestedMonth({ month, year }: { month: number; year: number }): Month {
  const requested = monthOf(year, month);
  if (!requested) throw invalid("month", "Month must be 1 to 12");
  return requested;
}

export const monthOnWire = (month: Month) => ({ month: monthNumber(month), year: yearOf(month) });

export const planOnWire = ({ categoryId, month, projected }: Plan) => ({
  categoryId,
  ...monthOnWire(month),
  projected: toDecimal(projected),
});

const reply = ({ id, actual, actualsSince, ...plan }: Budget) => ({
  id,
  ...planOnWire(plan),
  actual: toDecimal(actual),
  actualsSince,
});
