import type { Category } from "../category/category.ts";
import type { Id } from "../id.ts";
import { type Cents, cents, minus, plus, ZERO } from "../money/money.ts";
import { billsOf, type Subscription, totalDue } from "../subscription/subscription.ts";
import { addMonthsTo, firstDay, lastDay, type Month } from "../time/month.ts";
import { availableOf, type Budget } from "./budget.ts";
import type { Forecast } from "./forecast.ts";
import { leftToPlan } from "./proposal.ts";

/**
 * Without a category it is what nobody planned yet. `free` is what stays of `left` after what is due and forecast, and
 * after what is set aside for later bills, `setAside`.
 */
export type Offer = { category: Category | null; left: Cents; free: Cents; setAside: Cents };

const EACH_MONTH: readonly Subscription["frequency"][] = [
  "daily",
  "weekly",
  "biweekly",
  "every-four-weeks",
  "semimonthly",
  "monthly",
];
const isRare = ({ frequency }: Subscription): boolean => !EACH_MONTH.includes(frequency);

/** Later bills for which money is set aside. */
const BILL_MONTHS = 11;

type Facts = {
  month: Month;
  categories: readonly Category[];
  budgets: readonly Budget[];
  subscriptions: readonly Subscription[];
  forecasts: readonly Forecast[];
};

/** The offers to cover an overspent category: first what is left to plan, then categories by their free money. */
export function coverFor(id: Id, facts: Facts): { shortfall: Cents; offers: Offer[] } {
  const available = new Map(
    facts.budgets.map((budget) => [budget.categoryId, availableOf("expense", budget)]),
  );
  const unplanned = leftToPlan(facts.categories, facts.budgets);
  const offers = facts.categories
    .filter((category) => category.type === "expense" && !category.archived && category.id !== id)
    .map((category) => offerOf(category, available.get(category.id) ?? ZERO, facts))
    .filter((offer) => offer.left > 0)
    .sort((a, b) => b.free - a.free || b.left - a.left);
  return {
    shortfall: cents(Math.max(0, -(available.get(id) ?? 0))),
    offers:
      unplanned > 0
        ? [{ category: null, left: unplanned, free: unplanned, setAside: ZERO }, ...offers]
        : offers,
  };
}

/** Free money in the order of the offers, then what is left, and last what is set aside for bills; less than the shortfall where all are too little. */
export function drawOn(shortfall: Cents, offers: readonly Offer[]): { offer: Offer; amount: Cents }[] {
  let rest = shortfall;
  const take = (most: Cents): Cents => {
    const amount = cents(Math.max(0, Math.min(rest, most)));
    rest = minus(rest, amount);
    return amount;
  };
  const free = offers.map((offer) => take(offer.free));
  const left = offers.map((offer) => take(minus(minus(offer.left, offer.setAside), offer.free)));
  return offers
    .map((offer, index) => {
      const taken = plus(free[index] ?? ZERO, left[index] ?? ZERO);
      return { offer, amount: plus(taken, take(minus(offer.left, taken))) };
    })
    .filter(({ amount }) => amount > 0);
}

/** Payments due are part of what is forecast: the larger of the two is still needed. */
function offerOf(category: Category, left: Cents, { month, subscriptions, forecasts }: Facts): Offer {
  const bills = billsOf(category.id, subscriptions);
  const due = totalDue(bills, firstDay(month), lastDay(month));
  // Only what is carried is there when a later bill comes; each month's plan pays the bills of every month.
  const later = totalDue(
    bills.filter(isRare),
    firstDay(addMonthsTo(month, 1)),
    lastDay(addMonthsTo(month, BILL_MONTHS)),
  );
  const setAside = category.carry === "none" ? ZERO : cents(Math.max(0, Math.min(left - due, later)));
  const { expected, spent = ZERO } = forecasts.find((one) => one.categoryId === category.id) ?? {};
  const toCome = expected ? minus(expected.amount, spent) : ZERO;
  return { category, left, setAside, free: cents(Math.max(0, left - setAside - Math.max(due, toCome))) };
}
