import { isSame, type Snapshots } from "@coffer/domain/activity/activity";
import type { Flow } from "@coffer/domain/category/category";
import type { DraftOf } from "@coffer/domain/definition/kind";
import type { Id } from "@coffer/domain/id";
import type { subscription } from "@coffer/domain/subscription/definition";
import { movedPayment, nextPayment, onlyPayment, paymentAfter } from "@coffer/domain/subscription/rhythm";
import {
  flowOf,
  hasPaymentLeft,
  isInDirectionOf,
  isOver,
  type Subscription,
  soonestFirst,
  withAmount,
} from "@coffer/domain/subscription/subscription";
import type { Day } from "@coffer/domain/time/day";
import type { Transaction } from "@coffer/domain/transaction/transaction";
import { type OpenLedger, requireRight } from "../access.ts";
import type { Versioned } from "../activity/recording.ts";
import { categoryRequired, noSuchCategory, unfitCategory } from "../category/category-problem.ts";
import type { Env } from "../env.ts";
import { onlyGoal } from "../goal/goals.ts";
import { createCeilings } from "../ledger/ceilings.ts";
import { changing, createCommit, readThing, refuseUnseen } from "../ledger/commit.ts";
import {
  changeOf,
  type Problem,
  readOne,
  type StoredSubscription,
  type StoredTransaction,
} from "../ledger/ledger.ts";
import { invalid, Refusal } from "../refusal.ts";
import { refuseStrangers } from "../share/balances.ts";
import type { Stores } from "../stores.ts";
import {
  lineOfPayment,
  notifyNobody,
  type TransactionDraft,
  withDefaults,
} from "../transaction/transactions.ts";

/** `categoryId` is null if the category was deleted. */
export type SubscriptionDraft = Omit<DraftOf<typeof subscription>, "categoryId"> &
  Pick<Subscription, "categoryId">;

/** `tied` was entered before, and becomes the payment. */
export type SubscriptionUpdate = {
  after: StoredSubscription;
  transactions: Transaction[];
  tied?: Versioned<StoredTransaction> | undefined;
};

/** The payment that a transaction is; `dueDate`, if given, must be that of the next one. */
export type Pays = { pays: Id; dueDate?: Day | undefined };

