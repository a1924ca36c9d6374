import type { Category } from "../category/category.ts";
import type { Id } from "../id.ts";
import { type Cents, cents, minus, plus, ZERO } from "../money/money.ts";
import { isRarerThanMonthly } from "../subscription/rhythm.ts";
import { billsOf, type Subscription, totalDue } from "../subscription/subscription.ts";
import { addMonthsTo, firstDay, lastDay, type Month } from "../time/month.ts";
import { availableOf, type Budget } from "./budget.ts";
import type { Forecast } from "./forecast.ts";
import { leftToPlan } from "./proposal.ts";

/**
 * Money that can cover an overspent category: what another category has `left`, or, without a category, income that is
 * not planned yet. `free` is the part that is neither due, nor forecast, nor `setAside` for later bills.
 */
export type Offer = { category: Category | null; left: Cents; free: Cents; setAside: Cents };

/** Money is set aside for the bills of this many months after the current one. */
const BILL_MONTHS = 11;

type Facts = {
  month: Month;
  categories: readonly Category[];
  budgets: readonly Budget[];
  subscriptions: readonly Subscription[];
  forecasts: readonly Forecast[];
};

/** Offers to cover an overspent category: money left to plan first, then the categories with the most free money. */
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

/** Takes free money in the order of the offers, then other money left, and money set aside last, until the shortfall is met. */
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

/** A forecast includes the payments due, so the larger of the two is still needed. */
function offerOf(category: Category, left: Cents, { month, subscriptions, forecasts }: Facts): Offer {
  const bills = billsOf(category.id, subscriptions);
  const due = totalDue(bills, firstDay(month), lastDay(month));
  // Only money that is carried can pay a later bill. Monthly bills are paid from each month's plan.
  const later = totalDue(
    bills.filter(({ frequency }) => isRarerThanMonthly(frequency)),
    firstDay(addMonthsTo(month, 1)),
    lastDay(addMonthsTo(month, BILL_MONTHS)),
  );
  const setAside = category.carry === "none" ? ZERO : cents(Math.max(0, Math.min(left - due, later)));
  const { expected, spent = ZERO } = forecasts.find((one) => one.categoryId === category.id) ?? {};
  const toCome = expected ? minus(expected.amount, spent) : ZERO;
  return { category, left, setAside, free: cents(Math.max(0, left - setAside - Math.max(due, toCome))) };
}
