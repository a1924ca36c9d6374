import { explain } from "@coffer/contract/explain";
import type { Core } from "@coffer/core/core";
import { monthOfDay } from "@coffer/domain/time/month";
import { pairNoun, withCursor } from "../route.ts";
import { requestedMonth } from "./budgets.ts";

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