export function createSubscriptions(
  stores: Pick<Stores, "budgets" | "subscriptions" | "categories" | "goals" | "ledger" | "shares" | "users">,
  { ids, clock }: Pick<Env, "ids" | "clock">,
  notifyOfTransactions = notifyNobody,
) {
  const { commit } = createCommit(stores, { ids, clock });
  const takeRoom = createCeilings(stores);

  /** Refuses (invalid) a type that differs from the category's. A draft without a type gets that of its category. */
  async function withType<Draft extends SubscriptionDraft>({ ownerId }: OpenLedger, draft: Draft) {
    const { type, categoryId } = draft;
    const category =
      categoryId === null ? undefined : await readOne(stores.ledger, ownerId, "category", { id: categoryId });
    if (type && category && category.value.type !== type) throw unfitCategory("otherType", type);
    return type || category?.value.type !== "income" ? draft : { ...draft, type: category.value.type };
  }

  async function change(
    ledger: OpenLedger,
    id: Id,
    action: "changed" | "paid" | "skipped",
    decide: (stored: StoredSubscription) => SubscriptionUpdate | Promise<SubscriptionUpdate>,
  ): Promise<Snapshots["subscription"]> {
    let update: SubscriptionUpdate | undefined;
    const refuse = (problem: Problem) => {
      const [payment] = update?.transactions ?? [];
      return payment ? unfitCategory(problem, payment.type) : unfit(problem, update?.after.type);
    };
    const prepare = async () => {
      const before = await readThing(stores, ledger.ownerId, "subscription", { id });
      update = await decide(before.value);
      return updating(before, update, action);
    };
    const changed = await commit(ledger, "subscription", prepare, refuse);
    await notifyOfTransactions(ledger, changed.transactions ?? []);
    return changed;
  }

  async function readCharge({ ownerId }: OpenLedger, id: Id, subscription: StoredSubscription) {
    const charge = await readThing(stores, ownerId, "transaction", { id });
    const { description, subscriptionId, paymentId } = charge.value;
    if (subscriptionId !== undefined)
      throw new Refusal("conflict", `${description} is recorded as a payment already`);
    if (paymentId !== undefined) throw lineOfPayment(description);
    if (!isInDirectionOf(subscription, charge.value))
      throw invalid("transactionId", `${description} went the other way`);
    return charge;
  }

  return {
    list: async (ledger: OpenLedger): Promise<Subscription[]> =>
      (await stores.subscriptions.list(ledger.ownerId)).sort(soonestFirst),

    async add(ledger: OpenLedger, draft: SubscriptionDraft): Promise<Subscription> {
      const typed = { ...(await withType(ledger, draft)), active: draft.active ?? true };
      const decide = async () => {
        await refuseStrangers(stores, ledger, draft);
        const nextPaymentDate = nextPayment(typed, ledger.today);
        const subscription = endedIfOver({
          ...typed,
          id: ids(),
          nextPaymentDate,
          enteredOn: ledger.today,
          ...(typed.active ? {} : { pausedOn: ledger.today }),
          settledThrough: null,
        });
        const serial = await takeRoom(ledger.ownerId, "subscription");
        return { ...changing("subscription", null, subscription), serial };
      };
      const refuse = (problem: Problem) => unfit(problem, typed.type);
      return asListed(await commit(ledger, "subscription", decide, refuse));
    },

    /** Continues from the next payment: moves it if the dates change, and past the pause if it fell into one. */
    update: async (ledger: OpenLedger, id: Id, draft: SubscriptionDraft): Promise<Subscription> =>
      asListed(
        await change(ledger, id, "changed", async (subscription) => {
          refuseUnseen(ledger.seen, { kind: "subscription", value: subscription });
          await refuseStrangers(stores, ledger, draft, subscription);
          const { active } = subscription;
          const kept = { amount: subscription.amount, active: draft.active ?? active };
          const changed = withAmount({ ...subscription, ...draft, ...kept }, draft.amount, ledger.today);
          const isMoved =
            changed.categoryId !== subscription.categoryId || changed.type !== subscription.type;
          const after = isMoved ? await withType(ledger, changed) : changed;
          const moved = isSame(datesOf(after), datesOf(subscription))
            ? after
            : withDates(after, subscription);
          const isRevived = !active && hasEnded(subscription, ledger.today) && !isOver(moved, ledger.today);
          const resumed = isRevived ? { ...moved, active: true } : withPause(moved, active, ledger.today);
          return { after: endedIfOver(resumed), transactions: [] };
        }),
      ),

    async remove(ledger: OpenLedger, id: Id): Promise<void> {
      await commit(ledger, "subscription", async () =>
        changing("subscription", await readThing(stores, ledger.ownerId, "subscription", { id }), null),
      );
    },

    /**
     * Settles the next payment: records a transaction of its amount, or ties the one that `charge` names. Refuses
     * (conflict) a due date that is not the next one.
     */
    pay: async (ledger: OpenLedger, id: Id, dueDate: Day, charge?: Id): Promise<Subscription> =>
      asListed(
        await change(ledger, id, "paid", async (subscription) => {
          refuseUnlessNext(subscription, dueDate);
          const after = paidThrough(subscription, dueDate);
          if (charge !== undefined)
            return { after, transactions: [], tied: await readCharge(ledger, charge, subscription) };
          const payment = await paymentOf(stores, ledger.ownerId, subscription);
          if (!payment) throw categoryRequired();
          // Paid in advance: the money leaves today.
          const date = dueDate < ledger.today ? dueDate : ledger.today;
          const entered = { id: ids(), date, createdAt: clock(), createdBy: ledger.user.id };
          return { after, transactions: [{ ...entered, ...payment }] };
        }),
      ),

    /** Enters a transaction as the next payment, in one commit. */
    async payBy(ledger: OpenLedger, draft: TransactionDraft, { pays, dueDate }: Pays): Promise<Transaction> {
      requireRight(ledger, "manage");
      let expected = dueDate;
      const { transactions: [paid] = [] } = await change(ledger, pays, "paid", async (subscription) => {
        // If the daily job was faster, this must not pay the payment after it.
        expected ??= subscription.nextPaymentDate;
        refuseUnlessNext(subscription, expected);
        if (!isInDirectionOf(subscription, draft))
          throw invalid("pays", `${draft.description} goes the other way`);
        const { own: entered } = await withDefaults(stores, ledger, draft);
        const own = { id: ids(), createdAt: clock(), createdBy: ledger.user.id, subscriptionId: pays };
        return { after: paidThrough(subscription, expected), transactions: [{ ...entered, ...own }] };
      });
      if (!paid) throw new Error("a payment without its transaction");
      return paid;
    },

    skip: async (ledger: OpenLedger, id: Id, dueDate: Day): Promise<Subscription> =>
      asListed(
        await change(ledger, id, "skipped", (subscription) => {
          refuseUnlessNext(subscription, dueDate);
          return { after: paidThrough(subscription, dueDate), transactions: [] };
        }),
      ),
  };
}

