import { useQueryClient } from "@tanstack/react-query";
import { useEffect, useRef } from "react";
import { useCurrency, useOpenLedger, useToday, useUser } from "../selection/selection.ts";

/** After the first screen has loaded. */
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

/** Returns a function that stops it, even before it has started. */
function startLater(watch: (watches: typeof import("../api/watch-ledger.ts"), signal: AbortSignal) => void) {
  const end = new AbortController();
  const start = async () => {
    const watches = await import("../api/watch-ledger.ts");
    if (!end.signal.aborted) watch(watches, end.signal);
  };
  // If its code cannot load, the page works without it.
  const timer = setTimeout(() => start().catch(() => {}), START_DELAY_MS);
  return () => {
    end.abort();
    clearTimeout(timer);
  };
}
