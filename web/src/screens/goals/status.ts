import type { GoalStatus } from "@coffer/domain/goal";

/** What a goal's badge says, and in which tone. */
export const STATUS = {
  "in-progress": { label: "In Progress", tone: "info" },
  completed: { label: "Completed", tone: "on-track" },
  cancelled: { label: "Cancelled", tone: "neutral" },
} as const satisfies Record<GoalStatus, object>;
