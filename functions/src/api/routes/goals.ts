import { goals } from "@coffer/contract/goal";
import type { Core } from "@coffer/core/core";
import { pairNoun } from "../route.ts";

export const goalRoutes = ({ goals: own }: Core) =>
  pairNoun("goals", goals, {
    list: ({ budget }) => own.list(budget),
    add: ({ budget, body, idempotencyKey }) => own.add(budget, body, idempotencyKey),
    update: ({ budget, params, body, version, idempotencyKey }) =>
      own.update(budget, params.id, body, version, idempotencyKey),
    remove: async ({ budget, params, idempotencyKey }) =>
      void (await own.remove(budget, params.id, idempotencyKey)),
    setStatus: ({ budget, params, body, idempotencyKey }) =>
      own.setStatus(budget, params.id, body.status, idempotencyKey),
    contribute: ({ budget, params, body, idempotencyKey }) =>
      own.contribute(budget, params.id, body.amount, idempotencyKey),
    contributions: ({ budget, params, query }) => own.contributions(budget, params.id, query.before),
    milestones: ({ budget, params }) => own.milestones(budget, params.id),
    addMilestone: ({ budget, params, body, idempotencyKey }) =>
      own.addMilestone(budget, params.id, body, idempotencyKey),
    updateMilestone: ({ budget, params, body, version, idempotencyKey }) =>
      own.updateMilestone(budget, params.id, params.milestoneId, body, version, idempotencyKey),
    removeMilestone: async ({ budget, params, idempotencyKey }) =>
      void (await own.removeMilestone(budget, params.id, params.milestoneId, idempotencyKey)),
  });
