export const NOTIFICATION_KINDS = [
  "near-plan",
  "at-plan",
  "projected-over",
  "payment-due",
  "price",
  "goal-reached",
  "goal-behind",
  "share",
  "security",
  "import",
] as const;

export type NotificationKind = (typeof NOTIFICATION_KINDS)[number];

/** Where else people are notified: nowhere, by a mail each, or in the daily summary. */
export const NOTIFY_BY = ["product", "mail", "summary"] as const;

export type NotifyBy = (typeof NOTIFY_BY)[number];
