import { percentText } from "../budget/budget-row.ts";
import type { Expectation, Forecast } from "../budget/forecast.ts";
import { shareText } from "../budget/to-spend.ts";
import { type Cents, type Currency, cents, formatAbout, formatMoney, rateOf, ZERO } from "../money/money.ts";
import { AMERICAN } from "../text/locale.ts";
import { pluralize } from "../text/plural.ts";
import { monthLabel } from "../time/month.ts";
import type { Facts, TipSubject, Tips } from "./tips.ts";

/** People do not read more advice than this. */
const MAX_TIPS = 5;

export function wordFacts(facts: Facts, currency: Currency): Tips {
  // The words give the direction of an amount, so it has no sign.
  const money = (c: Cents) => formatMoney(cents(Math.abs(c)), currency, AMERICAN);
  // Spending is negative if refunds exceed it.
  const signed = (c: Cents) => formatMoney(c, currency, AMERICAN);
  const approximate = (c: Cents) => formatAbout(c, currency, AMERICAN);
  const shown = withoutInvisible(facts, currency);
  const tips = tipsOf(shown, money);
  return {
    summary: summaryOf(shown, money, signed),
    tips: tips.map(([, tip]) => tip),
    about: tips.map(([subject]) => subject),
    forecasts: shown.categories.map((c) => ({
      category: c.category,
      categoryId: c.categoryId,
      forecast: forecastOf(c, approximate),
    })),
  };
}

type Write = (c: Cents) => string;

/** Replaces amounts that would be formatted as 0, such as half a yen, by 0. */
function withoutInvisible(facts: Facts, currency: Currency): Facts {
  const visible = (c: Cents) => (/[1-9]/.test(formatMoney(c, currency, AMERICAN)) ? c : ZERO);
  return {
    ...facts,
    remaining: visible(facts.remaining),
    toSpend: { ...facts.toSpend, perDay: rateOf(facts.toSpend.perDay, currency) },
    expectedRemaining: visible(facts.expectedRemaining),
    incomeMissing: visible(facts.incomeMissing),
    categories: facts.categories.map((c) => ({
      ...c,
      overNow: visible(c.overNow),
      overAtEnd: visible(c.overAtEnd),
      unusual: visible(c.unusual),
    })),
  };
}

function summaryOf(facts: Facts, money: Write, signed: Write): string {
  const { actualExpenses: spent, projectedExpenses: plan, remaining, when } = facts;
  const month = monthLabel(facts.month);
  if (plan === 0 && spent === 0) return `Nothing is planned or spent for ${month} yet.`;
  if (plan === 0) return `${signed(spent)} spent in ${month}, with no budget set for it yet.`;
  if (when === "past") return `${month} closed with ${signed(spent)} spent, ${against(remaining, money)}.`;
  if (when === "future") return `${money(plan)} is planned for ${month}. ${outlook(facts, money, signed)}`;
  const soFar = `${signed(spent)} of the ${money(plan)} planned for ${month} is spent (${percentText(spent, plan)})`;
  return `${soFar}, with ${pluralize(facts.daysLeft, "day")} to go. ${outlook(facts, money, signed)}`;
}

function outlook({ history, expected, expectedRemaining }: Facts, money: Write, signed: Write): string {
  if (history === "none") return NO_HISTORY;
  const end = `The month is heading for ${signed(expected)}, ${against(expectedRemaining, money)}.`;
  return history === "some" ? `${end} Categories without history count as planned.` : end;
}

const NO_HISTORY = "There is no history yet to forecast from.";

