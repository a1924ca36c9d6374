import { explain } from "@coffer/contract/explain";
import type { Explained } from "@coffer/domain/budget/explained";
import type { Month } from "@coffer/domain/time/month";
import { queryOptions } from "@tanstack/react-query";
import { type LedgerId, monthParams, queryKey, send } from "./call.ts";

/** A number's rows as the server explains them. Under `budgets`, since they change whenever those do. */
export function explanation(ledgerId: LedgerId, month: Month, explained: Explained) {
  const query =
    "card" in explained
      ? { card: explained.card, ...explained.between }
      : { part: explained.part, categoryId: explained.categoryIds.join(",") };
  const key = queryKey(ledgerId, "budgets", month, "explain", JSON.stringify(query));
  return queryOptions({
    queryKey: key,
    queryFn: async ({ signal }) => {
      const page = (cursor?: string) =>
        send(explain.get, {
          ledgerId,
          query: { ...monthParams(month), ...query, ...(cursor && { cursor }) },
          signal,
        });
      const { reply, next } = await page();
      const rows = [...reply.rows];
      for (let cursor = next; cursor !== null; ) {
        const more = await page(cursor);
        rows.push(...more.reply.rows);
        cursor = more.next;
      }
      return { ...reply, rows };
    },
  });
}
