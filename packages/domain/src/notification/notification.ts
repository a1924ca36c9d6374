import type { InferOutput } from "valibot";
import { history, type RowAmounts } from "../budget/budget.ts";
import { behindBy, type Goal } from "../goal/goal.ts";
import type { Id } from "../id.ts";
import { screenPath, type WhyTarget } from "../link/links.ts";
import { type Cents, type Currency, formatMoney, formatWhole, minus, plus, ZERO } from "../money/money.ts";
import type { Suggestion } from "../subscription/repeats.ts";
import { flowOf, isRunning, type Subscription, timeUntil } from "../subscription/subscription.ts";
import { AMERICAN } from "../text/locale.ts";
import { pluralize } from "../text/plural.ts";
import { type Day, daysBetween } from "../time/day.ts";
import { dayFormatter } from "../time/format-day.ts";
import { type Month, monthLabel, monthOfDay } from "../time/month.ts";
import type { Transaction } from "../transaction/transaction.ts";
import { NOTIFICATION_KINDS, type NotificationKind } from "./choices.ts";
import type { notification } from "./definition.ts";
import { SECURITY_TEXTS, type SecurityEventName } from "./security-events.ts";

/** The daily job notifies nobody before this local time. */
export const MORNING = "07:00";

export type Notification = InferOutput<typeof notification>;
/** `subject` is the email's subject. It contains no amounts, since it may appear on a locked screen. */
export type Notice = Omit<Notification, "at" | "read"> & { subject?: string };

const NEAR = 0.8;

const limitOf = ({ projected, carried = ZERO }: RowAmounts) => plus(projected, carried);

/** Null below 80%, exactly on the plan (like a paid bill), or without a plan. */
export function reachedThreshold(row: RowAmounts): "near-plan" | "at-plan" | null {
  const { projected, actual, carried } = row;
  const limit = limitOf(row);
  if ((projected <= 0 && !carried) || actual < limit * NEAR || actual === limit) return null;
  return actual < limit ? "near-plan" : "at-plan";
}

export function isProjectedOver(row: RowAmounts, expected: Cents): boolean {
  const limit = limitOf(row);
  return limit > 0 && row.actual < limit && expected > limit;
}

/** Once per month, category and kind. */
export function crossingNotice(
  kind: "near-plan" | "at-plan" | "projected-over",
  row: RowAmounts & { month: Month; category: { id: Id; name: string }; expected: Cents },
  currency: Currency,
): Notice {
  const { month, category, carried, actual, expected } = row;
  const limit = limitOf(row);
  const what = carried ? "its plan and what it carried" : "its plan";
  const money = (amount: Cents) => formatMoney(amount, currency, AMERICAN);
  const label = monthLabel(month);
  const texts = {
    "near-plan": () =>
      `${category.name} has used ${Math.floor((actual * 100) / limit)}% of ${what} for ${label}: ${money(actual)} of ${money(limit)}.`,
    "at-plan": () => `${category.name} is ${money(minus(actual, limit))} over ${what} for ${label}.`,
    "projected-over": () =>
      `${category.name} is expected to end ${label} at ${money(expected)}, ${money(minus(expected, limit))} over ${what}.`,
  };
  const opens: Record<typeof kind, WhyTarget> = {
    "near-plan": category.id,
    "at-plan": carried ? `available-${category.id}` : `difference-${category.id}`,
    "projected-over": `forecast-${category.id}`,
  };
  return {
    id: `${kind}:${month}:${category.id}`,
    kind,
    text: texts[kind](),
    subject: `${category.name} ${CROSSINGS[kind]}`,
    link: screenPath("/budget", { month, why: opens[kind] }),
  };
}

const CROSSINGS = {
  "near-plan": "has used 80% of its plan",
  "at-plan": "is over its plan",
  "projected-over": "is expected to go over its plan",
};

/** Days without a purchase after which irregular spending, such as a trip, is considered over. */
const OVER_AFTER_DAYS = 4;

