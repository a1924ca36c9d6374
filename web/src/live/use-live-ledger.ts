import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useCurrency, useOpenLedger, useToday, useUser } from "../selection/selection.ts";

/** The first screen loads before. */
const START_DELAY_MS = 4_000;

/** Shows what others change in the open budget, for as long as it is open, and what other tabs change. */
export function useLiveLedger() {
  const { ledgerId } = useOpenLedger();
  const { id, timeZone } = useUser();
  const currency = useCurrency();
  const client = useQueryClient();
  useEffect(() => {
    const since = Date.now();
    return startLater(({ watchLedger }, signal) =>
      watchLedger(client, ledgerId, { id, currency, timeZone }, since, signal),
    );
  }, [client, ledgerId, id, currency, timeZone]);
  useEffect(() => startLater(({ watchTabs }, signal) => watchTabs(client, signal)), [client]);
  // Figures that were read yesterday count yesterday's days.
  const today = useToday();
  const readOn = useRef(today);
  useEffect(() => {
    if (readOn.current === today) return;
    readOn.current = today;
    void client.invalidateQueries();
  }, [client, today]);
}

/** The function that it gives ends it, also before it has started. */
function startLater(watch: (watches: typeof import("../api/watch-ledger.ts"), signal: AbortSignal) => void) {
  const end = new AbortController();
  const start = async () => {
    const watches = await import("../api/watch-ledger.ts");
    if (!end.signal.aborted) watch(watches, end.signal);
  };
  // Without its code, as with the server gone, the page works on as it is.
  const timer = setTimeout(() => start().catch(() => {}), START_DELAY_MS);
  return () => {
    end.abort();
    clearTimeout(timer);
  };
}
