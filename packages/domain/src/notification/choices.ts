import { keysOf } from "../keys.ts";

/** The label of each kind's switch, and the subject of its emails. */
export const NOTIFICATION_LABELS = {
  "near-plan": "A category has used 80% of its plan",
  "at-plan": "A category has gone over its plan",
  "projected-over": "A category is expected to go over its plan",
  "kind-changed": "A category counts as a bill now",
  "payment-due": "A payment is due",
  "payment-found": "A payment was found among the transactions",
  price: "A subscription is charged another price",
  "goal-reached": "A goal is reached",
  "goal-behind": "A goal is behind schedule",
  share: "Someone shares a budget, or accepts or ends a share",
  security: "Your password, email address or devices change",
  import: "An import is finished",
} as const;
export type NotificationKind = keyof typeof NOTIFICATION_LABELS;
export const NOTIFICATION_KINDS = keysOf(NOTIFICATION_LABELS);

/** Delivery outside the product: none, an email for each notice, or the daily summary. */
export const NOTIFY_BY = ["product", "mail", "summary"] as const;

export type NotifyBy = (typeof NOTIFY_BY)[number];

export const MAX_NOTIFICATIONS = 200;

/** Absent kinds are on. */
type NotifyChoices = Partial<Record<NotificationKind, boolean>>;

/** Every kind is on by default; `notifications` switches all of them. */
export function isWanted(
  kind: NotificationKind,
  user: { notifications: boolean; notify: NotifyChoices },
): boolean {
  return user.notifications && user.notify[kind] !== false;
}
