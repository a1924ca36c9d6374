import { lines } from "@coffer/contract/line";
import { useQuery } from "@tanstack/react-query";
import { useOpenLedger } from "../selection/selection.ts";
import { callQuery, type LedgerId, ONE_MINUTE, queryKey } from "./call.ts";

const lineAhead = (ledgerId: LedgerId, months: number) =>
  callQuery(
    queryKey(ledgerId, "line", months),
    lines.get,
    { ledgerId, query: { months } },
    { staleTime: ONE_MINUTE, meta: {} },
  );

/** The spendable money of each coming day, with the lowest day. Not requested for guests, who may not see it. */
export function useLine(months = 12, enabled = true) {
  const { ledgerId, can } = useOpenLedger();
  return useQuery({ ...lineAhead(ledgerId, months), enabled: enabled && can("manage") });
}
