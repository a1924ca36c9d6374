import type { Current } from "@coffer/core/refusal";
import type { ActivityEntry } from "@coffer/domain/activity";
import type { Plan } from "@coffer/domain/budget";
import { toDecimal } from "@coffer/domain/money";
import { monthOnWire } from "./routes/budgets.ts";
import { goalOnWire } from "./routes/goals.ts";
import { subscriptionOnWire } from "./routes/subscriptions.ts";
import { transactionOnWire } from "./routes/transactions.ts";

/** An entry's snapshots as the wire has them. */
export function snapshotsOnWire(entry: ActivityEntry) {
  switch (entry.kind) {
    case "transaction":
      return { kind: entry.kind, ...both(entry, transactionsOnWire) };
    case "category":
      return { kind: entry.kind, ...both(entry, categoryOnWire) };
    case "plan":
      return { kind: entry.kind, ...both(entry, planOnWire) };
    case "month":
      return { kind: entry.kind, ...both(entry, plannedMonthOnWire) };
    case "goal":
      return { kind: entry.kind, ...both(entry, goalWithMilestones) };
    case "milestone":
      return { kind: entry.kind, ...both(entry, milestoneOnWire) };
    case "subscription":
      return { kind: entry.kind, ...both(entry, subscriptionWithPayments) };
    case "share":
      return { kind: entry.kind, ...both(entry, (share) => share) };
    case "import":
      return { kind: entry.kind, ...both(entry, (batch) => batch) };
  }
}

/** The thing as it is now, in place of what an undo expected. */
export function currentOnWire(current: Current) {
  switch (current.kind) {
    case "transaction":
      return current.value && transactionsOnWire(current.value);
    case "category":
      return current.value && categoryOnWire(current.value);
    case "plan":
      return current.value && planOnWire(current.value);
    case "month":
      return current.value && plannedMonthOnWire(current.value);
    case "goal":
      return current.value && goalWithMilestones(current.value);
    case "milestone":
      return current.value && milestoneOnWire(current.value);
    case "subscription":
      return current.value && subscriptionWithPayments(current.value);
    default:
      return current.value;
  }
}

type Snapshot<Kind extends ActivityEntry["kind"]> = NonNullable<
  Extract<ActivityEntry, { kind: Kind }>["after"]
>;

function both<From, To>(
  { before, after }: { before: From | null; after: From | null },
  onWire: (snapshot: From) => To,
): { before: To | null; after: To | null } {
  return { before: before && onWire(before), after: after && onWire(after) };
}

const transactionsOnWire = ({ others, ...transaction }: Snapshot<"transaction">) => ({
  ...transactionOnWire(transaction),
  ...(others && { others: others.map(transactionOnWire) }),
});

const planOnWire = ({ categoryId, month, projected }: Plan) => ({
  categoryId,
  ...monthOnWire(month),
  projected: toDecimal(projected),
});

const plannedMonthOnWire = ({ month, plans, resetAt }: Snapshot<"month">) => ({
  ...monthOnWire(month),
  ...(plans && { plans: plans.map(planOnWire) }),
  ...(resetAt !== undefined && { resetAt }),
});

const categoryOnWire = ({ plan, ...category }: Snapshot<"category">) => ({
  ...category,
  ...(plan && { plan: planOnWire(plan) }),
});

const milestoneOnWire = (milestone: Snapshot<"milestone">) => ({
  ...milestone,
  amount: toDecimal(milestone.amount),
});

const goalWithMilestones = ({ milestones, ...goal }: Snapshot<"goal">) => ({
  ...goalOnWire(goal),
  ...(milestones && { milestones: milestones.map(milestoneOnWire) }),
});

const subscriptionWithPayments = ({
  transactions,
  settledThrough,
  ...subscription
}: Snapshot<"subscription">) => ({
  ...subscriptionOnWire(subscription),
  ...(settledThrough !== undefined && { settledThrough }),
  ...(transactions && { transactions: transactions.map(transactionOnWire) }),
});
