import type { InferOutput } from "valibot";
import { inBatches } from "../batches.ts";
import type { Id } from "../id.ts";
import { isWithinTenth } from "../import/match-rows.ts";
import {
  containsOther,
  createDistinctive,
  createSharedWords,
  distinctiveWords,
  hasBit,
  wordsOfEach,
} from "../import/shared-words.ts";
import { createRuleFinder, type Rule } from "../rule/rule.ts";
import type { Steps } from "../steps.ts";
import { wordsOf } from "../text/folded.ts";
import { addDays, compareDays, type Day, dayOfMonth, daysBetween, FIRST_DAY } from "../time/day.ts";
import { daysIn, monthOfDay, monthsBetween } from "../time/month.ts";
import type { Transaction } from "../transaction/transaction.ts";
import type { suggestion } from "./definition.ts";
import { type Frequency, paymentAfter, RHYTHMS } from "./rhythm.ts";
import { flowOf, isInDirectionOf, type Subscription, UPCOMING_DAYS } from "./subscription.ts";

export type Suggestion = InferOutput<typeof suggestion>;

const ROWS = 3;
/** A bank may book a payment this many days before or after its due date. */
export const CHARGE_DAYS = 4;
/** A charge that differs by more than this factor is a different purchase. */
const MAX_PRICE_FACTOR = 2;

/** The number of subscriptions compared with all rows in one step. */
const SUBSCRIPTIONS_A_STEP = 128;

type Words = ReadonlyMap<string, ReadonlySet<string>>;

export function* suggestions(
  transactions: readonly Transaction[],
  subscriptions: readonly Subscription[],
  dismissed: ReadonlySet<string>,
): Steps<Suggestion[]> {
  const words = yield* wordsOfEach(transactions.map(({ description }) => description));
  const names = yield* wordsOfEach(subscriptions.map(({ name }) => name));
  const prices = yield* changedPricesIn(transactions, subscriptions, new Map([...words, ...names]));
  const found = [...prices, ...repeats(transactions, words, names)];
  return found.filter(({ id }) => !dismissed.has(id));
}

/** Suggests three expenses with the same name, a similar amount and a rhythm that belong to no subscription. */
function repeats(transactions: readonly Transaction[], words: Words, names: Words): Suggestion[] {
  const wordsIn = ({ description }: Transaction) => [...(words.get(description) ?? [])];
  const known = new Set([...names.values()].flatMap((name) => [...name]));
  /** The words of a description, except those with digits: dates and ids that a bank adds. */
  const nameKey = (row: Transaction): string =>
    wordsIn(row)
      .filter((word) => !/\d/.test(word))
      .join(" ");
  const byName = Map.groupBy(transactions.filter(isPurchase), nameKey);
  return [...byName].flatMap(([name, rows]): Suggestion[] => {
    const last = rows.sort((a, b) => compareDays(a.date, b.date)).slice(-ROWS);
    const latest = last.at(-1);
    if (name === "" || !latest || last.length < ROWS) return [];
    if (last.some(({ amount }) => Math.abs(amount - latest.amount) * 10 > latest.amount)) return [];
    if (wordsIn(latest).some((word) => known.has(word))) return [];
    const frequency = rhythmOf(last.map(({ date }) => date));
    if (!frequency) return [];
    return [
      {
        id: `subscription:${idName(latest.description) || name}`,
        kind: "subscription",
        name: latest.description,
        amount: latest.amount,
        date: latest.date,
        frequency,
        categoryId: latest.categoryId,
        subscriptionId: null,
        transactionIds: last.map(({ id }) => id),
      },
    ];
  });
}

/** The name within an id. Ids of dismissed suggestions are stored, so this must not change. */
const idName = (description: string): string =>
  description
    .normalize("NFKC")
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word, at, all) => word.length >= 3 && !/\d/.test(word) && all.indexOf(word) === at)
    .join(" ");

/** Suggests a new price if the latest charge near a due date differs from the subscription's amount. */
export function* changedPrices(
  transactions: readonly Transaction[],
  subscriptions: readonly Subscription[],
): Steps<Suggestion[]> {
  const texts = [
    ...transactions.map(({ description }) => description),
    ...subscriptions.map(({ name }) => name),
  ];
  return yield* changedPricesIn(transactions, subscriptions, yield* wordsOfEach(texts));
}

