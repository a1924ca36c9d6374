import { createStore } from "../ui/base/store.ts";

/** The budget that the browser tab's title names, if it names one. */
export const titledBudget = createStore<string | null>(null);

let shown = "";

export function showTitle(screen = shown): void {
  shown = screen;
  document.title = [screen, titledBudget.get(), "Coffer"].filter(Boolean).join(" · ");
}
