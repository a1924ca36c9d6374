import { parseMonth } from "@coffer/domain/month";
import * as v from "valibot";
import { selectionSearch } from "../search.ts";

const PAGES = ["/budget", "/transactions", "/goals", "/subscriptions", "/settings"] as const;

/** Where a notification leads: a page, with the month, the budget and the number that it is about and no others. */
export function pageOf(link: string) {
  const { pathname, searchParams } = new URL(link, "http://coffer.invalid");
  const to = PAGES.find((page) => page === pathname) ?? "/";
  const budget = Number(searchParams.get("budget"));
  const why = searchParams.get("why") ?? undefined;
  return {
    to,
    search: {
      month: parseMonth(searchParams.get("month") ?? ""),
      // Named even where it is one's own: left out, the one that is open would stay.
      budget: Number.isSafeInteger(budget) && budget > 0 ? budget : undefined,
      why: v.parse(selectionSearch, { why: why && /^\d+$/.test(why) ? Number(why) : why }).why,
    },
  };
}
