import type { Contribution, Goal, Milestone } from "@coffer/domain/goal/goal";
import type { Id } from "@coffer/domain/id";
import type { Versioned } from "../activity/recording.ts";

export type GoalStore = {
  list(ownerId: Id): Promise<Goal[]>;
  milestones(ownerId: Id, goalId: Id): Promise<Versioned<Milestone>[]>;
  /** Changes of the goal's amount, the newest first; `before` is the cursor of the next page. */
  contributions(ownerId: Id, goalId: Id, before: Id | undefined, limit: number): Promise<Contribution[]>;
};
