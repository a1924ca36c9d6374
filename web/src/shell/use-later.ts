import { useEffect, useState } from "react";

/** Milliseconds without a key after which typing counts as paused. */
const PAUSE = 150;

/** The text as it was when typing last paused, for what asks the server. */
export function useLater(text: string): string {
  const [later, setLater] = useState(text);
  useEffect(() => {
    const timer = setTimeout(setLater, PAUSE, text);
    return () => clearTimeout(timer);
  }, [text]);
  return later;
}
