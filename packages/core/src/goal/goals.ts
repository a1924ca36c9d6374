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
import type { Stores } from "../stores.ts";

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
      for (const person of others) {
        const currency = await ledgerCurrencyOf(stores, person, ownerId);
        await notify(stores, env, person, goalReachedNotice(goal, currency), { ownerId });
      }
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

    /** Adds an amount, or withdraws a negative one. A retry under the same key returns the goal as it is now. */
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
