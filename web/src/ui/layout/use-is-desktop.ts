import { useSyncExternalStore } from "react";

/** From `sm` up, as the styles say it. */
const sm = matchMedia("(width >= 40rem)");

function subscribe(changed: () => void) {
  sm.addEventListener("change", changed);
  return () => sm.removeEventListener("change", changed);
}

/** Whether the window is a tablet's or a desktop's. What the other has instead is not in the page at all. */
export function useWide(): boolean {
  return useSyncExternalStore(subscribe, () => sm.matches);
}
