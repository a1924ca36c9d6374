import type { goals } from "@coffer/contract/goal";
import type { Core } from "@coffer/core/core";
import type { RoutesOf } from "../route.ts";

export const goalRoutes = ({ goals: own }: Core): RoutesOf<typeof goals> => ({
  list: ({ budget }) => own.list(budget),
  add: ({ budget, body, idempotencyKey }) => own.add(budget, body, idempotencyKey),
  update: ({ budget, params, body, version }) => own.update(budget, params.id, body, version),
  remove: async ({ budget, params }) => void (await own.remove(budget, params.id)),
  setStatus: ({ budget, params, body }) => own.setStatus(budget, params.id, body.status),
  contribute: ({ budget, params, body, idempotencyKey }) =>
    own.contribute(budget, params.id, body.amount, idempotencyKey),
  contributions: ({ budget, params, query }) => own.contributions(budget, params.id, query.before),
  milestones: ({ budget, params }) => own.milestones(budget, params.id),
  addMilestone: ({ budget, params, body, idempotencyKey }) =>
    own.addMilestone(budget, params.id, body, idempotencyKey),
  updateMilestone: ({ budget, params, body, version }) =>
    own.updateMilestone(budget, params.id, params.milestoneId, body, version),
  removeMilestone: async ({ budget, params }) =>
    void (await own.removeMilestone(budget, params.id, params.milestoneId)),
});
