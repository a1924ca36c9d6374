import { keysOf } from "../keys.ts";

/** Beside the switch of each kind, and the subject of its mails. */
export const NOTIFICATION_LABELS = {
  "near-plan": "A category has used 80% of its plan",
  "at-plan": "A category has gone over its plan",
  "projected-over": "A category is expected to go over its plan",
  "kind-changed": "A category counts as a bill now",
  "payment-due": "A payment is due",
  price: "A subscription is charged another price",
  "goal-reached": "A goal is reached",
  "goal-behind": "A goal is behind schedule",
  share: "Someone shares a budget, or accepts or ends a share",
  security: "Your password, email address or devices change",
  import: "An import is finished",
} as const;
export type NotificationKind = keyof typeof NOTIFICATION_LABELS;
export const NOTIFICATION_KINDS = keysOf(NOTIFICATION_LABELS);

/** Another place where people are notified: nowhere, by a mail each, or in the daily summary. */
export const NOTIFY_BY = ["product", "mail", "summary"] as const;

export type NotifyBy = (typeof NOTIFY_BY)[number];

export const MAX_NOTIFICATIONS = 200;

/** A kind that is left out is wanted. */
type NotifyChoices = Partial<Record<NotificationKind, boolean>>;

/** Without a choice of their own, people are notified of every kind; `notifications` is the switch above them all. */
export function isWanted(
  kind: NotificationKind,
  user: { notifications: boolean; notify: NotifyChoices },
): boolean {
  return user.notifications && user.notify[kind] !== false;
}
