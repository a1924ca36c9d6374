import { figures } from "@coffer/contract/figures";
import { months } from "@coffer/contract/month";
import type { Core } from "@coffer/core/core";
import { pairNoun, withCursor } from "../route.ts";
import { requestedMonth } from "./budgets.ts";

export const figureRoutes = (core: Core) =>
  pairNoun("figures", figures, {
    year: ({ budget, query }) => core.figures.year(budget, query.from, query.months),
    toSpend: ({ budget, query }) => core.figures.toSpend(budget, requestedMonth(query)),
  });

export const monthRoutes = (core: Core) =>
  pairNoun("months", months, {
    async view({ budget, query, http }) {
      const month = requestedMonth(query);
      const { cursor, ...view } = await core.figures.month(budget, month);
      return withCursor(http, { ...view, tips: await core.tips.known(budget, month, view) }, cursor);
    },
  });
