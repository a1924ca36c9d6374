import { lazyRouteComponent } from "@tanstack/react-router";

/**
 * A component whose code comes when it is first shown. Where that does not arrive the router reloads the page once:
 * another version may have been deployed meanwhile. Without a network a reload would leave nothing of the page, so
 * then the failure is shown where the component was to be.
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
