import type { Category } from "@coffer/domain/category/category";
import type { DraftOf } from "@coffer/domain/definition/kind";
import type { Id } from "@coffer/domain/id";
import { paymentAfter } from "@coffer/domain/subscription/rhythm";
import {
  flowOf,
  type Subscription,
  soonestFirst,
  type subscription,
} from "@coffer/domain/subscription/subscription";
import { firstPayment, withAmount } from "@coffer/domain/subscription/subscription-terms";
import type { Day } from "@coffer/domain/time/day";
import type { Transaction } from "@coffer/domain/transaction/transaction";
import type { OpenBudget } from "../access.ts";
import { about, createRecorder, type Recording, type Versioned } from "../activity/recording.ts";
import {
  type CategoryProblem,
  type CategoryStore,
  categoryRequired,
  noSuchCategory,
  unfitCategory,
} from "../category/categories.ts";
import type { Env } from "../env.ts";
import { type Creation, created, type IdempotencyKey } from "../idempotency.ts";
import { changedMeanwhile, found, Refusal, refuseUnseen } from "../refusal.ts";
import { retryOnConflict } from "../retry-on-conflict.ts";
import { type StoredTransaction, watchNothing } from "../transaction/transactions.ts";

/** Its category may be gone. */
export type SubscriptionDraft = Omit<DraftOf<typeof subscription>, "categoryId"> &
  Pick<Subscription, "categoryId">;

/**
 * A subscription as it was read. `settledThrough` is the latest due date that was ever paid, posted or skipped;
 * it only grows, and `nextPaymentDate` stays after it: no due date can come twice, whatever is edited.
 */
export type VersionedSubscription = {
  subscription: Subscription;
  settledThrough: Day | null;
  version: SubscriptionVersion;
};
/** What the store compares to know that nobody changed it, nor its category's deletion, since it was read. */
export type SubscriptionVersion = { count: number; categoryId: Id | null; revision: number | null };
/** What becomes of it, and the transactions that this records, or takes back. */
export type SubscriptionUpdate = {
  subscription: Subscription;
  settledThrough: Day | null;
  transactions: Transaction[];
  takenBack?: Versioned<StoredTransaction>[];
};

export type SubscriptionStore = {
  list(ownerId: Id): Promise<Subscription[]>;
  get(ownerId: Id, id: Id): Promise<VersionedSubscription | undefined>;
  /** Adds it, or gives the subscription that was added before under the same key. */
  add(
    ownerId: Id,
    subscription: Subscription,
    settledThrough: Day | null,
    recording: Recording,
    idempotencyKey?: IdempotencyKey,
  ): Promise<Creation<Subscription> | CategoryProblem>;
  /**
   * Makes the change with its transactions, all or nothing; "changed" when it, or what it takes back, is no longer as
   * it was read. Without a recording nothing is shown to have changed.
   */
  saveIfUnchanged(
    ownerId: Id,
    stored: VersionedSubscription,
    update: SubscriptionUpdate,
    recording: Recording | null,
  ): Promise<"saved" | "changed" | CategoryProblem>;
  remove(ownerId: Id, stored: VersionedSubscription, recording: Recording): Promise<"saved" | "changed">;
  /** What the daily job may have something to do about by the end of `day`, and since when; to be read again. */
  due(day: Day): AsyncIterable<{ ownerId: Id; id: Id; since: Day }>;
};

export const subscriptionChanged = () => changedMeanwhile("The subscription");

