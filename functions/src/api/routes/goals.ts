import { goals } from "@coffer/contract/goal";
import type { Core } from "@coffer/core/core";
import { pairNoun } from "../route.ts";

export const goalRoutes = ({ goals: own }: Core) =>
  pairNoun("goals", goals, {
    list: ({ ledger }) => own.list(ledger),
    add: ({ ledger, body, idempotencyKey }) => own.add(ledger, body, idempotencyKey),
    update: ({ ledger, params, body, version, idempotencyKey }) =>
      own.update(ledger, params.id, body, version, idempotencyKey),
    remove: ({ ledger, params, idempotencyKey }) => own.remove(ledger, params.id, idempotencyKey),
    setStatus: ({ ledger, params, body, idempotencyKey }) =>
      own.setStatus(ledger, params.id, body.status, idempotencyKey),
    contribute: ({ ledger, params, body, idempotencyKey }) =>
      own.contribute(ledger, params.id, body.amount, idempotencyKey),
    contributions: ({ ledger, params, query }) => own.contributions(ledger, params.id, query.before),
    milestones: ({ ledger, params }) => own.milestones(ledger, params.id),
    addMilestone: ({ ledger, params, body, idempotencyKey }) =>
      own.addMilestone(ledger, params.id, body, idempotencyKey),
    updateMilestone: ({ ledger, params, body, version, idempotencyKey }) =>
      own.updateMilestone(ledger, params.id, params.milestoneId, body, version, idempotencyKey),
    removeMilestone: ({ ledger, params, idempotencyKey }) =>
      own.removeMilestone(ledger, params.id, params.milestoneId, idempotencyKey),
  });
