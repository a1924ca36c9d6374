export const GOAL_STATUSES = ["in-progress", "completed", "cancelled"] as const;
export const GOAL_ICONS = ["savings", "flag", "target", "trending-up"] as const;
export const GOAL_COLORS = ["green", "blue", "purple", "yellow", "red"] as const;
