import { useEffect, useState } from "react";

const DELAY_MS = 150;

export function useDebounced(text: string): string {
  const [debounced, setDebounced] = useState(text);
  useEffect(() => {
    const timer = setTimeout(setDebounced, DELAY_MS, text);
    return () => clearTimeout(timer);
  }, [text]);
  return debounced;
}
