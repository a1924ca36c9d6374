import type { DraftOf } from "@coffer/domain/definition/kind";
import { type goal, MAX_MILESTONES, type milestone } from "@coffer/domain/goal/definition";
import {
  CONTRIBUTIONS_PAGE,
  type Contribution,
  contribute,
  type Goal,
  type GoalStatus,
  type HeldGoal,
  isGoalReached,
  isReached,
  type Milestone,
  openGoalsOf,
  withAmount,
} from "@coffer/domain/goal/goal";
import type { Id } from "@coffer/domain/id";
import { type Cents, ZERO } from "@coffer/domain/money/money";
import { goalReachedNotice } from "@coffer/domain/notification/notification";
import type { OpenLedger } from "../access.ts";
import { peopleAtHome } from "../account/home.ts";
import { noSuchCategory } from "../category/category-problem.ts";
import type { Env } from "../env.ts";
import { createCeilings } from "../ledger/ceilings.ts";
import { changing, createCommit, type Decision, readThing, refuseUnseen } from "../ledger/commit.ts";
import { changeOf } from "../ledger/ledger.ts";
import { notify } from "../notification/notifications.ts";
import { invalid, notFound, Refusal } from "../refusal.ts";
import { ledgerCurrencyOf } from "../share/households.ts";
import type { GoalStore, Stores } from "../stores.ts";

export type GoalDraft = DraftOf<typeof goal>;
type MilestoneDraft = DraftOf<typeof milestone>;
type ReachableMilestone = Milestone & { isReached: boolean };

export function createGoals(
  stores: Pick<Stores, "goals" | "ledger" | "users" | "shares" | "households" | "notifications">,
  env: Pick<Env, "ids" | "clock" | "origin" | "afterwards">,
) {
  const { ids } = env;
  const { commit } = createCommit(stores, env);
  const takeRoom = createCeilings(stores);
  const read = ({ ownerId }: OpenLedger, id: Id) => readThing(stores, ownerId, "goal", { id });

  async function change(ledger: OpenLedger, id: Id, decide: (goal: HeldGoal) => HeldGoal): Promise<Goal> {
    let isReachedNow = false;
    const decideGoal = async () => {
      const before = await read(ledger, id);
      const after = decide(before.value);
      isReachedNow = !isGoalReached(before.value) && isGoalReached(after);
      return changing("goal", before, after);
    };
    const after = await commit(ledger, "goal", decideGoal, () => noSuchCategory());
    if (isReachedNow) await notifyReached(ledger, after);
    return after;
  }

  /** Notifies the others. The daily job makes up for notices that a crash lost. */
  const notifyReached = ({ ownerId, user }: OpenLedger, goal: Goal) =>
    env.afterwards(`goal ${goal.id}`, async () => {
      const others = (await peopleAtHome(stores, ownerId)).filter(({ id }) => id !== user.id);
      const notice = goalReachedNotice(goal, await ledgerCurrencyOf(stores, user, ownerId));
      for (const person of others) await notify(stores, env, person, notice, { ownerId });
    });

  const commitMilestone = (ledger: OpenLedger, decide: () => Promise<Decision<"milestone">>) =>
    commit(ledger, "milestone", decide, (problem) =>
      problem === "full" ? tooManyMilestones() : notFound("Goal"),
    );

  return {
    list: (ledger: OpenLedger): Promise<Goal[]> => stores.goals.list(ledger.ownerId),

    async add(ledger: OpenLedger, draft: GoalDraft): Promise<Goal> {
      const { currentAmount = ZERO, status = "in-progress" } = draft;
      const decide = async () => ({
        ...changing("goal", null, { ...draft, id: ids(), currentAmount, status }),
        serial: await takeRoom(ledger.ownerId, "goal"),
      });
      return commit(ledger, "goal", decide, () => noSuchCategory());
    },

    update: (ledger: OpenLedger, id: Id, draft: GoalDraft): Promise<Goal> =>
      change(ledger, id, (goal) => {
        refuseUnseen(ledger.seen, { kind: "goal", value: goal });
        const { currentAmount = goal.currentAmount, status = goal.status, ...rest } = draft;
        const after = { ...goal, ...rest, status };
        return currentAmount === goal.currentAmount ? after : withAmount(after, currentAmount);
      }),

    async remove(ledger: OpenLedger, id: Id): Promise<void> {
      const decide = async () => {
        const [goal, milestones] = await Promise.all([
          read(ledger, id),
          stores.goals.milestones(ledger.ownerId, id),
        ]);
        const { changes, ...about } = changing("goal", goal, null);
        const before = { ...goal.value, milestones: milestones.map(({ value }) => value) };
        const gone = milestones.map((one) => changeOf("milestone", one, null));
        return { ...about, before, changes: [...changes, ...gone] };
      };
      await commit(ledger, "goal", decide);
    },

    setStatus: (ledger: OpenLedger, id: Id, status: GoalStatus): Promise<Goal> =>
      change(ledger, id, (goal) => ({ ...goal, status })),

    async contributions(ledger: OpenLedger, id: Id, before?: Id): Promise<Contribution[]> {
      await read(ledger, id);
      return stores.goals.contributions(ledger.ownerId, id, before, CONTRIBUTIONS_PAGE);
    },

    /** Adds an amount, or withdraws a negative one. A retry under the same key returns the current goal. */
    async contribute(ledger: OpenLedger, id: Id, amount: Cents): Promise<Goal> {
      await change(ledger, id, (goal) => {
        const after = contribute(goal, amount);
        if (!after) throw invalid("amount", amount < 0 ? TOO_LITTLE : TOO_MUCH);
        return after;
      });
      return (await read(ledger, id)).value;
    },

    async milestones(ledger: OpenLedger, goalId: Id): Promise<ReachableMilestone[]> {
      const [goal, milestones] = await Promise.all([
        read(ledger, goalId),
        stores.goals.milestones(ledger.ownerId, goalId),
      ]);
      return milestones
        .map(({ value }) => withReached(goal.value, value))
        .sort((a, b) => a.amount - b.amount || a.id - b.id);
    },

    async addMilestone(ledger: OpenLedger, goalId: Id, draft: MilestoneDraft): Promise<ReachableMilestone> {
      const goal = (await read(ledger, goalId)).value;
      refuseBeyond(goal, draft);
      const decide = async () => changing("milestone", null, { ...draft, id: ids(), goalId });
      return withReached(goal, await commitMilestone(ledger, decide));
    },

    async updateMilestone(ledger: OpenLedger, goalId: Id, id: Id, draft: MilestoneDraft) {
      const goal = (await read(ledger, goalId)).value;
      refuseBeyond(goal, draft);
      const decide = async () => {
        const before = await readThing(stores, ledger.ownerId, "milestone", { goalId, id });
        refuseUnseen(ledger.seen, { kind: "milestone", value: before.value });
        return changing("milestone", before, { ...draft, id, goalId });
      };
      return withReached(goal, await commitMilestone(ledger, decide));
    },

    async removeMilestone(ledger: OpenLedger, goalId: Id, id: Id): Promise<void> {
      await commitMilestone(ledger, async () =>
        changing("milestone", await readThing(stores, ledger.ownerId, "milestone", { goalId, id }), null),
      );
    },
  };
}

