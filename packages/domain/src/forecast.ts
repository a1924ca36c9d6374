import { history, percentOf } from "./budget.ts";
import type { Cents } from "./money.ts";
import { cents, minus, plus, ZERO } from "./money.ts";

/** Why a category is expected to end where it does. */
export type Reason = "closed" | "steady" | "usual" | "pace" | "plan";

/** Where a category's month is going; all amounts in cents. */
export type Forecast = {
  category: string;
  spent: Cents;
  budget: Cents;
  /** Spent as a whole percentage of the budget, 0 without one. */
  percent: number;
  /** The average of earlier months, 0 without any. */
  usual: Cents;
  expected: Cents;
  reason: Reason;
  /** How far what is spent, and what is expected, lies beyond the budget; 0 if it does not, or there is none. */
  overNow: Cents;
  overAtEnd: Cents;
  /** How far spending lies above the usual, if that is remarkable; else 0. */
  unusual: Cents;
};

/** Months that differ by at most a tenth of their average are a bill: rent, insurance, a contract. */
const STEADY = 0.1;
/** Half as much again as usual is worth a word. */
const UNUSUAL = 1.5;

/**
 * Takes a category's month so far, its earlier monthly totals (oldest first) and how much of the month has
 * passed, 0 to 1, or "closed"; returns its forecast.
 */
export function forecast(facts: {
  category: string;
  spent: Cents;
  budget: Cents;
  past: readonly Cents[];
  elapsed: number | "closed";
}): Forecast {
  const { category, spent, budget, elapsed } = facts;
  const { actuals: past, mean: usual } = history(facts.past) ?? { actuals: [], mean: ZERO };
  const [expected, reason] = expectation(spent, budget, past, usual, elapsed);
  const remarkable = past.length > 1 && usual > 0 && spent >= usual * UNUSUAL;
  return {
    category,
    spent,
    budget,
    percent: percentOf(spent, budget),
    usual,
    expected,
    reason,
    overNow: beyond(spent, budget),
    overAtEnd: beyond(expected, budget),
    unusual: remarkable ? minus(spent, usual) : ZERO,
  };
}

function expectation(
  spent: Cents,
  budget: Cents,
  past: readonly Cents[],
  usual: Cents,
  elapsed: number | "closed",
): [Cents, Reason] {
  if (elapsed === "closed") return [spent, "closed"];
  if (usual === 0) return [larger(spent, budget), "plan"];
  // A bill paid on the 2nd is not paid again every other day: pace says nothing about it.
  if (isSteady(past, usual)) return [larger(spent, usual), "steady"];
  const toCome = cents(Math.round(usual * (1 - elapsed)));
  return [plus(spent, toCome), spent === 0 ? "usual" : "pace"];
}

function isSteady(past: readonly Cents[], usual: Cents): boolean {
  return past.length > 1 && Math.max(...past) - Math.min(...past) <= usual * STEADY;
}

function beyond(amount: Cents, budget: Cents): Cents {
  return budget > 0 ? larger(minus(amount, budget), ZERO) : ZERO;
}

function larger(a: Cents, b: Cents): Cents {
  return a > b ? a : b;
}
