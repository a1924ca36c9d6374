import type { Id } from "../id.ts";
import { isWithinTenth } from "../import/like.ts";
import { createTelling, holdsOther } from "../import/shared-words.ts";
import { createRuleFinder, type Rule } from "../rule/rule.ts";
import { wordsOf } from "../text/folded.ts";
import { addDays, type Day, daysBetween } from "../time/day.ts";
import type { Transaction } from "../transaction/transaction.ts";
import { paymentAfter, RHYTHMS } from "./rhythm.ts";
import { flowOf, type Subscription, UPCOMING_DAYS } from "./subscription.ts";

/** A row, typed or of a file, that may be the payment of a subscription. */
export type Charge = Pick<Transaction, "description" | "amount" | "date" | "type" | "refund">;

/** A charge and the subscription whose next payment it may be; the lowest rank is the most likely. */
type Fit<C> = { charge: C; subscription: Subscription; rank: number };

/** A payment is made at most a week before its day, and nearer to it than to the payment before. */
const daysEarly = ({ frequency }: Subscription): number =>
  Math.min(UPCOMING_DAYS, Math.floor(365 / 2 / RHYTHMS[frequency].paymentsAYear));

export const firstDayFor = (subscription: Subscription, due: Day): Day =>
  addDays(due, -daysEarly(subscription));

const isOpen = ({ active, nextPaymentDate }: Subscription, today: Day): boolean =>
  active && nextPaymentDate <= addDays(today, UPCOMING_DAYS);

/** By side and amount alone. */
export const mayPay = (charge: Charge, subscription: Subscription): boolean =>
  !charge.refund && charge.type === flowOf(subscription) && isWithinTenth(charge, subscription);

/**
 * Compares charges with subscriptions by name and rules. `payees` are descriptions of the household: a word that many
 * different ones share names none of them.
 */
export function createPaymentFinder(facts: {
  subscriptions: readonly Subscription[];
  rules: readonly Rule[];
  payees: readonly { description: string }[];
}) {
  const { subscriptions, rules, payees } = facts;
  const texts = [...subscriptions.map(({ name }) => name), ...payees.map(({ description }) => description)];
  const telling = createTelling([...new Set(texts)].map(wordsOf));
  const { all, nameOf } = createRuleFinder(rules);
  const known = new Map(
    subscriptions.map((one) => {
      const { id, name, amount } = one;
      return [id, { words: telling(wordsOf(name)), rules: new Set(all({ description: name, amount })) }];
    }),
  );

  /** "sure" if the charge is the payment for all that can be told, so that a job may decide; "maybe" is to be asked. */
  function fitOf(charge: Charge, subscription: Subscription): "sure" | "maybe" | undefined {
    const own = known.get(subscription.id);
    if (!own || !mayPay(charge, subscription)) return undefined;
    const isSame = charge.amount === subscription.amount;
    const applying = all(charge);
    if (applying.some((rule) => own.rules.has(rule))) return "sure";
    const names = [charge.description, nameOf(charge)].filter((text) => text !== undefined);
    const words = names.map((text) => telling(wordsOf(text)));
    const shared = words.filter((some) => [...some].some((word) => own.words.has(word)));
    if (shared.some((some) => isSame || holdsOther(some, own.words))) return "sure";
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
    /** The payment, overdue or due within a week, that each charge may be; each payment for one charge at most. */
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

    /** The transaction that surely is the payment due on `due`, and of no other: neither later nor tied nor parted. */
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

/** Lines of a split purchase are changed together, so none is a payment of its own. */
export const mayBeTied = (one: Transaction, { id }: Subscription): boolean =>
  one.subscriptionId === undefined && one.paymentId === undefined && !one.notPaymentOf?.includes(id);
