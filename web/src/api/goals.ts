import { goals } from "@coffer/contract/goal";
import type { Goal, GoalStatus } from "@coffer/domain/goal";
import type { Id } from "@coffer/domain/id";
import { type QueryClient, queryOptions } from "@tanstack/react-query";
import type { InferInput } from "valibot";
import { saved, without } from "./cached.ts";
import { call } from "./call.ts";
import { tryAgain, useChange } from "./change.ts";
import { freshness } from "./freshness.ts";
import { type Budget, keyOf } from "./keys.ts";
import { refresh } from "./refresh.ts";

const ONE_MINUTE = 60_000;

/** The budget's goals. */
export function goalList(budget: Budget) {
  return queryOptions({
    queryKey: keyOf(budget, "goals"),
    queryFn: ({ signal }): Promise<Goal[]> => call(goals.list, { budget, signal }),
    ...freshness(budget, ONE_MINUTE),
  });
}

type Saved = InferInput<typeof goals.add.body> & {
  /** Which one to change; a new one without it. */
  id?: Id;
};

/** Creates or changes a goal. */
export function useSaveGoal(budget: Budget) {
  return useChange({
    run: ({ id, ...body }: Saved, key): Promise<Goal> =>
      id ? call(goals.update, { budget, params: { id }, body }) : call(goals.add, { budget, body, key }),
    settle: (client, saved) => place(client, budget, saved),
    success: (_, { id }) => ({ title: id ? "Goal updated" : "Goal created" }),
    failure: (_, { id }) => tryAgain(id ? "update goal" : "create goal"),
  });
}

const DONE = { "in-progress": "Goal reopened", completed: "Goal completed", cancelled: "Goal cancelled" };

/** Marks a goal complete, cancels it or reopens it. */
export function useSetGoalStatus(budget: Budget) {
  return useChange({
    run: ({ id, status }: { id: Id; status: GoalStatus }): Promise<Goal> =>
      call(goals.setStatus, { budget, params: { id }, body: { status } }),
    settle: (client, saved) => place(client, budget, saved),
    success: ({ status }) => ({ title: DONE[status] }),
    failure: tryAgain("update goal"),
  });
}

/** Adds to a goal's current amount; `amount` in whole units, as on the wire. */
export function useContribute(budget: Budget) {
  return useChange({
    run: ({ id, amount }: { id: Id; amount: number }, key): Promise<Goal> =>
      call(goals.contribute, { budget, params: { id }, body: { amount }, key }),
    settle: (client, saved) => place(client, budget, saved),
    success: ({ name }) => ({ title: "Contribution added", description: `To “${name}”.` }),
    failure: tryAgain("add contribution"),
  });
}

/** Deletes a goal with its milestones. */
export function useDeleteGoal(budget: Budget) {
  return useChange({
    run: ({ id }: { id: Id }) => call(goals.remove, { budget, params: { id } }),
    settle(client, _, removed) {
      client.setQueryData(goalList(budget).queryKey, (list) => without(list, removed.id));
      refresh(client, budget, "goals");
    },
    success: () => ({ title: "Goal deleted" }),
    failure: tryAgain("delete goal"),
  });
}

/** Puts what the server has answered into the list at once, and asks for all that depends on it. */
function place(client: QueryClient, budget: Budget, goal: Goal) {
  client.setQueryData(goalList(budget).queryKey, (list) => saved(list, goal));
  refresh(client, budget, "goals");
}
