import type { Contribution, Goal, Milestone } from "@coffer/domain/goal/goal";
import type { Id } from "@coffer/domain/id";
import type { Versioned } from "../activity/recording.ts";

export type GoalStore = {
  list(ownerId: Id): Promise<Goal[]>;
  milestones(ownerId: Id, goalId: Id): Promise<Versioned<Milestone>[]>;
  /** Changes of its current amount, before one of these or up to now: the newest first. */
  contributions(ownerId: Id, goalId: Id, before: Id | undefined, limit: number): Promise<Contribution[]>;
};
