import { lazyRouteComponent } from "@tanstack/react-router";

/**
 * Loads a component with its first use. Where that fails the router reloads the page once, because a new version may
 * have been deployed. Offline a reload would lose the page, so the error is shown in the component's place instead.
 */
export const lazyComponent: typeof lazyRouteComponent = (load, name) =>
  lazyRouteComponent(async () => {
    try {
      return await load();
    } catch (error) {
      throw navigator.onLine
        ? error
        : new Error("The code of this part could not be loaded", { cause: error });
    }
  }, name);