/**
 * True if a category's irregular spending has ended, so that its pace predicts nothing: at least one earlier month had no
 * spending, and neither did the latest days. `latest` is the day of the month's last purchase; `past` are earlier months,
 * oldest first.
 */
export function isSpendingOver(latest: Day | null, today: Day, past: readonly Cents[]): boolean {
  const isRegular = history(past)?.actuals.every((actual) => actual !== 0) ?? true;
  return !isRegular && (latest === null || daysBetween(latest, today) >= OVER_AFTER_DAYS);
}

type Several = (count: number) => string;
/** The common text of several notices of a kind; null for a kind whose notices are never combined. */
const COMBINED: Record<NotificationKind, Several | null> = {
  "near-plan": (count) => `${count} categories have used 80% of their plans`,
  "at-plan": (count) => `${count} categories are over their plans`,
  "projected-over": (count) => `${count} categories are expected to go over their plans`,
  "kind-changed": (count) => `${count} categories count as bills now`,
  "payment-due": (count) => `${count} payments are due`,
  "payment-found": (count) => `${count} payments were found among the transactions`,
  price: (count) => `${count} subscriptions are charged another price`,
  "goal-reached": (count) => `${count} goals have reached their targets`,
  "goal-behind": (count) => `${count} goals are behind schedule`,
  share: null,
  security: null,
  import: (count) => `${count} imports are finished`,
};

/** Whether a kind's texts name people: when an account is deleted, its name is erased from them. */
const NAMES_PEOPLE: Record<NotificationKind, boolean> = {
  "near-plan": false,
  "at-plan": false,
  "projected-over": false,
  "kind-changed": false,
  "payment-due": false,
  "payment-found": false,
  price: false,
  "goal-reached": false,
  "goal-behind": false,
  share: true,
  security: true,
  import: false,
};
export const KINDS_WITH_NAMES = NOTIFICATION_KINDS.filter((kind) => NAMES_PEOPLE[kind]);

/** Groups notices by kind, in order of first appearance; `title` is set if several are combined. */
export function gather<N extends Pick<Notice, "kind">>(
  notices: readonly N[],
): { kind: NotificationKind; title: string | undefined; notices: N[] }[] {
  const byKind = Map.groupBy(notices, ({ kind }) => kind);
  return [...byKind].flatMap(([kind, some]) => {
    const title = COMBINED[kind]?.(some.length);
    if (title === undefined) return some.map((one) => ({ kind, title, notices: [one] }));
    return [{ kind, title: some.length > 1 ? title : undefined, notices: some }];
  });
}

/** Combines several notices of a kind for an email; its link opens their screen. */
export function mailOfSeveral(
  title: string,
  notices: readonly Notice[],
): Pick<Notice, "text" | "subject" | "link"> {
  const [path = "/"] = (notices[0]?.link ?? "/").split("?");
  return { subject: title, text: notices.map(({ text }) => text).join(" "), link: path };
}

/** Once per category. The dashboard asks whether the kind is right. */
export function kindNotice({ id, name }: { id: Id; name: string }, month: Month): Notice {
  const subject = `${name} counts as a bill now`;
  return {
    id: `kind-changed:${id}`,
    kind: "kind-changed",
    subject,
    text: `${subject}, since it costs about the same each month: the rest of its plan is set apart.`,
    link: screenPath("/", { month }),
  };
}

/** Daily and weekly payments, such as pocket money, cause no notice. */
export function isPaymentDue(sub: Subscription, today: Day): boolean {
  const days = daysBetween(today, sub.nextPaymentDate);
  const isNews = flowOf(sub) === "expense" && sub.frequency !== "weekly" && sub.frequency !== "daily";
  return isNews && isRunning(sub, today) && days >= 0 && days <= sub.notifyBeforeDays;
}

/** Once per payment. */
export function paymentNotice(sub: Subscription, today: Day, currency: Currency): Notice {
  const when = sub.nextPaymentDate < today ? "overdue" : `due ${timeUntil(sub.nextPaymentDate, today)}`;
  const money = sub.amount % 100 === 0 ? formatWhole : formatMoney;
  return {
    id: `payment-due:${sub.id}:${sub.nextPaymentDate}`,
    kind: "payment-due",
    text: `${sub.name}, ${money(sub.amount, currency, AMERICAN)}, is ${when}.`,
    subject: `${sub.name} is ${when}`,
    link: screenPath("/subscriptions", { why: `subscription-${sub.id}` }),
  };
}

