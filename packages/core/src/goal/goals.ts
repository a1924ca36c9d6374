import type { DraftOf } from "@coffer/domain/definition/kind";
import {
  type Contribution,
  contribute,
  type Goal,
  type GoalStatus,
  type goal,
  isReached,
  MAX_MILESTONES,
  type Milestone,
  type milestone,
} from "@coffer/domain/goal/goal";
import type { Id } from "@coffer/domain/id";
import { type Cents, ZERO } from "@coffer/domain/money/money";
import { goalReachedNotice, isGoalReached } from "@coffer/domain/notification/notification";
import type { OpenBudget } from "../access.ts";
import type { UserStore } from "../account/account-store.ts";
import { peopleAtHome } from "../account/home.ts";
import {
  about,
  changeTo,
  createRecorder,
  newest,
  type Recording,
  type Remove,
  type Replace,
  type Versioned,
} from "../activity/recording.ts";
import { noSuchCategory } from "../category/categories.ts";
import type { Env } from "../env.ts";
import { type Creation, created, type IdempotencyKey } from "../idempotency.ts";
import { createNotify, type NotificationStore } from "../notification/notifications.ts";
import { changedMeanwhile, found, invalid, notFound, Refusal, refuseUnseen } from "../refusal.ts";
import { retryOnConflict } from "../retry-on-conflict.ts";
import type { ShareStore } from "../share/share-stores.ts";

export type GoalDraft = DraftOf<typeof goal>;
type MilestoneDraft = DraftOf<typeof milestone>;
export type ReachableMilestone = Milestone & { isReached: boolean };

export const CONTRIBUTIONS_PAGE = 50;

/** "noCategory" for one that is not in the same budget, "changed" when it is no longer as it was read. */
export type GoalStore = {
  /** What changed its current amount, before one of these or up to now: the newest first. */
  contributions(ownerId: Id, goalId: Id, before: Id | undefined, limit: number): Promise<Contribution[]>;
  list(ownerId: Id): Promise<Goal[]>;
  get(ownerId: Id, id: Id): Promise<Versioned<Goal> | undefined>;
  /** Adds it with its milestones, or gives the goal that was added before under the same key. */
  add(
    ownerId: Id,
    goal: Goal,
    milestones: readonly Milestone[],
    recording: Recording,
    idempotencyKey?: IdempotencyKey,
  ): Promise<Creation<Goal> | "noCategory">;
  replace(
    ownerId: Id,
    before: Versioned<Goal>,
    after: Goal,
    recording: Recording,
    idempotencyKey?: IdempotencyKey,
  ): Promise<Creation<Goal> | "changed" | "noCategory">;
  /** Deletes it with its milestones, which must be all it has. */
  remove(
    ownerId: Id,
    before: Versioned<Goal>,
    milestones: readonly Versioned<Milestone>[],
    recording: Recording,
  ): Promise<"saved" | "changed">;
};

export type MilestoneStore = {
  list(ownerId: Id, goalId: Id): Promise<Versioned<Milestone>[]>;
  get(ownerId: Id, goalId: Id, id: Id): Promise<Versioned<Milestone> | undefined>;
  /** "full" where the goal has MAX_MILESTONES. */
  add(
    ownerId: Id,
    milestone: Milestone,
    recording: Recording,
    idempotencyKey?: IdempotencyKey,
  ): Promise<Creation<Milestone> | "noGoal" | "full">;
  replace: Replace<Milestone>;
  remove: Remove<Milestone>;
};

const goalChanged = () => changedMeanwhile("The goal");

