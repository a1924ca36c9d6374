import { lazyRouteComponent } from "@tanstack/react-router";
import { type ReactNode, Suspense, useState } from "react";
import { LoadingBar } from "../ui/base/LoadingBar.tsx";

/**
 * Loads a component with its first use. Where that fails the router reloads the page once, because a new version may
 * have been deployed. With the server gone a reload would lose the page, so the error is shown instead of the
 * component.
 */
export const lazyComponent: typeof lazyRouteComponent = (load, name) =>
  lazyRouteComponent(async () => {
    try {
      return await load();
    } catch (error) {
      throw (await isServerReachable())
        ? error
        : new ServerGone("The server did not answer", { cause: error });
    }
  }, name);

/** Code could not be loaded because the server, or the way to it, is gone. */
export class ServerGone extends Error {
  override readonly name = "ServerGone";
}

export async function isServerReachable(): Promise<boolean> {
  try {
    return (await fetch("/", { method: "HEAD", cache: "no-store" })).ok;
  } catch {
    return false;
  }
}

/** A dialog over the screen, one at a time; what `open` shows gets the function that closes it, and may be lazy. */
export function useDialog() {
  const [shown, setShown] = useState<ReactNode>(null);
  const close = () => setShown(null);
  return {
    open: (dialog: (close: () => void) => ReactNode) => setShown(dialog(close)),
    dialog: <Suspense fallback={<LoadingBar />}>{shown}</Suspense>,
  };
}
