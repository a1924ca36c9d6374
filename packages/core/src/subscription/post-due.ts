import type { User } from "@coffer/domain/account/user";
import type { Id } from "@coffer/domain/id";
import { dueDates, isAutoRecorded, isOver, nextJobDay } from "@coffer/domain/subscription/subscription";
import { compareDays, type Day } from "@coffer/domain/time/day";
import { TIME_ZONES, today } from "@coffer/domain/time/timezone";
import { createRecorder } from "../activity/recording.ts";
import type { CategoryStore } from "../category/category-store.ts";
import type { Env } from "../env.ts";
import { type LedgerStore, readOne, type StoredSubscription } from "../ledger/ledger.ts";
import { retryOnConflict } from "../retry-on-conflict.ts";
import { watchNothing } from "../transaction/transactions.ts";
import { workThrough } from "../work-through.ts";
import type { SubscriptionStore } from "./subscription-store.ts";
import {
  paidThrough,
  payment,
  type SubscriptionUpdate,
  subscriptionChanged,
  updating,
} from "./subscriptions.ts";

/** What a run did: transactions recorded, subscriptions that came to their end. */
type Posted = { posted: number; ended: number };

type Stores = {
  subscriptions: SubscriptionStore;
  categories: CategoryStore;
  ledger: LedgerStore;
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

  async function bringUpToDate(due: Due, now: number, total: Posted): Promise<void> {
    const owner = await stores.users.get(due.ownerId);
    if (!owner) return;
    const day = today(now, owner.timeZone);
    for (let next: Day | null = due.since; next !== null && next <= day; ) {
      const isFirst = next === due.since;
      const saved = await retryOnConflict(() => saveNext(due, day, isFirst), subscriptionChanged);
      if (!saved) return;
      await watchPlan({ ownerId: due.ownerId, today: day }, saved.transactions);
      total.posted += saved.transactions.length;
      if (!saved.after.active) total.ended += 1;
      next = nextJobDay(saved.after);
    }
  }

  /** One portion of what is due; undefined where there is nothing to do, or no category to do it in. */
  async function saveNext(
    due: Due,
    day: Day,
    isFirst: boolean,
  ): Promise<SubscriptionUpdate | "changed" | undefined> {
    const { ownerId, id, since } = due;
    const stored = await readOne(stores.ledger, ownerId, "subscription", { id });
    if (!stored) return undefined;
    const update = await updateDue(ownerId, stored.value, day);
    if (!update) {
      if (isFirst) await stores.subscriptions.dropIfStale(ownerId, id, since);
      return undefined;
    }
    const { changes, ...about } = updating(
      stored,
      update,
      update.transactions.length > 0 ? "paid" : "changed",
    );
    const { version } = stored;
    const { entry } = record<"subscription">(null, { kind: "subscription", ...about, version });
    const outcome = await stores.ledger.commit({ ownerId, changes, entry });
    if (outcome === "changed" || outcome === "taken") return "changed";
    // Where its category went away meanwhile, it waits for another one.
    return typeof outcome === "string" ? undefined : update;
  }

  /** What is to be done next about a subscription on its owner's day; undefined when it is up to date. */
  async function updateDue(
    ownerId: Id,
    subscription: StoredSubscription,
    day: Day,
  ): Promise<SubscriptionUpdate | undefined> {
    const days = isAutoRecorded(subscription) ? dueDates(subscription, day, portion) : [];
    const last = days.at(-1);
    if (last === undefined) {
      if (!subscription.active || !isOver(subscription, day)) return undefined;
      return { after: { ...subscription, active: false }, transactions: [] };
    }
    const categories = await stores.categories.list(ownerId);
    const category = categories.find(({ id }) => id === subscription.categoryId);
    if (!category) return undefined;
    const details = payment(subscription, category);
    const createdAt = clock();
    const transactions = distinctIds(ids, days.length).map((id, n) => ({
      ...details,
      id,
      date: days[n] ?? last,
      createdAt,
    }));
    return { after: paidThrough(subscription, last), transactions };
  }
}

/** Ids of one millisecond may meet, and a portion is made within one. */
function distinctIds(ids: () => Id, count: number): Id[] {
  const made = new Set<Id>();
  while (made.size < count) made.add(ids());
  return [...made].sort((a, b) => a - b);
}