function* changedPricesIn(
  transactions: readonly Transaction[],
  subscriptions: readonly Subscription[],
  words: Words,
): Steps<Suggestion[]> {
  const distinctive = yield* distinctiveWords(words);
  const rows = transactions
    .filter(({ type, refund }) => type === "expense" && !refund)
    .sort((a, b) => compareDays(b.date, a.date) || b.id - a.id)
    .map((row) => ({ row, words: distinctive.get(row.description) ?? new Set<string>() }));
  const recorded = new Map(rows.toReversed().map(({ row }) => [row.subscriptionId, row]));
  const unrecorded = rows.filter(({ row }) => row.subscriptionId === undefined);
  const costs = subscriptions.filter((sub) => sub.active && flowOf(sub) === "expense");
  const found: Suggestion[] = [];
  for (const some of inBatches(costs, SUBSCRIPTIONS_A_STEP)) {
    const latest = latestCharges(unrecorded, some, distinctive);
    for (const sub of some) {
      const [own, other] = [recorded.get(sub.id), latest.get(sub.id)];
      const charge = own && other ? newerOf(own, other) : (own ?? other);
      if (!charge || charge.amount === sub.amount) continue;
      if (sub.amountChangedOn && charge.date <= sub.amountChangedOn) continue;
      found.push({
        id: `price:${sub.id}:${charge.amount}`,
        kind: "price",
        name: sub.name,
        amount: charge.amount,
        date: charge.date,
        frequency: sub.frequency,
        categoryId: sub.categoryId,
        subscriptionId: sub.id,
        transactionIds: [charge.id],
      });
    }
    yield;
  }
  return found;
}

/** The newest possible charge of each subscription; `rows` are newest first. */
function latestCharges(
  rows: readonly { row: Transaction; words: ReadonlySet<string> }[],
  subscriptions: readonly Subscription[],
  distinctive: Words,
): Map<Id, Transaction> {
  const none = new Set<string>();
  const names = subscriptions.map(({ name }) => distinctive.get(name) ?? none);
  const sharing = createSharedWords(names);
  const first = rows.at(-1)?.row.date ?? FIRST_DAY;
  const days = daysBetween(first, rows[0]?.row.date ?? first) + 1;
  const nearDue = subscriptions.map((sub) => daysNearDue(sub, first, days));
  const latest = new Map<Id, Transaction>();
  for (const { row, words } of rows) {
    const named = sharing(words);
    const date = daysBetween(first, row.date);
    subscriptions.forEach((sub, index) => {
      if (!hasBit(named, index) || !isSimilar(row.amount, sub.amount) || latest.has(sub.id)) return;
      if (nearDue[index]?.[date] && containsOther(words, names[index] ?? none)) latest.set(sub.id, row);
    });
  }
  return latest;
}

const newerOf = (a: Transaction, b: Transaction): Transaction =>
  (compareDays(a.date, b.date) || a.id - b.id) > 0 ? a : b;

const isSimilar = (amount: number, usual: number): boolean =>
  amount <= usual * MAX_PRICE_FACTOR && amount * MAX_PRICE_FACTOR >= usual;

/** For each of `days` days from `first` on, 1 if it is near one of the subscription's due dates. */
function daysNearDue(sub: Subscription, first: Day, days: number): Uint8Array {
  const near = new Uint8Array(days);
  // With payments at least weekly, every day is near a due date.
  const isAlways = RHYTHMS[sub.frequency].paymentsAYear >= 52;
  let due = paymentAfter(sub, addDays(first, -CHARGE_DAYS - 1));
  let before: Day | undefined;
  while (due !== before && daysBetween(first, due) < days + CHARGE_DAYS) {
    const at = daysBetween(first, due);
    near.fill(1, Math.max(0, at - CHARGE_DAYS), isAlways ? days : at + CHARGE_DAYS + 1);
    if (isAlways) break;
    [before, due] = [due, paymentAfter(sub, due)];
  }
  return near;
}

const isPurchase = ({ type, refund, subscriptionId }: Transaction): boolean =>
  type === "expense" && !refund && subscriptionId === undefined;

/** The frequency of ordered dates. Tolerates dates that a bank booked some days early or late. */
export function rhythmOf(dates: readonly Day[]): Frequency | undefined {
  const steps = dates.slice(1).map((date, index) => {
    const before = dates[index] ?? date;
    return {
      days: daysBetween(before, date),
      months: monthsBetween(monthOfDay(before), monthOfDay(date)),
      apart: Math.abs(dayInMonth(date, before) - dayOfMonth(date)),
    };
  });
  const all = (fits: (step: (typeof steps)[number]) => boolean) => steps.length > 0 && steps.every(fits);
  const everyMonths = (months: number) =>
    all((step) => Math.abs(step.days - months * 30.4) <= CHARGE_DAYS + months && step.months <= months + 1);
  if (all(({ days }) => days === 28) && !all(({ apart }) => apart === 0)) return "every-four-weeks";
  if (everyMonths(1)) return "monthly";
  if (all(({ days }) => Math.abs(days - 7) <= 1)) return "weekly";
  if (all(({ days }) => Math.abs(days - 14) <= 2)) return "biweekly";
  if (everyMonths(3)) return "quarterly";
  if (everyMonths(6)) return "semiannually";
  return everyMonths(12) ? "annually" : undefined;
}

const dayInMonth = (date: Day, anchor: Day): number => Math.min(dayOfMonth(anchor), daysIn(monthOfDay(date)));

/** A transaction or a row of a file that may be the payment of a subscription. */
export type Charge = Pick<Transaction, "description" | "amount" | "date" | "type" | "refund">;

