import { explain } from "@coffer/contract/explain";
import type { Core } from "@coffer/core/core";
import { pairNoun, withCursor } from "../route.ts";
import { requestedMonth } from "./budgets.ts";

export const explainRoutes = (core: Core) =>
  pairNoun("explain", explain, {
    get: async ({ ledger, query, http }) => {
      const { categoryId, part = "actual", card = "remaining", from, to } = query;
      const between = from && to ? { between: { from, to } } : {};
      const explained = categoryId === undefined ? { card, ...between } : { categoryIds: categoryId, part };
      const { cursor, ...explanation } = await core.explain(
        ledger,
        requestedMonth(query),
        explained,
        query.cursor,
      );
      return withCursor(http, explanation, cursor);
    },
  });