/** Most urgent first. Tips that call for action are for the current month only. */
function tipsOf(facts: Facts, money: Write): [TipSubject, string][] {
  const { categories, due, behind, when, toSpend } = facts;
  const tips: [TipSubject, string][] = [];
  const tell = (about: TipSubject, tip: string) => tips.push([about, tip]);
  for (const c of categories.filter(({ overNow }) => overNow > 0)) {
    const carried = c.carried === 0 ? "" : ` and ${money(c.carried)} carried over`;
    tell(
      c.categoryId,
      `${c.category} is ${money(c.overNow)} over its budget of ${money(c.budget)}${carried}.`,
    );
  }
  const within = categories.filter(({ overNow }) => overNow === 0);
  for (const { categoryId, category, expected, overAtEnd, budget } of within) {
    if (!expected || overAtEnd === 0) continue;
    const end = money(expected.amount);
    tell(categoryId, `${category} is heading for ${end}, against a budget of ${money(budget)}.`);
  }
  for (const c of within.filter(({ unusual }) => unusual > 0)) {
    tell(c.categoryId, `${c.category} is ${money(c.unusual)} above its usual ${money(c.usual)} a month.`);
  }
  if (due.count > 0 && when === "current") {
    const payments = pluralize(due.count, "subscription payment");
    tell("subscriptions", `Keep ${money(due.total)} ready: ${payments} due within ${due.days} days.`);
  }
  if (behind.count > 0 && when === "current") {
    const goals = `${pluralize(behind.count, "goal")} ${behind.count === 1 ? "is" : "are"}`;
    const missing = money(behind.missing);
    tell("goals", `${goals} behind schedule, by ${missing} in total. A contribution would catch up.`);
  }
  if (facts.incomeMissing > 0 && when === "past") {
    tell("income", `Income was ${money(facts.incomeMissing)} below target.`);
  }
  if (toSpend.perDay > 0 && when === "current") {
    const days = pluralize(toSpend.days, "day");
    const share = shareText(toSpend, money);
    const spend = `${money(toSpend.amount)} to spend for ${days}: up to ${money(toSpend.perDay)} a day.`;
    tell("to-spend", share ? `${spend} ${share}.` : spend);
  }
  for (const c of categories.filter(({ budget, spent }) => budget === 0 && spent > 0)) {
    tell(c.categoryId, `${c.category} has no budget yet, but ${money(c.spent)} was spent.`);
  }
  if (tips.length === 0) tell("left", "Nothing needs attention: everything is within its plan.");
  return tips.slice(0, MAX_TIPS);
}

function forecastOf(c: Forecast, money: Write): string {
  if (c.expected === null) return [NO_HISTORY, ...soFar(c, money)].join(" ");
  const end = `${c.expected.basis === "closed" ? "Ended" : "Likely to end"} at ${money(c.expected.amount)}`;
  return [`${end}${verdict(c, money)}.`, ...reason(c.expected, c, money)].join(" ");
}

function soFar({ overNow, spent }: Forecast, money: Write): string[] {
  if (overNow > 0) return [`It is ${money(overNow)} over its budget already.`];
  return spent > 0 ? [`So far, ${money(spent)} is spent.`] : [];
}

function verdict({ budget, overAtEnd }: Forecast, money: Write): string {
  if (budget === 0) return ", without a budget";
  return overAtEnd > 0 ? `, ${money(overAtEnd)} over its budget` : `, within its budget of ${money(budget)}`;
}

function reason({ amount, basis }: Expectation, { spent, usual }: Forecast, money: Write): string[] {
  switch (basis) {
    case "closed":
    case "last-day":
      return usual > 0 ? [`A usual month is ${money(usual)}.`] : [];
    case "steady":
      return [`It is about ${money(usual)} every month.`];
    case "usual":
      return amount === usual
        ? ["That is its average of earlier months."]
        : [`Nothing so far, with the days to come at its usual ${money(usual)} a month.`];
    case "pace":
      return [`${money(spent)} so far, with the days to come at its usual ${money(usual)} a month.`];
  }
}

function against(left: Cents, money: Write): string {
  return left === 0 ? "exactly as planned" : `${money(left)} ${left > 0 ? "under" : "over"} plan`;
}
