import type { budgets } from "@coffer/contract/budget";
import type { Core } from "@coffer/core/core";
import { invalid } from "@coffer/core/refusal";
import type { Budget } from "@coffer/domain/budget";
import { toDecimal } from "@coffer/domain/money";
import { type Month, monthNumber, monthOf, yearOf } from "@coffer/domain/month";
import type { RoutesOf } from "../route.ts";

export const budgetRoutes = (core: Core): RoutesOf<typeof budgets> => ({
  list: async ({ budget, query }) =>
    (await core.budgets.list(budget, monthAsked(query), query.categoryId)).map(reply),
  history: async ({ budget, query }) => {
    const months = await core.budgets.history(budget, monthAsked(query), query.months);
    return months.map((one) => ({ ...onWire(one.month), budgets: one.budgets.map(reply) }));
  },
  save: async ({ budget, body }) => {
    const { categoryId, projected } = body;
    return reply(await core.budgets.save(budget, { categoryId, month: monthAsked(body), projected }));
  },
  update: async ({ budget, params, body }) =>
    reply(await core.budgets.update(budget, params.id, body.projected)),
  resetMonth: async ({ budget, body }) =>
    (await core.budgets.resetMonth(budget, monthAsked(body))).map(reply),
  undoReset: async ({ budget, body }) => (await core.budgets.undoReset(budget, monthAsked(body))).map(reply),
});

/** The month that a call names by its number and year. */
export function monthAsked({ month, year }: { month: number; year: number }): Month {
  const asked = monthOf(year, month);
  if (!asked) throw invalid("month", "Month must be 1 to 12");
  return asked;
}

const onWire = (month: Month) => ({ month: monthNumber(month), year: yearOf(month) });

const reply = ({ id, categoryId, month, projected, actual }: Budget) => ({
  id,
  categoryId,
  ...onWire(month),
  projected: toDecimal(projected),
  actual: toDecimal(actual),
});
