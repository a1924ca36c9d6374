import { useQueryClient } from "@tanstack/react-query";
import { useEffect } from "react";
import { useUser } from "./auth-context.tsx";
import { useOpenBudget } from "./selection.ts";

/** Milliseconds, so that the first screen loads before. */
const START_DELAY = 4_000;

/** Shows what others change in the open budget, for as long as it is open. */
export function useLiveBudget() {
  const { budget } = useOpenBudget();
  const { id } = useUser();
  const client = useQueryClient();
  useEffect(() => {
    const since = Date.now();
    let isOver = false;
    let stop: (() => void) | undefined;
    const start = async () => {
      const { watchBudget } = await import("../api/watch-budget.ts");
      if (!isOver) stop = watchBudget(client, budget, id, since);
    };
    // Without its code, as with the server gone, the page works on as it is.
    const timer = setTimeout(() => start().catch(() => {}), START_DELAY);
    return () => {
      isOver = true;
      clearTimeout(timer);
      stop?.();
    };
  }, [client, budget, id]);
}
