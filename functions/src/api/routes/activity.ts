import type { activity } from "@coffer/contract/activity";
import type { Person } from "@coffer/core/activity/activity";
import type { Core } from "@coffer/core/core";
import type { ActivityEntry } from "@coffer/domain/activity/activity";
import { type RoutesOf, withCursor } from "../route.ts";
import { snapshotsOnWire } from "../snapshots.ts";

export const activityRoutes = (core: Core): RoutesOf<typeof activity> => ({
  list: async ({ budget, query, http }) => {
    const { rows, next } = await core.activity.list(budget, query);
    return withCursor(
      http,
      rows.map(({ entry, by }) => onWire(entry, by)),
      next,
    );
  },
  people: async ({ budget }) => (await core.activity.people(budget)).map(personOnWire),
  undo: async ({ budget, params, query }) => {
    const entry = await core.activity.undo(budget, params.id, query.overwrite !== undefined);
    return onWire(entry, budget.user);
  },
});

const personOnWire = ({ id, firstName, lastName }: Person) => ({ id, firstName, lastName });

function onWire(entry: ActivityEntry, by: Person | null) {
  const { id, at, action, entityId, label, undoes, undoneBy } = entry;
  const person = by && personOnWire(by);
  return { id, at, by: person, action, entityId, label, undoes, undoneBy, ...snapshotsOnWire(entry) };
}
