import type { SubscriptionStatus } from "@coffer/domain/subscription/subscription";

export const STATUS_TONES = {
  Inactive: "neutral",
  Overdue: "over",
  "Due Today": "info",
  Soon: "info",
  Upcoming: "on-track",
} as const satisfies Record<SubscriptionStatus, string>;
