import { useEffect, useState } from "react";

const START_DELAY_MS = 3_000;

/** False while the page's first screen loads. */
export function useStarted(): boolean {
  const [isStarted, setIsStarted] = useState(() => performance.now() > START_DELAY_MS);
  useEffect(() => {
    const timer = setTimeout(setIsStarted, START_DELAY_MS, true);
    return () => clearTimeout(timer);
  }, []);
  return isStarted;
}
