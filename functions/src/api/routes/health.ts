import { health } from "@coffer/contract/health";
import { createOpenapi } from "../openapi.ts";
import { pairNoun } from "../route.ts";

export const healthRoutes = () => {
  const openapi = createOpenapi();
  return pairNoun("health", health, {
    check: async () => ({ status: "ok" }),
    openapi: ({ http }) => openapi(http),
  });
};
