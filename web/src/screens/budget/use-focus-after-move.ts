import { useLayoutEffect, useRef } from "react";

/**
 * A row that moves leaves the page for a moment, and loses the focus: gives it back once `order` has changed. Returns
 * what to call before a move.
 */
export function useFocusAfterMove(order: string): () => void {
  const focused = useRef<HTMLElement | null>(null);
  useLayoutEffect(() => {
    if (document.activeElement === document.body) focused.current?.focus();
    focused.current = null;
  }, [order]);
  return () => {
    const { activeElement } = document;
    const opener =
      activeElement?.closest("[role=menu]") && activeElement.closest("tr")?.querySelector("[aria-haspopup]");
    const element = opener ?? activeElement;
    focused.current = element instanceof HTMLElement ? element : null;
  };
}
