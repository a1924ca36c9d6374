import type { Budget } from "./budget.ts";
import type { Day } from "./day.ts";
import { daysBetween } from "./day.ts";
import type { Goal } from "./goal.ts";
import { expectedBy, isBehind } from "./goal.ts";
import type { Id } from "./id.ts";
import type { Cents, Currency } from "./money.ts";
import { formatMoney, minus } from "./money.ts";
import type { Month } from "./month.ts";
import { monthLabel, monthOfDay } from "./month.ts";
import { pluralize } from "./plural.ts";
import type { Subscription } from "./subscription.ts";
import { flowOf, isRunning, timeRemaining } from "./subscription.ts";

/** Each kind can be turned off by itself; the label stands beside its switch. */
export const NOTIFICATION_KINDS = {
  "near-plan": "A category has used 80% of its plan",
  "at-plan": "A category has used all of its plan",
  "projected-over": "A category is expected to go over its plan",
  "payment-due": "A payment is due",
  "goal-reached": "A goal is reached",
  "goal-behind": "A goal is behind schedule",
  share: "A share is offered, accepted or ended",
  security: "Your password or e-mail address changes",
  import: "An import is finished",
} as const;
export type NotificationKind = keyof typeof NOTIFICATION_KINDS;

/** `id` says what it is about, so that the same is never told twice; `link` is a path of the product. */
export type Notice = { id: string; kind: NotificationKind; text: string; link: string };
/** `at` is an instant in milliseconds. */
export type Notification = Notice & { at: number; read: boolean };

/** Older ones go. */
export const MAX_NOTIFICATIONS = 200;

const NEAR = 0.8;

/** Without a choice of their own, people are told of every kind; `notifications` is the switch above them all. */
export function isWanted(
  kind: NotificationKind,
  user: { notifications: boolean; notify?: Partial<Record<NotificationKind, boolean>> | undefined },
): boolean {
  return user.notifications && user.notify?.[kind] !== false;
}

type Row = Pick<Budget, "projected" | "actual">;

/** The highest mark of its plan that an expense category reaches with a change; null where it reaches none. */
export function crossing(before: Row, after: Row): "near-plan" | "at-plan" | null {
  const [from, to] = [level(before), level(after)];
  if (to <= from) return null;
  return to === 2 ? "at-plan" : "near-plan";
}

/** Still within its plan, but expected to end the month over it. */
export function isProjectedOver({ projected, actual }: Row, expected: Cents): boolean {
  return projected > 0 && actual < projected && expected > projected;
}

/** Told once per month, category and crossing. */
export function crossingNotice(
  kind: "near-plan" | "at-plan" | "projected-over",
  row: Row & { month: Month; category: { id: Id; name: string }; expected: Cents },
  currency: Currency,
): Notice {
  const { month, category, projected, actual, expected } = row;
  const money = (amount: Cents) => formatMoney(amount, currency);
  const label = monthLabel(month);
  const texts = {
    "near-plan": () =>
      `${category.name} has used ${Math.floor((actual * 100) / projected)}% of its plan for ${label}: ${money(actual)} of ${money(projected)}.`,
    "at-plan": () =>
      actual > projected
        ? `${category.name} is ${money(minus(actual, projected))} over its plan for ${label}.`
        : `${category.name} has used all of its plan for ${label}: ${money(projected)}.`,
    "projected-over": () =>
      `${category.name} is expected to end ${label} at ${money(expected)}, ${money(minus(expected, projected))} over its plan.`,
  };
  return { id: `${kind}:${month}:${category.id}`, kind, text: texts[kind](), link: `/budget?month=${month}` };
}

/** From `notifyBeforeDays` before the payment until its day. */
export function isPaymentDue(sub: Subscription, today: Day): boolean {
  const days = daysBetween(today, sub.nextPaymentDate);
  return flowOf(sub) === "expense" && isRunning(sub, today) && days >= 0 && days <= sub.notifyBeforeDays;
}

/** Told once per payment. */
export function paymentNotice(sub: Subscription, today: Day, currency: Currency): Notice {
  const time = timeRemaining(sub.nextPaymentDate, today).toLowerCase();
  const when = /\d/.test(time) ? `in ${time}` : time;
  return {
    id: `payment-due:${sub.id}:${sub.nextPaymentDate}`,
    kind: "payment-due",
    text: `${sub.name}, ${formatMoney(sub.amount, currency)}, is due ${when}.`,
    link: "/subscriptions",
  };
}

export function isReachedBy(before: Goal, after: Goal): boolean {
  return before.currentAmount < before.targetAmount && after.currentAmount >= after.targetAmount;
}

/** Told once per target. */
export function goalReachedNotice({ id, name, targetAmount }: Goal, currency: Currency): Notice {
  return {
    id: `goal-reached:${id}:${targetAmount}`,
    kind: "goal-reached",
    text: `${name} has reached its target of ${formatMoney(targetAmount, currency)}.`,
    link: "/goals",
  };
}

/** Told once a month; null for a goal that is not behind. */
export function goalBehindNotice(goal: Goal, today: Day, currency: Currency): Notice | null {
  if (!isBehind(goal, today)) return null;
  const missing = minus(expectedBy(goal, today), goal.currentAmount);
  return {
    id: `goal-behind:${goal.id}:${monthOfDay(today)}`,
    kind: "goal-behind",
    text: `${goal.name} is ${formatMoney(missing, currency)} behind schedule.`,
    link: "/goals",
  };
}

/** Offered and ended are told to the recipient of a share, accepted and left to its owner; `name` is the other one's. */
export function shareNotice(
  event: "offered" | "accepted" | "ended" | "left",
  shareId: Id,
  name: string,
): Notice {
  const texts = {
    offered: `${name} has shared a budget with you.`,
    accepted: `${name} has accepted your invitation and can see your budget.`,
    ended: `${name} no longer shares a budget with you.`,
    left: `${name} has left your budget.`,
  };
  return { id: `share:${shareId}:${event}`, kind: "share", text: texts[event], link: "/settings" };
}

/** `at` is when it happened: each time is told. */
export function securityNotice(
  event: "password-changed" | "email-changed" | "sessions-ended",
  at: number,
): Notice {
  const texts = {
    "password-changed": "Your password was changed.",
    "email-changed": "Your e-mail address was changed.",
    "sessions-ended": "You were signed out on your other devices.",
  };
  return { id: `security:${event}:${at}`, kind: "security", text: texts[event], link: "/settings" };
}

export function importNotice(
  batch: string,
  result: { added: number; already: number; refused: number },
): Notice {
  const parts = [
    `${pluralize(result.added, "transaction")} added`,
    result.already > 0 && `${result.already} already here`,
    result.refused > 0 && `${result.refused} refused`,
  ];
  return {
    id: `import:${batch}`,
    kind: "import",
    text: `Your import is finished: ${parts.filter(Boolean).join(", ")}.`,
    link: "/transactions",
  };
}

/** 0 below 80% of a plan, 1 below all of it, 2 from there on. Without a plan there is nothing to reach. */
function level({ projected, actual }: Row): 0 | 1 | 2 {
  if (projected <= 0 || actual < projected * NEAR) return 0;
  return actual < projected ? 1 : 2;
}
