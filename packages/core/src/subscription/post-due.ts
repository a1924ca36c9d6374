import { distinctIds, type Id } from "@coffer/domain/id";
import { dueDates, isAutoRecorded, isOver, nextJobDay } from "@coffer/domain/subscription/subscription";
import type { Day } from "@coffer/domain/time/day";
import { today } from "@coffer/domain/time/timezone";
import type { Transaction } from "@coffer/domain/transaction/transaction";
import { newEntry } from "../activity/recording.ts";
import type { Env } from "../env.ts";
import { readOne, type StoredSubscription } from "../ledger/ledger.ts";
import { type Limit, runLimit, type WorkPage, workThrough, workThroughPages } from "../pages.ts";
import { changedMeanwhile, retryOnConflict } from "../refusal.ts";
import { isMember, participantsOf } from "../share/households.ts";
import type { Stores } from "../stores.ts";
import { watchNothing } from "../transaction/transactions.ts";
import type { DuePayment } from "./subscription-store.ts";
import { paidThrough, paymentOf, type SubscriptionUpdate, updating } from "./subscriptions.ts";

type Posted = { posted: number; ended: number };

const PORTION = 50;
/** The most payments of one owner in a run. The next run continues, so that a backlog does not delay other owners. */
export const MOST_A_RUN = 200;
const WORKERS = 8;

/**
 * The daily job: records a transaction for each due date up to today (in the owner's time zone) of subscriptions that
 * record their payments automatically, and makes ended ones inactive. The transactions and the new next payment date are
 * one conditional write, so repeated and concurrent runs record each due date once.
 */
export function createPostDue(
  stores: Pick<Stores, "subscriptions" | "categories" | "goals" | "ledger" | "users" | "shares">,
  { ids, clock }: Pick<Env, "ids" | "clock">,
  watchPlan = watchNothing,
  portion = PORTION,
) {
  /** Pages of subscriptions that may be due in any time zone at an instant (ms), after a position if one is given. */
  const duePages = (now: number, after?: string): AsyncIterable<WorkPage<DuePayment>> =>
    stores.subscriptions.due(farthestDay(now), after);

  /**
   * Takes owners in turn, with at most MOST_A_RUN payments of each in a run. Failures do not stop the others; the next run
   * retries them.
   */
  async function postPage(
    due: readonly DuePayment[],
    now: number,
    { isOver }: Limit,
    run = newRun(),
  ): Promise<Posted> {
    const { recorded } = run;
    const failures: unknown[] = [];
    let line = inTurns(due);
    while (line.length > 0 && !isOver()) {
      const again: DuePayment[] = [];
      const brought = new Map<Id, { today: Day; transactions: Transaction[] }>();
      const postNext = async (next: DuePayment) => {
        if ((recorded.get(next.ownerId) ?? 0) >= MOST_A_RUN) return;
        const day = await dayIn(next.ownerId, now);
        const saved = day && next.since <= day ? await postPortion(next, day) : undefined;
        if (!day || !saved) return;
        const { transactions } = saved;
        const { length } = transactions;
        const before = brought.get(next.ownerId)?.transactions ?? [];
        brought.set(next.ownerId, { today: day, transactions: [...before, ...transactions] });
        run.posted += length;
        if (!saved.after.active) run.ended += 1;
        recorded.set(next.ownerId, (recorded.get(next.ownerId) ?? 0) + length);
        const since = nextJobDay(saved.after);
        if (since !== null && since <= day) again.push({ ...next, since });
      };
      failures.push(...(await workThrough(line, WORKERS, postNext, isOver)));
      // Once per owner, and one after the other: each call reads the whole month.
      for (const [ownerId, { today, transactions }] of brought)
        await watchPlan({ ownerId, today }, transactions);
      line = inTurns(again);
    }
    if (failures.length > 0) {
      throw new AggregateError(failures, `${failures.length} subscriptions are left for the next run`);
    }
    return run;
  }

  return {
    duePages,
    postPage,

    async postDue(now: number, limit = runLimit(clock)): Promise<Posted> {
      const run = newRun();
      await workThroughPages(duePages(now), ({ items }) => postPage(items, now, limit, run), limit);
      return { posted: run.posted, ended: run.ended };
    },
  };

  /** Today in the time zone of the first owner, or, if they have left, of the longest-standing member. */
  async function dayIn(ledgerId: Id, now: number): Promise<Day | undefined> {
    const owner = await stores.users.get(ledgerId);
    if (owner?.hasLedger) return today(now, owner.timeZone);
    const member = (await participantsOf(stores, ledgerId)).find(isMember);
    return member && today(now, member.user.timeZone);
  }

  async function postPortion(due: DuePayment, day: Day): Promise<SubscriptionUpdate | undefined> {
    const changed = () => changedMeanwhile("The subscription");
    return retryOnConflict(() => saveNext(due, day), changed);
  }

  async function saveNext(due: DuePayment, day: Day): Promise<SubscriptionUpdate | "changed" | undefined> {
    const { ownerId, id, since } = due;
    const stored = await readOne(stores.ledger, ownerId, "subscription", { id });
    if (!stored) return undefined;
    const update = await updateDue(ownerId, stored.value, day);
    if (!update) {
      await stores.subscriptions.dropIfStale(ownerId, id, since);
      return undefined;
    }
    const action = update.transactions.length > 0 ? "paid" : "changed";
    const { changes, ...about } = updating(stored, update, action);
    const { version } = stored;
    const entry = newEntry<"subscription">({ ids, clock }, null, { kind: "subscription", ...about, version });
    const outcome = await stores.ledger.commit({ ownerId, changes, entry });
    if (outcome === "changed" || outcome === "taken") return "changed";
    // Its category was deleted concurrently: the payment waits until the subscription has another one.
    return typeof outcome === "string" ? undefined : update;
  }

  async function updateDue(ownerId: Id, subscription: StoredSubscription, day: Day) {
    const days = isAutoRecorded(subscription) ? dueDates(subscription, day, portion) : [];
    const last = days.at(-1);
    if (last === undefined) {
      if (!subscription.active || !isOver(subscription, day)) return undefined;
      return { after: { ...subscription, active: false }, transactions: [] };
    }
    const payment = await paymentOf(stores, ownerId, subscription);
    if (!payment) return undefined;
    const createdAt = clock();
    const transactions = distinctIds(ids, days.length).map((id, index) => {
      return { ...payment, id, date: days[index] ?? last, createdAt };
    });
    return { after: paidThrough(subscription, last), transactions };
  }
}

const newRun = () => ({ posted: 0, ended: 0, recorded: new Map<Id, number>() });

/** Today in the time zone that is ahead of all others. */
const farthestDay = (now: number): Day => today(now, "Pacific/Kiritimati");

/** Round-robin: the first of each owner, then the second of each, and so on. */
function inTurns(due: readonly DuePayment[]): DuePayment[] {
  const byOwner = [...Map.groupBy(due, ({ ownerId }) => ownerId).values()];
  const turns = Math.max(0, ...byOwner.map(({ length }) => length));
  return Array.from({ length: turns }, (_, turn) => byOwner.flatMap((own) => own[turn] ?? [])).flat();
}
