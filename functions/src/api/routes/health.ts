import { health } from "@coffer/contract/health";
import { createOpenapi } from "../openapi.ts";
import { pairNoun } from "../route.ts";

export const healthRoutes = (commit: string | undefined) => {
  const openapi = createOpenapi();
  return pairNoun("health", health, {
    check: async () => ({ status: "ok", ...(commit && { commit }) }),
    openapi: ({ http }) => openapi(http),
  });
};
