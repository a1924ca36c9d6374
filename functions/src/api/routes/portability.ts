import { portability } from "@coffer/contract/portability";
import type { Core } from "@coffer/core/core";
import { pairNoun } from "../route.ts";

export const portabilityRoutes = (core: Core) =>
  pairNoun("portability", portability, {
    export: ({ caller, budget, query }) => core.portability.export(caller, budget, query.cursor),
    restore: async ({ caller, budget, body }) => ({
      restored: await core.portability.restore(caller, budget, body),
    }),
  });
