import { useSyncExternalStore } from "react";

/** The width from which the styles show the sidebar. */
const desktop = matchMedia("(width >= 40rem)");

function subscribe(changed: () => void) {
  desktop.addEventListener("change", changed);
  return () => desktop.removeEventListener("change", changed);
}

/** True on tablets too. What only a phone shows is then not rendered at all. */
export function useIsDesktop(): boolean {
  return useSyncExternalStore(subscribe, () => desktop.matches);
}
