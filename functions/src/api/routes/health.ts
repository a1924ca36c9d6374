import { health } from "@coffer/contract/health";
import { pairNoun } from "../route.ts";

export const healthRoutes = () =>
  pairNoun("health", health, {
    check: async () => ({ status: "ok" }),
    // Loaded here: it evaluates a schema converter that no other call needs.
    openapi: async () => (await import("@coffer/contract/openapi")).openapi(),
  });