/** The financial goals of a budget and their milestones. Amounts are cents. */
export function createGoals(
  stores: {
    goals: GoalStore;
    milestones: MilestoneStore;
    users: UserStore;
    shares: ShareStore;
    notifications: NotificationStore;
  },
  env: Pick<Env, "ids" | "clock" | "origin" | "afterwards">,
) {
  const { ids } = env;
  const record = createRecorder(env);
  const notify = createNotify(stores, env);
  const read = async (ownerId: Id, id: Id) => found(await stores.goals.get(ownerId, id), "Goal");
  const withReached = (goal: Goal) => (milestone: Milestone) => ({
    ...milestone,
    isReached: isReached(milestone, goal),
  });

  /** Decides on the goal as it is, again when somebody else was faster. */
  const change = (
    budget: OpenBudget,
    id: Id,
    decide: (goal: Goal) => Goal,
    idempotencyKey?: IdempotencyKey,
  ): Promise<Goal> =>
    retryOnConflict(async () => {
      const before = await read(budget.ownerId, id);
      const after = decide(before.value);
      const recording = record(budget, { ...about("goal", before.value), ...changeTo(before, after) });
      const outcome = await stores.goals.replace(budget.ownerId, before, after, recording, idempotencyKey);
      if (outcome === "changed") return outcome;
      if (outcome === "noCategory") throw noSuchCategory();
      if (!isGoalReached(before.value) && isGoalReached(after)) await notifyReached(budget.ownerId, after);
      return created(outcome);
    }, goalChanged);

  /** What a crash loses of it is found by the daily job. */
  const notifyReached = (ownerId: Id, goal: Goal) =>
    env.afterwards(`goal ${goal.id}`, async () => {
      for (const person of await peopleAtHome(stores, ownerId)) {
        await notify(person, goalReachedNotice(goal, person.currency), { ownerId });
      }
    });

  const changeMilestone = <T>(
    budget: OpenBudget,
    goalId: Id,
    id: Id,
    write: (before: Versioned<Milestone>) => Promise<T | "changed">,
  ) =>
    retryOnConflict(
      async () => write(found(await stores.milestones.get(budget.ownerId, goalId, id), "Milestone")),
      goalChanged,
    );

  return {
    list: (budget: OpenBudget): Promise<Goal[]> => stores.goals.list(budget.ownerId),

    async add(budget: OpenBudget, draft: GoalDraft, idempotencyKey?: IdempotencyKey): Promise<Goal> {
      const { currentAmount = ZERO, status = "in-progress" } = draft;
      const goal = { ...draft, id: ids(), currentAmount, status };
      const recording = record(budget, { ...about("goal", goal), before: null, after: goal });
      const outcome = await stores.goals.add(budget.ownerId, goal, [], recording, idempotencyKey);
      if (outcome === "noCategory") throw noSuchCategory();
      return created(outcome);
    },

    update: (budget: OpenBudget, id: Id, draft: GoalDraft, seen?: string): Promise<Goal> =>
      change(budget, id, (goal) => {
        refuseUnseen(seen, { kind: "goal", value: goal });
        const { currentAmount = goal.currentAmount, status = goal.status } = draft;
        return { ...goal, ...draft, currentAmount, status };
      }),

    async remove(budget: OpenBudget, id: Id): Promise<void> {
      const { ownerId } = budget;
      await retryOnConflict(async () => {
        const [before, milestones] = await Promise.all([
          read(ownerId, id),
          stores.milestones.list(ownerId, id),
        ]);
        const own = milestones.map(({ value }) => value);
        const recording = record(budget, {
          ...about("goal", before.value),
          before: { ...before.value, milestones: own },
          after: null,
          version: newest([before.version, ...milestones.map(({ version }) => version)]),
        });
        return stores.goals.remove(ownerId, before, milestones, recording);
      }, goalChanged);
    },

    setStatus: (budget: OpenBudget, id: Id, status: GoalStatus): Promise<Goal> =>
      change(budget, id, (goal) => ({ ...goal, status })),

    /** What changed its current amount, newest first: a page of those before one, or of the latest. */
    async contributions(budget: OpenBudget, id: Id, before?: Id): Promise<Contribution[]> {
      await read(budget.ownerId, id);
      return stores.goals.contributions(budget.ownerId, id, before, CONTRIBUTIONS_PAGE);
    },

    /** Adds the amount, or takes it out where it is negative. A repeat under the same key gives the goal as it is. */
    async contribute(
      budget: OpenBudget,
      id: Id,
      amount: Cents,
      idempotencyKey?: IdempotencyKey,
    ): Promise<Goal> {
      await change(
        budget,
        id,
        (goal) => {
          const after = contribute(goal, amount);
          if (!after) throw invalid("amount", amount < 0 ? TOO_LITTLE : TOO_MUCH);
          return after;
        },
        idempotencyKey,
      );
      return (await read(budget.ownerId, id)).value;
    },

    /** Smallest amount first. */
    async milestones(budget: OpenBudget, goalId: Id): Promise<ReachableMilestone[]> {
      const [goal, milestones] = await Promise.all([
        read(budget.ownerId, goalId),
        stores.milestones.list(budget.ownerId, goalId),
      ]);
      return milestones
        .map(({ value }) => value)
        .sort((a, b) => a.amount - b.amount || a.id - b.id)
        .map(withReached(goal.value));
    },

    async addMilestone(
      budget: OpenBudget,
      goalId: Id,
      draft: MilestoneDraft,
      idempotencyKey?: IdempotencyKey,
    ) {
      const goal = (await read(budget.ownerId, goalId)).value;
      const milestone = { ...draft, id: ids(), goalId };
      const recording = record(budget, { ...about("milestone", milestone), before: null, after: milestone });
      const outcome = await stores.milestones.add(budget.ownerId, milestone, recording, idempotencyKey);
      if (outcome === "noGoal") throw notFound("Goal");
      if (outcome === "full") throw tooManyMilestones();
      return withReached(goal)(created(outcome));
    },

    async updateMilestone(budget: OpenBudget, goalId: Id, id: Id, draft: MilestoneDraft, seen?: string) {
      const goal = (await read(budget.ownerId, goalId)).value;
      const after = { ...draft, id, goalId };
      await changeMilestone(budget, goalId, id, (before) => {
        const { value } = before;
        refuseUnseen(seen, { kind: "milestone", value });
        const recording = record(budget, { ...about("milestone", value), ...changeTo(before, after) });
        return stores.milestones.replace(budget.ownerId, before, after, recording);
      });
      return withReached(goal)(after);
    },

    async removeMilestone(budget: OpenBudget, goalId: Id, id: Id): Promise<void> {
      await changeMilestone(budget, goalId, id, (before) => {
        const recording = record(budget, { ...about("milestone", before.value), ...changeTo(before, null) });
        return stores.milestones.remove(budget.ownerId, before, recording);
      });
    },
  };
}

const TOO_MUCH = "The goal would hold more than 9,999,999,999.99";
const TOO_LITTLE = "The goal holds less than that";

export const tooManyMilestones = () =>
  new Refusal("conflict", `A goal can have at most ${MAX_MILESTONES} milestones`);
