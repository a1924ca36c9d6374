import { useSyncExternalStore } from "react";

function mediaHook(condition: string): () => boolean {
  const query = matchMedia(condition);
  const subscribe = (changed: () => void) => {
    query.addEventListener("change", changed);
    return () => query.removeEventListener("change", changed);
  };
  return () => useSyncExternalStore(subscribe, () => query.matches);
}

/** True on tablets too, from where the styles show the sidebar. What only a phone shows is then not rendered at all. */
export const useIsDesktop = mediaHook("(width >= 40rem)");

/** Where a page has room for all its buttons and for folded parts to be open. */
export const useIsWide = mediaHook("(width >= 64rem)");