const unfit = (problem: Problem, type: Flow | undefined): Refusal =>
  problem === "otherType" ? unfitCategory(problem, flowOf({ type })) : noSuchCategory();

/** A subscription as lists have it. */
export function asListed({
  settledThrough: _,
  transactions: _paid,
  ...subscription
}: Snapshots["subscription"]) {
  return subscription;
}

export function updating(
  before: Versioned<StoredSubscription>,
  { after, transactions, tied }: SubscriptionUpdate,
  action: "changed" | "paid" | "skipped",
) {
  const { changes, ...about } = changing("subscription", before, after);
  const paid = tied ? [{ ...tied.value, subscriptionId: after.id }] : transactions;
  return {
    ...about,
    action,
    before: { ...before.value, ...(tied && { transactions: [tied.value] }) },
    after: { ...after, ...(paid.length > 0 && { transactions: paid }) },
    changes: [...changes, ...paid.map((one) => changeOf("transaction", tied ?? null, one))],
  };
}

/** A payment's transaction without its date, with the category's shares; undefined without a category. */
export async function paymentOf(
  stores: Pick<Stores, "categories" | "goals">,
  ownerId: Id,
  { id, name, amount, paidBy, categoryId }: Subscription,
) {
  const [categories, goalId] = await Promise.all([
    stores.categories.list(ownerId),
    onlyGoal(stores, ownerId, categoryId),
  ]);
  const category = categories.find((one) => one.id === categoryId);
  if (!category) return undefined;
  const { id: ownId, type, shares } = category;
  const more = { ...(paidBy && { paidBy }), ...(shares && { shares }), ...(goalId && { goalId }) };
  return { description: name, amount, type, categoryId: ownId, notes: null, subscriptionId: id, ...more };
}

/** Moves a subscription past a due date: to its next payment, or to its end if none is left. */
export function paidThrough(subscription: StoredSubscription, dueDate: Day): StoredSubscription {
  const nextPaymentDate = paymentAfter(subscription, dueDate);
  return { ...endedIfOver({ ...subscription, nextPaymentDate }), settledThrough: dueDate };
}

/** Moves the next payment to its new day, later than every settled one. A payment that comes once stays on its day. */
function withDates(after: StoredSubscription, before: StoredSubscription): StoredSubscription {
  const { settledThrough, enteredOn = null } = before;
  const single = onlyPayment(after);
  if (single && (settledThrough === null || settledThrough < single))
    return { ...after, nextPaymentDate: single };
  const settled = latest(settledThrough, enteredOn);
  return { ...after, nextPaymentDate: movedPayment(before, before.nextPaymentDate, after, settled) };
}

/** True if the subscription reached its end, rather than being paused. */
const hasEnded = (subscription: StoredSubscription, today: Day): boolean =>
  !subscription.pausedOn && isOver(subscription, today);

/** Begins or ends a pause. Payments due before a pause stay due; those within it are never due. */
function withPause(after: StoredSubscription, wasActive: boolean, today: Day): StoredSubscription {
  if (after.active === wasActive) return after;
  if (!after.active) return { ...after, pausedOn: today };
  const { pausedOn, nextPaymentDate, rests = [] } = after;
  const resumed = { ...after, pausedOn: null };
  // An older release did not store when the pause began.
  if (!pausedOn)
    return {
      ...resumed,
      nextPaymentDate: nextPaymentDate <= today ? paymentAfter(after, today) : nextPaymentDate,
    };
  if (pausedOn === today) return resumed;
  const kept = rests.filter(({ through }) => through >= nextPaymentDate);
  const rested = { ...resumed, rests: [...kept, { after: pausedOn, through: today }] };
  const isWithin = pausedOn < nextPaymentDate && nextPaymentDate <= today;
  return isWithin ? { ...rested, nextPaymentDate: paymentAfter(rested, pausedOn) } : rested;
}

const datesOf = ({ startDate, frequency, secondDay, trialEndDate }: Subscription) => {
  return { startDate, frequency, secondDay, trialEndDate };
};

function refuseUnlessNext(subscription: StoredSubscription, dueDate: Day): void {
  const { nextPaymentDate, endDate, settledThrough } = subscription;
  const settled = settledThrough !== null && dueDate <= settledThrough;
  if (dueDate !== nextPaymentDate || settled || (endDate && dueDate > endDate))
    throw new Refusal("conflict", "That payment is no longer the next one due");
}

/** Makes a subscription inactive if no payment is left before its end. */
const endedIfOver = <T extends Subscription>(subscription: T): T => ({
  ...subscription,
  active: subscription.active && hasPaymentLeft(subscription),
});

const latest = (a: Day | null, b: Day | null): Day | null => (a === null || (b !== null && b > a) ? b : a);
