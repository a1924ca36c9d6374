// Holds what presses a button that moved, such as a toast's Undo before any dialog was open.
import "../ui/overlays/Dialog.tsx";
import { toast } from "../ui/overlays/toast.ts";
import { ACTIVATE } from "./messages.ts";

/** Milliseconds between two looks for a new version in a page that stays open. */
const LOOK_EVERY = 60 * 60_000;

/** A version that waits at the start is taken at once, a later one when the person says so. */
export async function registerWorker(): Promise<void> {
  if (!("serviceWorker" in navigator)) return;
  try {
    const worker = await navigator.serviceWorker.register("/sw.js", { updateViaCache: "none" });
    if (worker.waiting && navigator.serviceWorker.controller) return take(worker.waiting);
    worker.addEventListener("updatefound", () => {
      const { installing } = worker;
      installing?.addEventListener("statechange", () => {
        // The first worker of all replaces nothing.
        if (installing.state === "installed" && navigator.serviceWorker.controller) offer(installing);
      });
    });
    setInterval(() => void worker.update().catch(() => {}), LOOK_EVERY);
  } catch {
    // Refused by the browser, as in some private windows: the product works without.
  }
}

function offer(waiting: ServiceWorker) {
  toast({
    title: "New version",
    description: "It is taken at the next start in any case.",
    action: { label: "Reload", onSelect: () => take(waiting) },
  });
}

function take(waiting: ServiceWorker) {
  navigator.serviceWorker.addEventListener("controllerchange", () => location.reload(), { once: true });
  waiting.postMessage(ACTIVATE);
}
