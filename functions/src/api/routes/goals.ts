import { goals } from "@coffer/contract/goal";
import type { Core } from "@coffer/core/core";
import { pairNoun } from "../route.ts";

export const goalRoutes = ({ goals: own }: Core) =>
  pairNoun("goals", goals, {
    list: ({ ledger }) => own.list(ledger),
    add: ({ ledger, body }) => own.add(ledger, body),
    update: ({ ledger, params, body }) => own.update(ledger, params.id, body),
    remove: ({ ledger, params }) => own.remove(ledger, params.id),
    setStatus: ({ ledger, params, body }) => own.setStatus(ledger, params.id, body.status),
    contribute: ({ ledger, params, body }) => own.contribute(ledger, params.id, body.amount),
    contributions: ({ ledger, params, query }) => own.contributions(ledger, params.id, query.before),
    milestones: ({ ledger, params }) => own.milestones(ledger, params.id),
    addMilestone: ({ ledger, params, body }) => own.addMilestone(ledger, params.id, body),
    updateMilestone: ({ ledger, params, body }) =>
      own.updateMilestone(ledger, params.id, params.milestoneId, body),
    removeMilestone: ({ ledger, params }) => own.removeMilestone(ledger, params.id, params.milestoneId),
  });
