import { activity } from "@coffer/contract/activity";
import type { Core } from "@coffer/core/core";
import { pairNoun, withCursor } from "../route.ts";

export const activityRoutes = (core: Core) =>
  pairNoun("activity", activity, {
    list: async ({ ledger, query, http }) => {
      const { rows, next } = await core.activity.list(ledger, query);
      return withCursor(
        http,
        rows.map(({ entry, by }) => ({ ...entry, by })),
        next,
      );
    },
    people: ({ ledger }) => core.activity.people(ledger),
    undo: async ({ ledger, params, query }) => {
      const entry = await core.undo(ledger, params.id, query.overwrite !== undefined);
      return { ...entry, by: ledger.user };
    },
  });
