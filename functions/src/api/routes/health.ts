import type { health } from "@coffer/contract/health";
import type { RoutesOf } from "../route.ts";

export const healthRoutes = (): RoutesOf<typeof health> => ({
  check: async () => ({ status: "ok" }),
  // Loaded here: it evaluates a schema converter that no other call needs.
  openapi: async () => (await import("@coffer/contract/openapi")).openapi(),
});
