import { activity } from "@coffer/contract/activity";
import type { Core } from "@coffer/core/core";
import { pairNoun, withCursor } from "../route.ts";

export const activityRoutes = (core: Core) =>
  pairNoun("activity", activity, {
    list: async ({ budget, query, http }) => {
      const { rows, next } = await core.activity.list(budget, query);
      return withCursor(
        http,
        rows.map(({ entry, by }) => ({ ...entry, by })),
        next,
      );
    },
    people: ({ budget }) => core.activity.people(budget),
    undo: async ({ budget, params, query }) => {
      const entry = await core.undo(budget, params.id, query.overwrite !== undefined);
      return { ...entry, by: budget.user };
    },
  });
