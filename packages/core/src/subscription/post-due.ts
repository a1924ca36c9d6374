import { distinctIds, type Id } from "@coffer/domain/id";
import { foundPaymentNotice } from "@coffer/domain/notification/notification";
import { createPaymentFinder, firstDayFor, mayBeTied, mayPay } from "@coffer/domain/subscription/repeats";
import {
  dueDates,
  isAutoRecorded,
  isOver,
  nextJobDay,
  type Subscription,
  UPCOMING_DAYS,
} from "@coffer/domain/subscription/subscription";
import { addDays, type Day } from "@coffer/domain/time/day";
import { today } from "@coffer/domain/time/timezone";
import type { Transaction } from "@coffer/domain/transaction/transaction";
import { peopleAtHome } from "../account/home.ts";
import { newEntry, newest } from "../activity/recording.ts";
import type { Env } from "../env.ts";
import { readOne, type StoredSubscription } from "../ledger/ledger.ts";
import { notificationFor } from "../notification/notifications.ts";
import {
  type Limit,
  runLimit,
  throwTogether,
  type WorkPage,
  workThrough,
  workThroughPages,
} from "../pages.ts";
import { changedMeanwhile, retryOnConflict } from "../refusal.ts";
import { isMember, ledgerCurrencyOf, participantsOf } from "../share/households.ts";
import type { DuePayment, Stores } from "../stores.ts";
import { notifyNobody } from "../transaction/transactions.ts";
import { paidThrough, paymentOf, type SubscriptionUpdate, updating } from "./subscriptions.ts";

/** `found` payments were tied to transactions that somebody had entered. */
type Posted = { posted: number; found: number; ended: number };

const PORTION = 50;
/** The most payments of one owner in a run. The next run continues, so that a backlog does not delay other owners. */
export const MOST_A_RUN = 200;
const WORKERS = 8;

/**
 * The daily job: records a transaction for each due date up to today (in the owner's time zone) of subscriptions that
 * record their payments automatically, and makes ended ones inactive. A payment that somebody has entered is tied instead,
 * with a notice to everybody whose home this budget is. The transactions and the new next payment date are one conditional
 * write, so repeated and concurrent runs record each due date once.
 */
