import { portability } from "@coffer/contract/portability";
import { unreadable } from "@coffer/contract/unreadable";
import type { Core } from "@coffer/core/core";
import { pairNoun } from "../route.ts";

export const portabilityRoutes = (core: Core) =>
  pairNoun("portability", portability, {
    export: ({ caller, budget, query }) => core.portability.export(caller, budget, query.cursor),
    async restore({ caller, budget, body }) {
      const { restored, untied } = await core.portability.restore(caller, budget, body);
      return { restored, ...(untied > 0 && { untied }) };
    },
  });

export const unreadableRoutes = (core: Core) =>
  pairNoun("unreadable", unreadable, {
    remove: ({ budget, query }) => core.portability.removeUnreadable(budget, query.cursor),
  });
