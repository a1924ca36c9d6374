import { figures } from "@coffer/contract/figures";
import { months } from "@coffer/contract/month";
import type { Core } from "@coffer/core/core";
import { pairNoun, withCursor } from "../route.ts";
import { requestedMonth } from "./budgets.ts";

export const figureRoutes = (core: Core) =>
  pairNoun("figures", figures, {
    year: ({ ledger, query }) => core.figures.year(ledger, query.from, query.months),
    toSpend: ({ ledger, query }) => core.figures.toSpend(ledger, requestedMonth(query)),
  });

export const monthRoutes = (core: Core) =>
  pairNoun("months", months, {
    async view({ ledger, query, http }) {
      const month = requestedMonth(query);
      const { cursor, ...view } = await core.figures.month(ledger, month);
      return withCursor(http, { ...view, tips: await core.tips.known(ledger, month, view) }, cursor);
    },
  });
