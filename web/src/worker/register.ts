// Redirects clicks on controls that moved (`redirectClick`), such as a toast's Undo before any dialog was open.
import "../ui/overlays/Dialog.tsx";
import { toast } from "../ui/overlays/toast.ts";
import { ACTIVATE } from "./messages.ts";

/** Milliseconds between checks for a new version in a page that stays open. */
const UPDATE_EVERY_MS = 60 * 60_000;

/** Registers the service worker. A version that waits at the start takes over at once; a later one is offered in a toast. */
export async function registerWorker(): Promise<void> {
  if (!("serviceWorker" in navigator)) return;
  try {
    const worker = await navigator.serviceWorker.register("/sw.js", { updateViaCache: "none" });
    if (worker.waiting && navigator.serviceWorker.controller) return take(worker.waiting);
    worker.addEventListener("updatefound", () => {
      const { installing } = worker;
      installing?.addEventListener("statechange", () => {
        // The very first worker replaces nothing.
        if (installing.state === "installed" && navigator.serviceWorker.controller) offer(installing);
      });
    });
    setInterval(() => void worker.update().catch(() => {}), UPDATE_EVERY_MS);
  } catch {
    // The browser refuses it, as in some private windows; the product works without it.
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
