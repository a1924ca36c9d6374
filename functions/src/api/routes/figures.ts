import type { figures } from "@coffer/contract/figures";
import type { Core } from "@coffer/core/core";
import type { RoutesOf } from "../route.ts";
import { requestedMonth } from "./budgets.ts";

export const figureRoutes = (core: Core): RoutesOf<typeof figures> => ({
  year: ({ budget, query }) => core.figures.year(budget, query.from, query.months),
  toSpend: ({ budget, query }) => core.figures.toSpend(budget, requestedMonth(query)),
});
