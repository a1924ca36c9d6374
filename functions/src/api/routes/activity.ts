import type { activity } from "@coffer/contract/activity";
import type { Core } from "@coffer/core/core";
import type { ActivityEntry } from "@coffer/domain/activity";
import type { User } from "@coffer/domain/user";
import type { RoutesOf } from "../route.ts";
import { snapshotsOnWire } from "../snapshots.ts";

export const activityRoutes = (core: Core): RoutesOf<typeof activity> => ({
  list: async ({ budget, query }) =>
    (await core.activity.list(budget, query)).map(({ entry, by }) => onWire(entry, by)),
  undo: async ({ budget, params }) => onWire(await core.activity.undo(budget, params.id), budget.user),
});

function onWire(entry: ActivityEntry, by: User | null) {
  const { id, at, action, entityId, label, undoes, undoneBy } = entry;
  const person = by && { id: by.id, firstName: by.firstName, lastName: by.lastName };
  return { id, at, by: person, action, entityId, label, undoes, undoneBy, ...snapshotsOnWire(entry) };
}
