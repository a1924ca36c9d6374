import { compareDays, type Day } from "@coffer/domain/day";
import type { Id } from "@coffer/domain/id";
import { dueDates, isAutoRecorded, isOver, nextJobDay } from "@coffer/domain/subscription";
import { TIME_ZONES, today } from "@coffer/domain/timezone";
import type { User } from "@coffer/domain/user";
import type { CategoryStore } from "./categories.ts";
import type { Env } from "./env.ts";
import { createRecorder } from "./recording.ts";
import {
  changeOf,
  paidThrough,
  payment,
  type SubscriptionStore,
  type SubscriptionUpdate,
  type VersionedSubscription,
} from "./subscriptions.ts";
import { watchNothing } from "./transactions.ts";
import { workThrough } from "./work-through.ts";

/** What a run did: transactions recorded, subscriptions that came to their end. */
type Posted = { posted: number; ended: number };

type Stores = {
  subscriptions: SubscriptionStore;
  categories: CategoryStore;
  users: { get(id: Id): Promise<Pick<User, "timeZone"> | undefined> };
};
type Due = { ownerId: Id; id: Id; since: Day };

/** Payments recorded in one write: years of missed days take several, and a crash loses none of them. */
const PORTION = 50;
/** Subscriptions brought up to date at once. */
const WORKERS = 8;

/**
 * The daily job. Each subscription that records its payments by itself gets one transaction for each due date
 * up to today where its owner is; one past its end becomes inactive. The transactions and the advance of the
 * next payment are one conditional write, so any number of runs, at once or again, record each due date once.
 */
export function createPostDue(
  stores: Stores,
  { ids, clock }: Pick<Env, "ids" | "clock">,
  watchPlan = watchNothing,
  portion = PORTION,
) {
  const record = createRecorder({ ids, clock });

  /** `now` in milliseconds. What fails is left for the next run and keeps nothing else waiting. */
  return async function postDue(now: number): Promise<Posted> {
    const farthest = TIME_ZONES.map((zone) => today(now, zone)).reduce((a, b) =>
      compareDays(a, b) > 0 ? a : b,
    );
    const total = { posted: 0, ended: 0 };
    const failures = await workThrough(stores.subscriptions.due(farthest), WORKERS, (due) =>
      bringUpToDate(due, now, total),
    );
    if (failures.length > 0) {
      throw new AggregateError(failures, `${failures.length} subscriptions are left for the next run`);
    }
    return total;
  };

  async function bringUpToDate({ ownerId, id, since }: Due, now: number, total: Posted): Promise<void> {
    const owner = await stores.users.get(ownerId);
    if (!owner || since > today(now, owner.timeZone)) return;
    for (let isSaved = false; ; ) {
      const stored = await stores.subscriptions.get(ownerId, id);
      if (!stored) return;
      const update = await updateDue(ownerId, stored, today(now, owner.timeZone));
      if (!update) {
        // Its category is gone for good; rewriting it unchanged drops it from the schedule index.
        const { subscription, settledThrough, version } = stored;
        const { categoryId } = version;
        const stale = !isSaved && nextJobDay({ ...subscription, categoryId }) !== since;
        if (stale)
          await stores.subscriptions.saveIfUnchanged(
            ownerId,
            stored,
            { subscription, settledThrough, transactions: [] },
            null,
          );
        return;
      }
      const action = update.transactions.length > 0 ? "paid" : "changed";
      const recording = record(null, changeOf(stored, update, action));
      const outcome = await stores.subscriptions.saveIfUnchanged(ownerId, stored, update, recording);
      // Somebody else was faster: look again.
      if (outcome === "changed") continue;
      // Its category went away meanwhile: it waits for another one.
      if (outcome !== "saved") return;
      isSaved = true;
      await watchPlan({ ownerId, today: today(now, owner.timeZone) }, update.transactions);
      total.posted += update.transactions.length;
      if (stored.subscription.active && !update.subscription.active) total.ended += 1;
      const next = nextJobDay(update.subscription);
      if (next === null || next > today(now, owner.timeZone)) return;
    }
  }

  /** What is to be done next about a subscription on its owner's day; undefined when it is up to date. */
  async function updateDue(
    ownerId: Id,
    stored: VersionedSubscription,
    day: Day,
  ): Promise<SubscriptionUpdate | undefined> {
    const { subscription, settledThrough } = stored;
    const days = isAutoRecorded(subscription) ? dueDates(subscription, day, portion) : [];
    const last = days.at(-1);
    if (last === undefined) {
      if (!subscription.active || !isOver(subscription, day)) return undefined;
      return { subscription: { ...subscription, active: false }, settledThrough, transactions: [] };
    }
    const categories = await stores.categories.list(ownerId);
    const category = categories.find(({ id }) => id === subscription.categoryId);
    if (!category) return undefined;
    const details = payment(subscription, category);
    const createdAt = clock();
    const transactions = distinct(ids, days.length).map((id, n) => ({
      ...details,
      id,
      date: days[n] ?? last,
      createdAt,
    }));
    return { ...paidThrough(stored, last), transactions };
  }
}

/** Ids of one millisecond may meet, and a portion is made within one. */
function distinct(ids: () => Id, count: number): Id[] {
  const made = new Set<Id>();
  while (made.size < count) made.add(ids());
  return [...made].sort((a, b) => a - b);
}