/** The daily job recorded no payment, because it found its transaction. Once per payment and transaction. */
export function foundPaymentNotice(
  { id, name, nextPaymentDate }: Subscription,
  charge: Pick<Transaction, "id" | "description" | "amount" | "date">,
  today: Day,
  currency: Currency,
): Notice {
  const formatDay = dayFormatter([nextPaymentDate, charge.date], today, AMERICAN);
  const amount = formatMoney(charge.amount, currency, AMERICAN);
  return {
    id: `payment-found:${id}:${nextPaymentDate}:${charge.id}`,
    kind: "payment-found",
    text: `${name}, due ${formatDay(nextPaymentDate)}, was not recorded again: “${charge.description}” of ${formatDay(charge.date)}, ${amount}, is its payment. If it is something else, undo this in the activity.`,
    subject: `${name} was found among the transactions`,
    link: screenPath("/activity"),
  };
}

/** Once per price. The screen offers to adopt it. */
export function priceNotice({ id, name, amount }: Suggestion, expected: Cents, currency: Currency): Notice {
  const [charged, known] = [
    formatMoney(amount, currency, AMERICAN),
    formatMoney(expected, currency, AMERICAN),
  ];
  const text = `${name} was charged ${charged} where ${known} was expected.`;
  return { id, kind: "price", text, subject: `${name} is charged another price`, link: "/subscriptions" };
}

/** Once per target. */
export function goalReachedNotice({ id, name, targetAmount }: Goal, currency: Currency): Notice {
  return {
    id: `goal-reached:${id}:${targetAmount}`,
    kind: "goal-reached",
    subject: `${name} has reached its target`,
    text: `${name} has reached its target of ${formatMoney(targetAmount, currency, AMERICAN)}.`,
    link: screenPath("/goals", { why: `goal-${id}` }),
  };
}

/** Once a month; null for a goal that is not behind. */
export function goalBehindNotice(goal: Goal, today: Day, currency: Currency): Notice | null {
  const missing = behindBy(goal, today);
  if (missing === 0) return null;
  return {
    id: `goal-behind:${goal.id}:${monthOfDay(today)}`,
    kind: "goal-behind",
    subject: `${goal.name} is behind schedule`,
    text: `${goal.name} is ${formatMoney(missing, currency, AMERICAN)} behind schedule.`,
    link: screenPath("/goals", { why: `goal-${goal.id}` }),
  };
}

/** `name` is the other person's; for `declined` their address, for `gone` the budget's name. */
export function shareNotice(
  event: "offered" | "accepted" | "declined" | "ended" | "left" | "gone",
  shareId: Id,
  name: string,
): Notice {
  const texts = {
    offered: `${name} has shared a budget with you.`,
    accepted: `${name} has accepted your invitation and can open your budget now.`,
    ended: `${name} no longer shares a budget with you.`,
    declined: `${name} has declined your invitation.`,
    left: `${name} has left your budget.`,
    gone: `You have left “${name}”. Its other members keep it.`,
  };
  return { id: `share:${shareId}:${event}`, kind: "share", text: texts[event], link: "/settings" };
}

/** `at` (milliseconds) makes each event a separate notice; `detail` replaces "%" in the text. */
export function securityNotice(event: SecurityEventName, at: number, detail = ""): Notice {
  const text = SECURITY_TEXTS[event].replace("%", () => detail);
  return { id: `security:${event}:${at}`, kind: "security", text, link: "/settings" };
}

/** `source` is the file's name; once per batch. */
export function importNotice(batch: string, source: string, added: number): Notice {
  return {
    id: `import:${batch}`,
    kind: "import",
    text: `Your import from ${source} is finished: ${pluralize(added, "transaction")} added.`,
    link: "/transactions",
  };
}
