import type { Forecast } from "./forecast.ts";
import type { Cents, Currency } from "./money.ts";
import { cents, formatMoney, formatWhole } from "./money.ts";
import { monthLabel } from "./month.ts";
import { pluralize } from "./plural.ts";
import type { Facts, Tips } from "./tips.ts";

/** More advice than this is not read. */
const MOST_TIPS = 5;

/** Takes facts; returns them worded by templates, in plain text: what stands in for a model, or checks it. */
export function wordFacts(facts: Facts, currency: Currency): Tips {
  const money = (c: Cents) => formatMoney(size(c), currency);
  return {
    summary: summaryOf(facts, money),
    tips: tipsOf(facts, money),
    forecasts: facts.categories.map((foreseen) => ({
      category: foreseen.category,
      forecast: forecastOf(foreseen, (c) => formatWhole(size(c), currency)),
    })),
  };
}

type Write = (c: Cents) => string;

function summaryOf(facts: Facts, money: Write): string {
  const {
    actualExpenses: spent,
    projectedExpenses: plan,
    remaining,
    expected,
    expectedRemaining,
    when,
  } = facts;
  const month = monthLabel(facts.month);
  if (plan === 0 && spent === 0) return `Nothing is planned or spent for ${month} yet.`;
  if (plan === 0) return `${money(spent)} spent in ${month}, with no budget set for it yet.`;
  if (when === "past") return `${month} closed with ${money(spent)} spent, ${against(remaining, money)}.`;
  if (when === "future")
    return `${money(plan)} is planned for ${month}. Expenses are expected to reach ${money(expected)}, ${against(expectedRemaining, money)}.`;
  const soFar = `${money(spent)} of the ${money(plan)} planned for ${month} is spent (${facts.percent}%), with ${pluralize(facts.daysLeft, "day")} to go.`;
  return `${soFar} The month is heading for ${money(expected)}, ${against(expectedRemaining, money)}.`;
}

/** The most pressing first. A month that is over is learned from; one that is not can still be changed. */
function tipsOf(facts: Facts, money: Write): string[] {
  const { categories, due, behind, when, leftPerDay } = facts;
  const over = categories.filter(({ overNow }) => overNow > 0);
  const heading = categories.filter(({ overNow, overAtEnd }) => overNow === 0 && overAtEnd > 0);
  const unusual = categories.filter((category) => category.unusual > 0 && category.overNow === 0);
  const unplanned = categories.filter(({ budget, spent }) => budget === 0 && spent > 0);
  const tips = [
    ...over.map((c) => `${c.category} is ${money(c.overNow)} over its budget of ${money(c.budget)}.`),
    ...heading.map(
      (c) => `${c.category} is heading for ${money(c.expected)}, against a budget of ${money(c.budget)}.`,
    ),
    ...unusual.map((c) => `${c.category} is ${money(c.unusual)} above its usual ${money(c.usual)} a month.`),
  ];
  if (due.count > 0 && when === "current")
    tips.push(
      `Keep ${money(due.total)} ready: ${pluralize(due.count, "subscription payment")} due within ${due.days} days.`,
    );
  if (behind.count > 0 && when === "current")
    tips.push(
      `${pluralize(behind.count, "goal")} ${behind.count === 1 ? "is" : "are"} behind schedule, by ${money(behind.missing)} in total. A contribution would catch up.`,
    );
  if (facts.incomeMissing > 0 && when === "past")
    tips.push(`Income was ${money(facts.incomeMissing)} below target.`);
  if (leftPerDay > 0 && when === "current")
    tips.push(`Up to ${money(leftPerDay)} a day keeps the month within its plan.`);
  tips.push(...unplanned.map((c) => `${c.category} has no budget yet, but ${money(c.spent)} was spent.`));
  return tips.length > 0
    ? tips.slice(0, MOST_TIPS)
    : ["Nothing needs attention: everything is within its plan."];
}

function forecastOf(c: Forecast, money: Write): string {
  const end = `${c.reason === "closed" ? "Ended" : "Likely to end"} at ${money(c.expected)}${verdict(c, money)}`;
  return `${end}. ${REASONS[c.reason](c, money)}`.trim();
}

function verdict({ budget, overAtEnd }: Forecast, money: Write): string {
  if (budget === 0) return ", without a budget";
  return overAtEnd > 0 ? `, ${money(overAtEnd)} over its budget` : `, within its budget of ${money(budget)}`;
}

const REASONS: Record<Forecast["reason"], (c: Forecast, money: Write) => string> = {
  closed: (c, money) => (c.usual > 0 ? `A usual month is ${money(c.usual)}.` : ""),
  steady: (c, money) => `It is about ${money(c.usual)} every month.`,
  usual: (c, money) =>
    c.expected === c.usual
      ? "That is its average of earlier months."
      : `Nothing so far, with the days to come at its usual ${money(c.usual)} a month.`,
  pace: (c, money) =>
    `${money(c.spent)} so far, with the days to come at its usual ${money(c.usual)} a month.`,
  plan: () => "There are no earlier months to compare with.",
};

function against(left: Cents, money: Write): string {
  return left === 0 ? "exactly as planned" : `${money(left)} ${left > 0 ? "under" : "over"} plan`;
}

/** Words say which way an amount goes, so it is written without its sign. */
function size(c: Cents): Cents {
  return cents(Math.abs(c));
}
