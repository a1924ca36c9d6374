import type { tips } from "@coffer/contract/tips";
import type { Core } from "@coffer/core/core";
import type { RoutesOf } from "../route.ts";
import { requestedMonth } from "./budgets.ts";

export const tipsRoutes = (core: Core): RoutesOf<typeof tips> => ({
  get: ({ budget, query }) => core.tips.get(budget, requestedMonth(query)),
});
