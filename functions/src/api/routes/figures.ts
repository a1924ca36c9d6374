import { budgets } from "@coffer/contract/budget";
import { balance, explain, figures, months, tips } from "@coffer/contract/figures";
import type { Core } from "@coffer/core/core";
import { fittingLists } from "@coffer/core/pages";
import { invalid } from "@coffer/core/refusal";
import { type Month, monthOf, monthOfDay } from "@coffer/domain/time/month";
import { pairNoun, withCursor } from "../route.ts";
import { entryOnWire } from "./sharing.ts";

export const figureRoutes = (core: Core) =>
  pairNoun("figures", figures, {
    year: ({ ledger, query }) => core.figures.year(ledger, query.from, query.months),
    toSpend: ({ ledger, query }) => core.figures.toSpend(ledger, requestedMonth(query)),
  });

/** Lists beyond these bytes are omitted from the month's answer, so that its budgets, which every screen needs, fit. */
const LIST_BYTES = 2_200_000;

export const monthRoutes = (core: Core) =>
  pairNoun("months", months, {
    async view({ ledger, query, http }) {
      const month = requestedMonth(query);
      const viewing = core.figures.month(ledger, month);
      const granted = viewing.then(({ shares }) => shares);
      const [{ cursor, shares: _, ...view }, people] = await Promise.all([
        viewing,
        // The month can be shown without its people, which are then read by calls of their own.
        core.households.readWithShares(ledger, granted).catch(() => undefined),
      ]);
      const { history, categories, subscriptions, transactions, ...whole } = view;
      const lists = fittingLists({ categories, history, subscriptions, transactions }, LIST_BYTES);
      const tips = await core.tips.known(ledger, month, view, people?.ledger.currency);
      const beside = { ledger: people?.ledger, shares: people?.shares?.map(entryOnWire), tips };
      return withCursor(http, { ...whole, ...lists, ...beside }, lists.transactions ? cursor : null);
    },
  });

export const explainRoutes = (core: Core) =>
  pairNoun("explain", explain, {
    get: async ({ ledger, query, http }) => {
      const { categoryId, part = "actual", card = "remaining", from, to, date } = query;
      const { month = 0, year = 0 } = query;
      const isOfDay = card === "line" && date !== undefined;
      const between = from && to ? { between: { from, to } } : {};
      const explained =
        categoryId === undefined ? { card, date, ...between } : { categoryIds: categoryId, part };
      const { cursor, ...explanation } = await core.explain(
        ledger,
        isOfDay ? monthOfDay(date) : requestedMonth({ month, year }),
        explained,
        query.cursor,
      );
      return withCursor(http, explanation, cursor);
    },
  });

export const balanceRoutes = ({ balances }: Core) =>
  pairNoun("balance", balance, {
    get: ({ ledger }) => balances.get(ledger),
    settle: ({ ledger, body }) => balances.settle(ledger, body),
  });

export const tipsRoutes = (core: Core) =>
  pairNoun("tips", tips, {
    get: ({ ledger, query }) => core.tips.get(ledger, requestedMonth(query)),
  });

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
