import type { goals } from "@coffer/contract/goal";
import type { Core } from "@coffer/core/core";
import type { Goal, Milestone } from "@coffer/domain/goal/goal";
import { toDecimal } from "@coffer/domain/money/money";
import type { RoutesOf } from "../route.ts";

export const goalRoutes = (core: Core): RoutesOf<typeof goals> => ({
  list: async ({ budget }) => (await core.goals.list(budget)).map(goalOnWire),
  add: async ({ budget, body, idempotencyKey }) =>
    goalOnWire(await core.goals.add(budget, body, idempotencyKey)),
  update: async ({ budget, params, body, version }) =>
    goalOnWire(await core.goals.update(budget, params.id, body, version)),
  remove: async ({ budget, params }) => void (await core.goals.remove(budget, params.id)),
  setStatus: async ({ budget, params, body }) =>
    goalOnWire(await core.goals.setStatus(budget, params.id, body.status)),
  contribute: async ({ budget, params, body, idempotencyKey }) =>
    goalOnWire(await core.goals.contribute(budget, params.id, body.amount, idempotencyKey)),
  contributions: async ({ budget, params, query }) =>
    (await core.goals.contributions(budget, params.id, query.before)).map(
      ({ goalId: _, amount, balance, ...contribution }) => ({
        ...contribution,
        amount: toDecimal(amount),
        balance: toDecimal(balance),
      }),
    ),
  milestones: async ({ budget, params }) =>
    (await core.goals.milestones(budget, params.id)).map(milestoneOnWire),
  addMilestone: async ({ budget, params, body, idempotencyKey }) =>
    milestoneOnWire(await core.goals.addMilestone(budget, params.id, body, idempotencyKey)),
  updateMilestone: async ({ budget, params, body, version }) =>
    milestoneOnWire(await core.goals.updateMilestone(budget, params.id, params.milestoneId, body, version)),
  removeMilestone: async ({ budget, params }) =>
    void (await core.goals.removeMilestone(budget, params.id, params.milestoneId)),
});

export const goalOnWire = (goal: Goal) => ({
  ...goal,
  targetAmount: toDecimal(goal.targetAmount),
  currentAmount: toDecimal(goal.currentAmount),
});
export const milestoneOnWire = <M extends Pick<Milestone, "amount">>(milestone: M) => ({
  ...milestone,
  amount: toDecimal(milestone.amount),
});
