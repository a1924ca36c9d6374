import { useEffect, useState } from "react";

/** Milliseconds, so that the first screen loads before. */
const START_DELAY = 3_000;

/** False while the page's first screen loads. */
export function useStarted(): boolean {
  const [isStarted, setIsStarted] = useState(() => performance.now() > START_DELAY);
  useEffect(() => {
    const timer = setTimeout(setIsStarted, START_DELAY, true);
    return () => clearTimeout(timer);
  }, []);
  return isStarted;
}