export function createPostDue(
  stores: Pick<
    Stores,
    | "subscriptions"
    | "transactions"
    | "rules"
    | "categories"
    | "goals"
    | "ledger"
    | "users"
    | "shares"
    | "households"
  >,
  env: Pick<Env, "ids" | "clock" | "origin">,
  notifyOfTransactions = notifyNobody,
  portion = PORTION,
) {
  const { ids, clock } = env;

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
        const { transactions, tied } = saved;
        const settled = tied ? [tied.value] : transactions;
        const before = brought.get(next.ownerId)?.transactions ?? [];
        brought.set(next.ownerId, { today: day, transactions: [...before, ...settled] });
        run.posted += transactions.length;
        run.found += tied ? 1 : 0;
        if (!saved.after.active) run.ended += 1;
        recorded.set(next.ownerId, (recorded.get(next.ownerId) ?? 0) + settled.length);
        const since = nextJobDay(saved.after);
        if (since !== null && since <= day) again.push({ ...next, since });
      };
      failures.push(...(await workThrough(line, WORKERS, postNext, isOver)));
      // Once per owner, and one after the other: each call reads the whole month.
      for (const [ownerId, { today, transactions }] of brought)
        await notifyOfTransactions({ ownerId, today }, transactions);
      line = inTurns(again);
    }
    throwTogether(failures);
    return run;
  }

  return {
    duePages,
    postPage,

    async postDue(now: number, limit = runLimit(clock)): Promise<Posted> {
      const run = newRun();
      await workThroughPages(duePages(now), ({ items }) => postPage(items, now, limit, run), limit);
      const { posted, found, ended } = run;
      return { posted, found, ended };
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
    const { tied } = update;
    const action = tied || update.transactions.length > 0 ? "paid" : "changed";
    const { changes, ...about } = updating(stored, update, action);
    const version = newest([stored.version, ...(tied ? [tied.version] : [])]);
    const entry = newEntry<"subscription">(env, null, { kind: "subscription", ...about, version });
    const notices = tied ? await noticesOf(ownerId, stored.value, tied.value, day) : [];
    const outcome = await stores.ledger.commit({ ownerId, changes, entry, notices });
    if (outcome === "changed" || outcome === "taken") return "changed";
    // The category was deleted concurrently: the payment waits until the subscription has another one.
    return typeof outcome === "string" ? undefined : update;
  }

  async function updateDue(ownerId: Id, subscription: StoredSubscription, day: Day) {
    const days = isAutoRecorded(subscription) ? dueDates(subscription, day, portion) : [];
    const last = days.at(-1);
    if (last === undefined) {
      if (!subscription.active || !isOver(subscription, day)) return undefined;
      return { after: { ...subscription, active: false }, transactions: [] };
    }
    const entered = await firstEntered(ownerId, subscription, days);
    if (entered && entered.due === days[0])
      return { after: paidThrough(subscription, entered.due), transactions: [], tied: entered.charge };
    const payment = await paymentOf(stores, ownerId, subscription);
    if (!payment) return undefined;
    const createdAt = clock();
    // The payments after an entered one are recorded by the next commit.
    const unentered = days.filter((date) => !entered || date < entered.due);
    const transactions = distinctIds(ids, unentered.length).map((id, index) => {
      return { ...payment, id, date: unentered[index] ?? last, createdAt };
    });
    return { after: paidThrough(subscription, unentered.at(-1) ?? last), transactions };
  }

  /** The first of the due dates whose payment somebody has entered already. */
  async function firstEntered(ownerId: Id, subscription: StoredSubscription, days: readonly Day[]) {
    const [first, last] = [days[0], days.at(-1)];
    if (!first || !last) return undefined;
    const [from, to] = [firstDayFor(subscription, first), addDays(last, UPCOMING_DAYS)];
    const around = await stores.transactions.list(ownerId, from, to);
    // Most have none, and need neither rules nor the other subscriptions.
    if (!around.some((one) => mayBeTied(one, subscription) && mayPay(one, subscription))) return undefined;
    const [subscriptions, rules] = await Promise.all([
      stores.subscriptions.list(ownerId),
      stores.rules.list(ownerId),
    ]);
    const { paidBy } = createPaymentFinder({ subscriptions, rules, payees: around });
    for (const due of days) {
      const id = paidBy(subscription, due, around)?.id;
      const charge = id && (await readOne(stores.ledger, ownerId, "transaction", { id }));
      if (charge && paidBy(subscription, due, [charge.value])) return { due, charge };
    }
    return undefined;
  }

  async function noticesOf(ownerId: Id, subscription: Subscription, charge: Transaction, day: Day) {
    const people = await peopleAtHome(stores, ownerId);
    const currency = await ledgerCurrencyOf(stores, people[0], ownerId);
    const notice = foundPaymentNotice(subscription, charge, day, currency);
    return people.flatMap((person) => notificationFor(env, person, notice, { ownerId }) ?? []);
  }
}

const newRun = () => ({ posted: 0, found: 0, ended: 0, recorded: new Map<Id, number>() });

/** Today in the time zone that is ahead of all others. */
const farthestDay = (now: number): Day => today(now, "Pacific/Kiritimati");

/** Round-robin: the first of each owner, then the second of each, and so on. */
function inTurns(due: readonly DuePayment[]): DuePayment[] {
  const byOwner = [...Map.groupBy(due, ({ ownerId }) => ownerId).values()];
  const turns = Math.max(0, ...byOwner.map(({ length }) => length));
  return Array.from({ length: turns }, (_, turn) => byOwner.flatMap((own) => own[turn] ?? [])).flat();
}
