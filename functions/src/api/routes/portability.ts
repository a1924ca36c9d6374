import { portability, unreadable } from "@coffer/contract/portability";
import type { Core } from "@coffer/core/core";
import { pairNoun } from "../route.ts";

export const portabilityRoutes = (core: Core) =>
  pairNoun("portability", portability, {
    export: ({ caller, ledger, query }) => core.portability.export(caller, ledger, query.cursor),
    async restore({ caller, ledger, body }) {
      const { restored, untied } = await core.portability.restore(caller, ledger, body);
      return { restored, ...(untied > 0 && { untied }) };
    },
  });

export const unreadableRoutes = (core: Core) =>
  pairNoun("unreadable", unreadable, {
    remove: ({ ledger, query }) => core.portability.removeUnreadable(ledger, query.cursor),
  });
