import type { Day } from "@coffer/domain/time/day";
import { today } from "@coffer/domain/time/timezone";
import { useCallback, useSyncExternalStore } from "react";

const CHECK_MS = 20_000;
/** A tab that slept, or was in the background, looks as soon as it is seen. */
const EVENTS = ["focus", "pageshow", "online"];

const listeners = new Set<() => void>();
const look = () => {
  for (const listener of listeners) listener();
};

/** The day in a time zone, which changes at its midnight while the page is open. */
export function useDay(timeZone: string): Day {
  const now = useCallback(() => today(Date.now(), timeZone), [timeZone]);
  return useSyncExternalStore(subscribe, now);
}

let timer: ReturnType<typeof setInterval> | undefined;

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) {
    timer = setInterval(look, CHECK_MS);
    for (const event of EVENTS) addEventListener(event, look);
    document.addEventListener("visibilitychange", look);
  }
  listeners.add(listener);
  return () => {
    listeners.delete(listener);
    if (listeners.size > 0) return;
    clearInterval(timer);
    for (const event of EVENTS) removeEventListener(event, look);
    document.removeEventListener("visibilitychange", look);
  };
}
