import { useEffect, useState } from "react";

/** In milliseconds. */
const DELAY = 150;

export function useDebounced(text: string): string {
  const [debounced, setDebounced] = useState(text);
  useEffect(() => {
    const timer = setTimeout(setDebounced, DELAY, text);
    return () => clearTimeout(timer);
  }, [text]);
  return debounced;
}
