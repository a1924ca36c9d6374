import { lines } from "@coffer/contract/line";
import { afford, LINE_MONTHS, monthsToAnswer } from "@coffer/domain/line/afford";
import type { Asked } from "@coffer/domain/line/afford-text";
import { useQuery } from "@tanstack/react-query";
import { useCategories, useCurrency, useOpenLedger, useToday } from "../selection/selection.ts";
import { callQuery, type LedgerId, ONE_MINUTE, queryKey } from "./call.ts";

const lineAhead = (ledgerId: LedgerId, months: number) =>
  callQuery(
    queryKey(ledgerId, "line", months),
    lines.get,
    { ledgerId, query: { months } },
    { staleTime: ONE_MINUTE, meta: {} },
  );

/** What can be spent day by day, with the lowest day; not asked for by a guest, who may not see it. */
export function useLine(months = LINE_MONTHS, enabled = true) {
  const { ledgerId, can } = useOpenLedger();
  return useQuery({ ...lineAhead(ledgerId, months), enabled: enabled && can("manage") });
}

/** The answer to a question, computed here from the line that the browser knows; without a network, too. */
export function useAfford(asked: Asked | undefined) {
  const currency = useCurrency();
  const today = useToday();
  const { data: categories = [] } = useCategories();
  const isPast = asked !== undefined && asked.date < today;
  const line = useLine(asked && monthsToAnswer(asked.date, today), asked !== undefined && !isPast);
  if (!asked || isPast || !line.data) return { isPast, answer: undefined, error: line.error };
  const nameOf = (id: number) => categories.find((one) => one.id === id)?.name;
  return { isPast, answer: afford(line.data, asked, { currency, today, nameOf }), error: null };
}
