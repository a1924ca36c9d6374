import { type Goal, type GoalStatus, isReached, type Milestone } from "@coffer/domain/goal";
import type { Id } from "@coffer/domain/id";
import { type Cents, ZERO } from "@coffer/domain/money";
import type { OpenBudget } from "./access.ts";
import type { Env } from "./env.ts";
import type { IdempotencyKey } from "./idempotency.ts";
import { notFound } from "./refusal.ts";

/** What a person says about a goal. Left out, the current amount and the status stay as they are. */
export type GoalDraft = Omit<Goal, "id" | "currentAmount" | "status"> & {
  currentAmount?: Cents | undefined;
  status?: GoalStatus | undefined;
};
export type MilestoneDraft = Omit<Milestone, "id" | "goalId">;
export type ReachableMilestone = Milestone & { isReached: boolean };

/** So many fit into the one transaction that deletes a goal with them. */
export const MAX_MILESTONES = 50;

/** Adds and changes refuse (invalid, on categoryId) a category that is not in the same budget. */
export type GoalStore = {
  list(ownerId: Id): Promise<Goal[]>;
  get(ownerId: Id, id: Id): Promise<Goal | undefined>;
  /** Adds it, or gives the goal that the same `once` added before. */
  add(ownerId: Id, goal: Goal, idempotencyKey: IdempotencyKey | undefined, now: number): Promise<Goal>;
  /** The goal afterwards; undefined when it is not there. */
  change(ownerId: Id, id: Id, draft: GoalDraft): Promise<Goal | undefined>;
  setStatus(ownerId: Id, id: Id, status: GoalStatus): Promise<Goal | undefined>;
  /** Adds to the current amount, once; refuses (invalid, on amount) more than an amount may be. */
  contribute(
    ownerId: Id,
    id: Id,
    amount: Cents,
    idempotencyKey: IdempotencyKey | undefined,
    now: number,
  ): Promise<Goal | undefined>;
  /** Deletes it with its milestones, all or nothing; false when it is not there. */
  remove(ownerId: Id, id: Id): Promise<boolean>;
};

export type MilestoneStore = {
  list(ownerId: Id, goalId: Id): Promise<Milestone[]>;
  /** Refuses (notFound) without the goal, and (conflict) more than MAX_MILESTONES of one goal. */
  add(
    ownerId: Id,
    milestone: Milestone,
    idempotencyKey: IdempotencyKey | undefined,
    now: number,
  ): Promise<Milestone>;
  /** False when it is not there. */
  replace(ownerId: Id, milestone: Milestone): Promise<boolean>;
  remove(ownerId: Id, goalId: Id, id: Id): Promise<boolean>;
};

/** The financial goals of a budget and their milestones. Amounts are cents. */
export function createGoals(
  stores: { goals: GoalStore; milestones: MilestoneStore },
  { ids, clock }: Pick<Env, "ids" | "clock">,
) {
  const found = <T>(goal: T | undefined): T => {
    if (goal === undefined) throw notFound("Goal");
    return goal;
  };
  const withReached = (goal: Goal) => (milestone: Milestone) => ({
    ...milestone,
    isReached: isReached(milestone, goal),
  });

  return {
    list: (budget: OpenBudget): Promise<Goal[]> => stores.goals.list(budget.ownerId),

    add: (budget: OpenBudget, draft: GoalDraft, idempotencyKey?: IdempotencyKey): Promise<Goal> => {
      const { currentAmount = ZERO, status = "in-progress" } = draft;
      return stores.goals.add(
        budget.ownerId,
        { ...draft, id: ids(), currentAmount, status },
        idempotencyKey,
        clock(),
      );
    },

    update: async (budget: OpenBudget, id: Id, draft: GoalDraft): Promise<Goal> =>
      found(await stores.goals.change(budget.ownerId, id, draft)),

    async remove(budget: OpenBudget, id: Id): Promise<void> {
      if (!(await stores.goals.remove(budget.ownerId, id))) throw notFound("Goal");
    },

    setStatus: async (budget: OpenBudget, id: Id, status: GoalStatus): Promise<Goal> =>
      found(await stores.goals.setStatus(budget.ownerId, id, status)),

    /** The goal with the amount added. A repeat with the same `once` adds nothing and gives the goal as it is. */
    contribute: async (
      budget: OpenBudget,
      id: Id,
      amount: Cents,
      idempotencyKey?: IdempotencyKey,
    ): Promise<Goal> =>
      found(await stores.goals.contribute(budget.ownerId, id, amount, idempotencyKey, clock())),

    /** Smallest amount first. */
    async milestones(budget: OpenBudget, goalId: Id): Promise<ReachableMilestone[]> {
      const [goal, milestones] = await Promise.all([
        stores.goals.get(budget.ownerId, goalId).then(found),
        stores.milestones.list(budget.ownerId, goalId),
      ]);
      return milestones.sort((a, b) => a.amount - b.amount || a.id - b.id).map(withReached(goal));
    },

    async addMilestone(
      budget: OpenBudget,
      goalId: Id,
      draft: MilestoneDraft,
      idempotencyKey?: IdempotencyKey,
    ) {
      const goal = found(await stores.goals.get(budget.ownerId, goalId));
      const milestone = { ...draft, id: ids(), goalId };
      return withReached(goal)(
        await stores.milestones.add(budget.ownerId, milestone, idempotencyKey, clock()),
      );
    },

    async updateMilestone(budget: OpenBudget, goalId: Id, id: Id, draft: MilestoneDraft) {
      const goal = found(await stores.goals.get(budget.ownerId, goalId));
      const milestone = { ...draft, id, goalId };
      if (!(await stores.milestones.replace(budget.ownerId, milestone))) throw notFound("Milestone");
      return withReached(goal)(milestone);
    },

    async removeMilestone(budget: OpenBudget, goalId: Id, id: Id): Promise<void> {
      if (!(await stores.milestones.remove(budget.ownerId, goalId, id))) throw notFound("Milestone");
    },
  };
}
