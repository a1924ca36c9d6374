import { percentText } from "../budget/budget-row.ts";
import type { Forecast } from "../budget/forecast.ts";
import { type Cents, type Currency, formatMoney, minus, rateOf, ZERO } from "../money/money.ts";
import { AMERICAN } from "../text/locale.ts";
import { pluralize } from "../text/plural.ts";
import { monthLabel } from "../time/month.ts";
import type { Facts } from "./tips.ts";

/** Facts by name: "c1.overNow" is "$20.00 over its budget". Facts that are not true are absent. */
export type Phrases = Readonly<Record<string, string>>;

/** A model sees at most this many categories, those with the largest overruns. */
export const MAX_NAMED_CATEGORIES = 30;

/** Each phrase says what its amount means, so that the model cannot confuse them. Names contain no user input. */
export function nameFacts(facts: Facts, currency: Currency) {
  const amount: Amount = (cents, phrase) => {
    const money = formatMoney(cents, currency, AMERICAN);
    return cents > 0 && /[1-9]/.test(money) && phrase.replace("$", () => money);
  };
  const perDay = rateOf(facts.toSpend.perDay, currency);
  return {
    monthIs: facts.when,
    always: named("month", {
      name: monthLabel(facts.month),
      daysLeft: facts.when === "current" && `${pluralize(facts.daysLeft, "day")} left in the month`,
    }),
    month: named("month", monthPhrases({ ...facts, toSpend: { ...facts.toSpend, perDay } }, amount)),
    categories: facts.categories.slice(0, MAX_NAMED_CATEGORIES).map((category, index) => ({
      key: `c${index + 1}`,
      forecast: category.expected !== null,
      phrases: named(`c${index + 1}`, categoryPhrases(category, amount)),
    })),
  };
}

export type NamedFacts = ReturnType<typeof nameFacts>;

/** The phrase with the amount for "$"; false for an amount that is 0, negative, or formatted as 0 (half a yen). */
type Amount = (cents: Cents, phrase: string) => string | false;

function monthPhrases(facts: Facts, amount: Amount): Record<string, string | false> {
  const { when, due, behind, toSpend, projectedExpenses: plan, remaining, expectedRemaining } = facts;
  const hasForecast = when !== "past" && facts.history !== "none";
  const current = when === "current";
  const payments = pluralize(due.count, "subscription payment");
  return {
    plan: amount(plan, "$ planned"),
    spent: amount(facts.actualExpenses, "$ spent"),
    percent: facts.percent > 0 && `${percentText(facts.actualExpenses, plan)} of the plan spent`,
    left: plan > 0 && amount(remaining, "$ left of the plan"),
    overNow: plan > 0 && amount(minus(ZERO, remaining), "$ over the plan"),
    toSpend: current && amount(toSpend.amount, "$ to spend, after what is due"),
    perDay: current && amount(toSpend.perDay, `$ to spend a day for ${pluralize(toSpend.days, "day")}`),
    expected: hasForecast && amount(facts.expected, "$ expected to be spent in all"),
    leftAtEnd: hasForecast && plan > 0 && amount(expectedRemaining, "$ expected to be left of the plan"),
    overAtEnd: hasForecast && plan > 0 && amount(minus(ZERO, expectedRemaining), "$ expected over the plan"),
    plannedIncome: amount(facts.projectedIncome, "$ of income planned"),
    income: amount(facts.actualIncome, "$ received"),
    missingIncome: amount(
      facts.incomeMissing,
      when === "past" ? "$ less income than planned" : "$ of planned income still to come",
    ),
    paymentsDue: current && amount(due.total, `${payments} of $ in all within ${due.days} days`),
    goalsBehind:
      current && amount(behind.missing, `${pluralize(behind.count, "goal")} behind schedule by $ in all`),
  };
}

function categoryPhrases(category: Forecast, amount: Amount): Record<string, string | false> {
  const { spent, budget, percent, expected, overNow, overAtEnd } = category;
  const foreseen = expected !== null && expected.basis !== "closed" && expected.amount;
  return {
    name: category.category,
    spent: amount(spent, "$ spent"),
    budget: amount(budget, "a budget of $"),
    percent: percent > 0 && `${percentText(spent, budget)} of its budget spent`,
    left: amount(minus(budget, spent), "$ left of its budget"),
    overNow: amount(overNow, "$ over its budget"),
    expected: foreseen !== false && amount(foreseen, "$ expected by the end of the month"),
    leftAtEnd: foreseen !== false && amount(minus(budget, foreseen), "$ expected to be left of its budget"),
    overAtEnd: foreseen !== false && amount(overAtEnd, "$ expected over its budget"),
    usual: amount(category.usual, "$ in a usual month"),
    aboveUsual: amount(category.unusual, "$ above a usual month"),
  };
}

function named(prefix: string, phrases: Record<string, string | false>): Phrases {
  return Object.fromEntries(
    Object.entries(phrases).flatMap(([name, phrase]) => (phrase ? [[`${prefix}.${name}`, phrase]] : [])),
  );
}