const withReached = (goal: Goal, milestone: Milestone): ReachableMilestone => ({
  ...milestone,
  isReached: isReached(milestone, goal),
});

function refuseBeyond({ targetAmount }: Goal, { amount }: MilestoneDraft): void {
  if (amount > targetAmount) throw invalid("amount", "Amount must not be more than the goal's target");
}

const TOO_MUCH = "The goal would hold more than 9,999,999,999.99";
const TOO_LITTLE = "The goal holds less than that";

export const tooManyMilestones = () =>
  new Refusal("conflict", `A goal can have at most ${MAX_MILESTONES} milestones`);

// Chooses the goal that a transaction contributes to, among those of its category.

type GoalOfCategory = Pick<Goal, "id" | "categoryId" | "status">;
type Chosen = { categoryId: Id; goalId?: Id | null | undefined };
type GoalStores = { goals: Pick<GoalStore, "list"> };

/** The only goal in progress of a category; undefined if there are none or several. */
export const onlyGoal = async (
  { goals }: GoalStores,
  ownerId: Id,
  categoryId: Id | null,
): Promise<Id | undefined> =>
  categoryId === null ? undefined : onlyOf(await goals.list(ownerId), categoryId);

/** Returns the same lookup for many categories. */
export async function onlyGoals(
  stores: GoalStores,
  ownerId: Id,
): Promise<(categoryId: Id) => Id | undefined> {
  const goals = await stores.goals.list(ownerId);
  return (categoryId) => onlyOf(goals, categoryId);
}

/**
 * Sets each row's goal: the one that it names, or its category's only goal in progress; null means none on purpose. A
 * row that stays in the category of `before` keeps its goal. Refuses (invalid) a goal of another category.
 */
export async function withGoals<T extends Chosen>(
  stores: GoalStores,
  ownerId: Id,
  rows: readonly T[],
  before: readonly (Chosen | undefined)[] = [],
): Promise<T[]> {
  const isDecided = rows.every((row, index) => row.goalId === null || isKept(row, before[index]));
  return withGoalsOf(isDecided ? [] : await stores.goals.list(ownerId), rows, before);
}

const isKept = ({ categoryId, goalId }: Chosen, before: Chosen | undefined): boolean =>
  before?.categoryId === categoryId && (goalId === undefined || goalId === before.goalId);

/** The same with the ledger's goals. */
export function withGoalsOf<T extends Chosen>(
  goals: readonly GoalOfCategory[],
  rows: readonly T[],
  before: readonly (Chosen | undefined)[] = [],
): T[] {
  return rows.map((row, index) => {
    if (isKept(row, before[index])) return { ...row, goalId: before[index]?.goalId };
    if (row.goalId === null) return row;
    // The row was moved to another category and still names the old category's goal.
    const isStale = row.goalId !== undefined && row.goalId === before[index]?.goalId;
    if (row.goalId === undefined || isStale) return { ...row, goalId: onlyOf(goals, row.categoryId) };
    if (!isOf(goals, row)) throw unfitGoal("goalId");
    return row;
  });
}

/** Returns a check: the refusal of a row whose goal is not in progress in its category, else undefined. */
export async function unfitGoalCheck(stores: GoalStores, ownerId: Id, rows: readonly Partial<Chosen>[]) {
  const goals = rows.some(({ goalId }) => goalId) ? await stores.goals.list(ownerId) : [];
  return (row: Partial<Chosen>, path = "goalId"): Refusal | undefined =>
    row.goalId && !isOf(goals, row) ? unfitGoal(path) : undefined;
}

const isOf = (goals: readonly GoalOfCategory[], { categoryId, goalId }: Partial<Chosen>): boolean =>
  openGoalsOf(categoryId, goals).some(({ id }) => id === goalId);

const unfitGoal = (path: string) => invalid(path, "Choose a goal of this category");

function onlyOf(goals: readonly GoalOfCategory[], categoryId: Id): Id | undefined {
  const [only, ...others] = openGoalsOf(categoryId, goals);
  return others.length === 0 ? only?.id : undefined;
}
