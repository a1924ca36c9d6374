import { useBlocker } from "@tanstack/react-router";
import { closeOnBack } from "../ui/overlays/open-modals.ts";

/** A phone's Back closes what is open over the screen, and leaves the screen only where nothing is. */
export function useCloseOnBack(): void {
  useBlocker({
    enableBeforeUnload: false,
    shouldBlockFn: ({ action }) => action === "BACK" && closeOnBack(),
  });
}
