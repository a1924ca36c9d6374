import { createStore } from "../ui/base/store.ts";

/** Of the open budget, where it is named in the browser tab's title. */
export const titledBudget = createStore<string | null>(null);

let shown = "";

export function showTitle(screen = shown): void {
  shown = screen;
  document.title = [screen, titledBudget.get(), "Coffer"].filter(Boolean).join(" · ");
}
