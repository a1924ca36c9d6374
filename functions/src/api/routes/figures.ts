import { figures } from "@coffer/contract/figures";
import { months } from "@coffer/contract/month";
import type { Core } from "@coffer/core/core";
import { fittingLists } from "@coffer/core/page-bytes";
import { pairNoun, withCursor } from "../route.ts";
import { requestedMonth } from "./budgets.ts";

export const figureRoutes = (core: Core) =>
  pairNoun("figures", figures, {
    year: ({ ledger, query }) => core.figures.year(ledger, query.from, query.months),
    toSpend: ({ ledger, query }) => core.figures.toSpend(ledger, requestedMonth(query)),
  });

/** Sent with the month's budgets, which every screen needs first. */
const LIST_BYTES = 2_200_000;

export const monthRoutes = (core: Core) =>
  pairNoun("months", months, {
    async view({ ledger, query, http }) {
      const month = requestedMonth(query);
      const { cursor, ...view } = await core.figures.month(ledger, month);
      const { history, categories, subscriptions, transactions, ...whole } = view;
      const lists = fittingLists({ categories, history, subscriptions, transactions }, LIST_BYTES);
      const tips = await core.tips.known(ledger, month, view);
      return withCursor(http, { ...whole, ...lists, tips }, lists.transactions ? cursor : null);
    },
  });