/** The subscriptions of a budget. The daily job that records their payments is in post-due.ts. */
export function createSubscriptions(
  stores: { subscriptions: SubscriptionStore; categories: CategoryStore },
  { ids, clock }: Pick<Env, "ids" | "clock">,
  watchPlan = watchNothing,
) {
  const record = createRecorder({ ids, clock });
  const read = async (ownerId: Id, id: Id) =>
    found(await stores.subscriptions.get(ownerId, id), "Subscription");

  /** One that says whether it is income or an expense belongs to a category of that type. */
  async function refuseUnfit(
    { ownerId }: OpenBudget,
    { type, categoryId }: SubscriptionDraft,
  ): Promise<void> {
    if (type === undefined || categoryId === null) return;
    const category = await stores.categories.get(ownerId, categoryId);
    if (category && category.value.type !== type) throw unfitCategory("otherType", type);
  }

  /** Decides on the subscription as it is, again when somebody else was faster. */
  const change = (
    budget: OpenBudget,
    id: Id,
    action: "changed" | "paid" | "skipped",
    decide: (stored: VersionedSubscription) => SubscriptionUpdate | Promise<SubscriptionUpdate>,
  ) =>
    retryOnConflict(async () => {
      const stored = await read(budget.ownerId, id);
      const update = await decide(stored);
      const recording = record(budget, changeOf(stored, update, action));
      const outcome = await stores.subscriptions.saveIfUnchanged(budget.ownerId, stored, update, recording);
      if (outcome === "saved") {
        await watchPlan(budget, update.transactions);
        return update.subscription;
      }
      if (outcome === "changed") return outcome;
      const [payment] = update.transactions;
      throw payment ? unfitCategory(outcome, payment.type) : unfit(outcome, update.subscription);
    }, subscriptionChanged);

  return {
    /** Next payment first. */
    list: async (budget: OpenBudget): Promise<Subscription[]> =>
      (await stores.subscriptions.list(budget.ownerId)).sort(soonestFirst),

    async add(
      budget: OpenBudget,
      draft: SubscriptionDraft,
      idempotencyKey?: IdempotencyKey,
    ): Promise<Subscription> {
      await refuseUnfit(budget, draft);
      const nextPaymentDate = firstPayment(draft, budget.today);
      const subscription = endedIfOver({ ...draft, id: ids(), nextPaymentDate });
      const { ownerId } = budget;
      const after = { ...subscription, settledThrough: null };
      const recording = record(budget, { ...about("subscription", subscription), before: null, after });
      const outcome = await stores.subscriptions.add(ownerId, subscription, null, recording, idempotencyKey);
      if (outcome === "noCategory" || outcome === "otherType") throw unfit(outcome, subscription);
      return created(outcome);
    },

    /** The next payment stays, unless the dates themselves change or a rest ends: then it is the first after today. */
    update: (budget: OpenBudget, id: Id, draft: SubscriptionDraft, seen?: string): Promise<Subscription> =>
      change(budget, id, "changed", async ({ subscription, settledThrough }) => {
        refuseUnseen(seen, { kind: "subscription", value: subscription });
        const { startDate, frequency, active, nextPaymentDate, trialEndDate = null } = subscription;
        const { secondDay = null } = subscription;
        const before = { ...subscription, ...draft, amount: subscription.amount };
        const after = withAmount(before, draft.amount, budget.today);
        if (after.categoryId !== subscription.categoryId || after.type !== subscription.type)
          await refuseUnfit(budget, after);
        const restarts =
          after.startDate !== startDate ||
          after.frequency !== frequency ||
          (after.secondDay ?? null) !== secondDay ||
          (after.trialEndDate ?? null) !== trialEndDate ||
          (after.active && !active);
        const next = restarts ? firstPayment(after, later(budget.today, settledThrough)) : nextPaymentDate;
        const changed = endedIfOver({ ...after, nextPaymentDate: next });
        return { subscription: changed, settledThrough, transactions: [] };
      }),

    async remove(budget: OpenBudget, id: Id): Promise<void> {
      await retryOnConflict(async () => {
        const stored = await read(budget.ownerId, id);
        const { subscription, settledThrough, version } = stored;
        const before = { ...subscription, settledThrough };
        const recording = record(budget, {
          ...about("subscription", subscription),
          before,
          after: null,
          version,
        });
        return stores.subscriptions.remove(budget.ownerId, stored, recording);
      }, subscriptionChanged);
    },

    /** Records the payment of `dueDate` as a transaction and moves to the next; refuses one that is not the next. */
    pay: (budget: OpenBudget, id: Id, dueDate: Day): Promise<Subscription> =>
      change(budget, id, "paid", async (stored) => {
        refuseUnlessNext(stored, dueDate);
        const { subscription } = stored;
        const categories = await stores.categories.list(budget.ownerId);
        const category = categories.find(({ id }) => id === subscription.categoryId);
        if (!category) throw categoryRequired();
        // Paid ahead, the money leaves today.
        const date = dueDate < budget.today ? dueDate : budget.today;
        const entered = { id: ids(), date, createdAt: clock(), createdBy: budget.user.id };
        const transaction = { ...entered, ...payment(subscription, category) };
        return { ...paidThrough(stored, dueDate), transactions: [transaction] };
      }),

    /** Moves on from the payment of `dueDate` without recording one. */
    skip: (budget: OpenBudget, id: Id, dueDate: Day): Promise<Subscription> =>
      change(budget, id, "skipped", (stored) => {
        refuseUnlessNext(stored, dueDate);
        return { ...paidThrough(stored, dueDate), transactions: [] };
      }),
  };
}

function unfit(problem: CategoryProblem, subscription: Subscription): Refusal {
  return problem === "otherType" ? unfitCategory(problem, flowOf(subscription)) : noSuchCategory();
}

/** What the entry of a change says. */
export function changeOf(
  { subscription, settledThrough, version }: VersionedSubscription,
  update: SubscriptionUpdate,
  action: "changed" | "paid" | "skipped",
) {
  const { transactions } = update;
  return {
    ...about("subscription", subscription),
    action,
    before: { ...subscription, settledThrough },
    after: {
      ...update.subscription,
      settledThrough: update.settledThrough,
      ...(transactions.length > 0 && { transactions }),
    },
    version,
  };
}

/** What a payment's transaction says, but for when. */
export function payment({ id, name, amount }: Subscription, { id: categoryId, type }: Category) {
  return { description: name, amount, type, categoryId, notes: null, subscriptionId: id };
}

/** Moves a subscription past a due date: to the next payment, or to its end where none is left. */
export function paidThrough(
  { subscription }: VersionedSubscription,
  dueDate: Day,
): Omit<SubscriptionUpdate, "transactions"> {
  const nextPaymentDate = paymentAfter(subscription, dueDate);
  return { subscription: endedIfOver({ ...subscription, nextPaymentDate }), settledThrough: dueDate };
}

function refuseUnlessNext({ subscription, settledThrough }: VersionedSubscription, dueDate: Day): void {
  const { nextPaymentDate, endDate } = subscription;
  const settled = settledThrough !== null && dueDate <= settledThrough;
  if (dueDate !== nextPaymentDate || settled || (endDate && dueDate > endDate)) {
    throw new Refusal("conflict", "That payment is no longer the next one due");
  }
}

/** One that has no payment left before its end is over at once. */
function endedIfOver(subscription: Subscription): Subscription {
  const { endDate, nextPaymentDate, active } = subscription;
  return { ...subscription, active: active && (endDate === null || nextPaymentDate <= endDate) };
}

function later(a: Day, b: Day | null): Day {
  return b !== null && b > a ? b : a;
}
