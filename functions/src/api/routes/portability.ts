import type { portability } from "@coffer/contract/portability";
import type { Core } from "@coffer/core/core";
import type { RoutesOf } from "../route.ts";

export const portabilityRoutes = (core: Core): RoutesOf<typeof portability> => ({
  export: ({ caller, budget, query }) => core.portability.export(caller, budget, query.cursor),
  restore: async ({ caller, budget, body }) => ({
    restored: await core.portability.restore(caller, budget, body),
  }),
});
