import type { CurrentOf } from "@coffer/core/refusal";
import type { ActivityEntry, ActivityKind, Snapshots } from "@coffer/domain/activity/activity";
import { monthOnWire, planOnWire } from "./routes/budgets.ts";
import { goalOnWire, milestoneOnWire } from "./routes/goals.ts";
import { subscriptionOnWire } from "./routes/subscriptions.ts";
import { transactionOnWire } from "./routes/transactions.ts";

/** An entry's snapshots as the wire has them. */
export function snapshotsOnWire(entry: ActivityEntry) {
  switch (entry.kind) {
    case "transaction":
      return { kind: entry.kind, ...both(entry, ON_WIRE.transaction) };
    case "category":
      return { kind: entry.kind, ...both(entry, ON_WIRE.category) };
    case "plan":
      return { kind: entry.kind, ...both(entry, ON_WIRE.plan) };
    case "month":
      return { kind: entry.kind, ...both(entry, ON_WIRE.month) };
    case "goal":
      return { kind: entry.kind, ...both(entry, ON_WIRE.goal) };
    case "milestone":
      return { kind: entry.kind, ...both(entry, ON_WIRE.milestone) };
    case "subscription":
      return { kind: entry.kind, ...both(entry, ON_WIRE.subscription) };
    case "share":
      return { kind: entry.kind, ...both(entry, ON_WIRE.share) };
    case "import":
      return { kind: entry.kind, ...both(entry, ON_WIRE.import) };
  }
}

/** The thing as it is now, in place of what an undo expected. */
export function currentOnWire<Kind extends ActivityKind>({ kind, value }: CurrentOf<Kind>): unknown {
  const onWire: OnWire = ON_WIRE;
  return value && onWire[kind](value);
}

type OnWire = { [Kind in ActivityKind]: (snapshot: Snapshots[Kind]) => unknown };

function both<From, To>(
  { before, after }: { before: From | null; after: From | null },
  onWire: (snapshot: From) => To,
): { before: To | null; after: To | null } {
  return { before: before && onWire(before), after: after && onWire(after) };
}

const transactionsOnWire = ({ others, ...transaction }: Snapshots["transaction"]) => ({
  ...transactionOnWire(transaction),
  ...(others && { others: others.map(transactionOnWire) }),
});

const plannedMonthOnWire = ({ month, plans, resetAt }: Snapshots["month"]) => ({
  ...monthOnWire(month),
  ...(plans && { plans: plans.map(planOnWire) }),
  ...(resetAt !== undefined && { resetAt }),
});

const categoryOnWire = ({ plan, ...category }: Snapshots["category"]) => ({
  ...category,
  ...(plan && { plan: planOnWire(plan) }),
});

const goalWithMilestones = ({ milestones, ...goal }: Snapshots["goal"]) => ({
  ...goalOnWire(goal),
  ...(milestones && { milestones: milestones.map(milestoneOnWire) }),
});

const subscriptionWithPayments = ({
  transactions,
  settledThrough,
  ...subscription
}: Snapshots["subscription"]) => ({
  ...subscriptionOnWire(subscription),
  ...(settledThrough !== undefined && { settledThrough }),
  ...(transactions && { transactions: transactions.map(transactionOnWire) }),
});

const asItIs = <Snapshot>(snapshot: Snapshot): Snapshot => snapshot;

const ON_WIRE = {
  transaction: transactionsOnWire,
  category: categoryOnWire,
  plan: planOnWire,
  month: plannedMonthOnWire,
  goal: goalWithMilestones,
  milestone: milestoneOnWire,
  subscription: subscriptionWithPayments,
  share: asItIs<Snapshots["share"]>,
  import: asItIs<Snapshots["import"]>,
} satisfies OnWire;
