import { lazyRouteComponent } from "@tanstack/react-router";

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
