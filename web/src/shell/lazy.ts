import { lazyRouteComponent } from "@tanstack/react-router";
import { isServerReachable, ServerGone } from "../api/server-gone.ts";

/**
 * Loads a component with its first use. Where that fails the router reloads the page once, because a new version may
 * have been deployed. With the server gone a reload would lose the page, so the error is shown in the component's
 * place instead.
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