/** A charge and the subscription that it may pay; the lowest rank is the most likely. */
type Fit<C> = { charge: C; subscription: Subscription; rank: number };

/** A payment is made at most a week early, and nearer to its due date than to the previous one. */
const daysEarly = ({ frequency }: Subscription): number =>
  Math.min(UPCOMING_DAYS, Math.floor(365 / 2 / RHYTHMS[frequency].paymentsAYear));

export const firstDayFor = (subscription: Subscription, due: Day): Day =>
  addDays(due, -daysEarly(subscription));

const isOpen = ({ active, nextPaymentDate }: Subscription, today: Day): boolean =>
  active && nextPaymentDate <= addDays(today, UPCOMING_DAYS);

/** Compares only direction and amount. */
export const mayPay = (charge: Charge, subscription: Subscription): boolean =>
  isInDirectionOf(subscription, charge) && isWithinTenth(charge, subscription);

/**
 * Compares charges with subscriptions by name and rules. `payees` are the household's descriptions: a word that many
 * different payees share identifies none of them.
 */
export function createPaymentFinder(facts: {
  subscriptions: readonly Subscription[];
  rules: readonly Rule[];
  payees: readonly { description: string }[];
}) {
  const { subscriptions, rules, payees } = facts;
  const texts = [...subscriptions.map(({ name }) => name), ...payees.map(({ description }) => description)];
  const distinctive = createDistinctive([...new Set(texts)].map(wordsOf));
  const { all, nameOf } = createRuleFinder(rules);
  const known = new Map(
    subscriptions.map((one) => {
      const { id, name, amount } = one;
      return [id, { words: distinctive(wordsOf(name)), rules: new Set(all({ description: name, amount })) }];
    }),
  );

  /** "sure": a job may treat the charge as the payment. "maybe": a person has to confirm it. */
  function fitOf(charge: Charge, subscription: Subscription): "sure" | "maybe" | undefined {
    const own = known.get(subscription.id);
    if (!own || !mayPay(charge, subscription)) return undefined;
    const isSame = charge.amount === subscription.amount;
    const applying = all(charge);
    if (applying.some((rule) => own.rules.has(rule))) return "sure";
    const names = [charge.description, nameOf(charge)].filter((text) => text !== undefined);
    const words = names.map((text) => distinctive(wordsOf(text)));
    const shared = words.filter((some) => [...some].some((word) => own.words.has(word)));
    if (shared.some((some) => isSame || containsOther(some, own.words))) return "sure";
    const { categoryId } = subscription;
    const isRuled = categoryId !== null && applying.some((rule) => rule.categoryId === categoryId);
    if (isRuled && isSame) return "sure";
    return isRuled || shared.length > 0 ? "maybe" : undefined;
  }

  function fitsOf<C extends Charge>(charge: C, subscription: Subscription, due: Day): Fit<C>[] {
    const fit = fitOf(charge, subscription);
    if (!fit || charge.date < firstDayFor(subscription, due)) return [];
    const isSame = charge.amount === subscription.amount;
    const days = Math.abs(daysBetween(charge.date, due));
    return [{ charge, subscription, rank: (fit === "sure" ? 0 : 1e6) + (isSame ? 0 : 1e5) + days }];
  }

  return {
    /** The payment, overdue or due within a week, that each charge may be. Each payment matches at most one charge. */
    dueFor<C extends Charge>(charges: readonly C[], today: Day): Map<C, Subscription> {
      const open = subscriptions.filter((one) => isOpen(one, today));
      const fits = charges.flatMap((charge) =>
        open.flatMap((one) => fitsOf(charge, one, one.nextPaymentDate)),
      );
      const found = new Map<C, Subscription>();
      const taken = new Set<Id>();
      for (const { charge, subscription } of fits.sort((a, b) => a.rank - b.rank)) {
        if (found.has(charge) || taken.has(subscription.id)) continue;
        found.set(charge, subscription);
        taken.add(subscription.id);
      }
      return found;
    },

    /** The transaction that surely is the payment due on `due`, unless it may be the next payment or cannot be tied. */
    paidBy<T extends Transaction>(
      subscription: Subscription,
      due: Day,
      transactions: readonly T[],
    ): T | undefined {
      const next = firstDayFor(subscription, paymentAfter(subscription, due));
      const [first] = transactions
        .filter((one) => mayBeTied(one, subscription) && (next <= due || one.date < next))
        .filter((one) => fitOf(one, subscription) === "sure")
        .flatMap((one) => fitsOf(one, subscription, due))
        .sort((a, b) => a.rank - b.rank || a.charge.id - b.charge.id);
      return first?.charge;
    },
  };
}

/** False for lines of a split purchase, which are changed together, and for transactions that people rejected. */
export const mayBeTied = (one: Transaction, { id }: Subscription): boolean =>
  one.subscriptionId === undefined && one.paymentId === undefined && !one.notPaymentOf?.includes(id);
