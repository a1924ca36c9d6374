import { type Goal, type GoalStatus, isReached, type Milestone } from "@coffer/domain/goal";
import type { Id } from "@coffer/domain/id";
import { type Cents, ZERO } from "@coffer/domain/money";
import type { OpenBudget } from "./access.ts";
import { noSuchCategory } from "./categories.ts";
import type { Env } from "./env.ts";
import { type Creation, created, type IdempotencyKey } from "./idempotency.ts";
import { invalid, notFound, Refusal } from "./refusal.ts";

/** What a person says about a goal. Left out, the current amount and the status stay as they are. */
export type GoalDraft = Omit<Goal, "id" | "currentAmount" | "status"> & {
  currentAmount?: Cents | undefined;
  status?: GoalStatus | undefined;
};
export type MilestoneDraft = Omit<Milestone, "id" | "goalId">;
export type ReachableMilestone = Milestone & { isReached: boolean };

/** So many fit into the one transaction that deletes a goal with them. */
export const MAX_MILESTONES = 50;

/** "noCategory" for one that is not in the same budget; undefined, or false, when the goal is not there. */
export type GoalStore = {
  list(ownerId: Id): Promise<Goal[]>;
  get(ownerId: Id, id: Id): Promise<Goal | undefined>;
  /** Adds it, or gives the goal that was added before under the same key. */
  add(
    ownerId: Id,
    goal: Goal,
    idempotencyKey: IdempotencyKey | undefined,
    now: number,
  ): Promise<Creation<Goal> | "noCategory">;
  /** The goal afterwards. */
  change(ownerId: Id, id: Id, draft: GoalDraft): Promise<Goal | "noCategory" | undefined>;
  setStatus(ownerId: Id, id: Id, status: GoalStatus): Promise<Goal | undefined>;
  /** Adds to the current amount, once; "tooMuch" where it would be more than an amount may be. */
  contribute(
    ownerId: Id,
    id: Id,
    amount: Cents,
    idempotencyKey: IdempotencyKey | undefined,
    now: number,
  ): Promise<Creation<Goal> | "tooMuch" | undefined>;
  /** Deletes it with its milestones, all or nothing. */
  remove(ownerId: Id, id: Id): Promise<"removed" | "notFound" | "changed">;
};

export type MilestoneStore = {
  list(ownerId: Id, goalId: Id): Promise<Milestone[]>;
  /** "full" where the goal has MAX_MILESTONES. */
  add(
    ownerId: Id,
    milestone: Milestone,
    idempotencyKey: IdempotencyKey | undefined,
    now: number,
  ): Promise<Creation<Milestone> | "noGoal" | "full">;
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

    async add(budget: OpenBudget, draft: GoalDraft, idempotencyKey?: IdempotencyKey): Promise<Goal> {
      const { currentAmount = ZERO, status = "in-progress" } = draft;
      const goal = { ...draft, id: ids(), currentAmount, status };
      const outcome = await stores.goals.add(budget.ownerId, goal, idempotencyKey, clock());
      if (outcome === "noCategory") throw noSuchCategory();
      return created(outcome);
    },

    async update(budget: OpenBudget, id: Id, draft: GoalDraft): Promise<Goal> {
      const goal = found(await stores.goals.change(budget.ownerId, id, draft));
      if (goal === "noCategory") throw noSuchCategory();
      return goal;
    },

    async remove(budget: OpenBudget, id: Id): Promise<void> {
      const outcome = await stores.goals.remove(budget.ownerId, id);
      if (outcome === "notFound") throw notFound("Goal");
      if (outcome === "changed")
        throw new Refusal("conflict", "The goal was changed meanwhile. Please try again.");
    },

    setStatus: async (budget: OpenBudget, id: Id, status: GoalStatus): Promise<Goal> =>
      found(await stores.goals.setStatus(budget.ownerId, id, status)),

    /** The goal with the amount added. A repeat under the same key adds nothing and gives the goal as it is. */
    async contribute(
      budget: OpenBudget,
      id: Id,
      amount: Cents,
      idempotencyKey?: IdempotencyKey,
    ): Promise<Goal> {
      const { ownerId } = budget;
      const goal = found(await stores.goals.contribute(ownerId, id, amount, idempotencyKey, clock()));
      if (goal === "tooMuch") throw invalid("amount", "The goal would hold more than 9,999,999,999.99");
      return created(goal);
    },

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
      const outcome = await stores.milestones.add(budget.ownerId, milestone, idempotencyKey, clock());
      if (outcome === "noGoal") throw notFound("Goal");
      if (outcome === "full")
        throw new Refusal("conflict", `A goal can have at most ${MAX_MILESTONES} milestones`);
      return withReached(goal)(created(outcome));
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
