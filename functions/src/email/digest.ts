import type { DigestData, EmailOf } from "@coffer/core/mail/email";
import { percentOf } from "@coffer/domain/budget/budget";
import { percentText } from "@coffer/domain/budget/budget-row";
import { shareText } from "@coffer/domain/budget/to-spend";
import { type LetterFacts, periodLabel } from "@coffer/domain/digest/letter";
import { screenPath, type WhyTarget } from "@coffer/domain/link/links";
import { type Cents, cents, formatMoney, formatRate } from "@coffer/domain/money/money";
import type { Locale } from "@coffer/domain/text/locale";
import { pluralize } from "@coffer/domain/text/plural";
import { serverText } from "@coffer/domain/text/server-text";
import {
  type Day,
  dayOfMonth,
  MONTH_NAMES,
  monthOfYear,
  WEEKDAY_NAMES,
  weekday,
} from "@coffer/domain/time/day";
import { type Month, monthLabel, monthOfDay } from "@coffer/domain/time/month";
import { type Block, type Row, row, type Template } from "./block.ts";

/** Amounts in the budget's currency, formatted for the reader. */
type Write = {
  money: (amount: Cents) => string;
  rate: (amount: Cents) => string;
  date: (day: Day) => string;
};
/** Fits a phone's screen; the dashboard shows all rows. */
const MAX_ROWS = 6;

/**
 * The summary of a day, or a letter about a week or a month. Its subject holds no amounts: it shows on locked screens.
 */
export function digest(
  { kind, facts, links }: EmailOf<"digest" | "digest-preview">,
  locale: Locale,
): Template {
  const { letter } = facts;
  const often = letter?.frequency ?? "daily";
  const preview = kind === "digest-preview";
  const { currency } = facts;
  const write: Write = {
    money: (amount) => formatMoney(amount, currency, locale),
    rate: (amount) => formatRate(amount, currency, locale),
    date: (day) => longDate(day, locale),
  };
  const { money, date } = write;
  const own = (text: string) => serverText(text, currency, locale);
  const page = pagesFrom(links.dashboard);
  const why: Why = (number, month = monthOfDay(facts.day)) => page("/", { month, why: number });
  const today = `${WEEKDAY_NAMES[weekday(facts.day)]}, ${date(facts.day)}`;
  const periodText = letter && periodLabel(letter, locale);
  return {
    subject: `${preview ? "Preview: your" : "Your"} summary ${periodText ? `of ${periodText}` : `for ${today}`}`,
    preview: letter
      ? "What came, what went, and three things worth knowing."
      : "Yesterday, the month so far, and what comes next.",
    title: `Hello, ${facts.firstName}`,
    blocks: [
      ...(facts.home === null ? [] : [{ paragraph: `This is ${facts.home}, your home budget.` }]),
      ...(letter ? [{ heading: periodLabel(letter, locale) }, ...period(letter, write, why)] : []),
      ...monthSoFar(facts, write, why),
      ...(letter ? ahead(letter, write, page) : []),
      ...(facts.others === null
        ? []
        : [{ paragraph: `Since yesterday: ${own(facts.others)}.`, href: page("/activity") }]),
      ...facts.balance.map(({ text, from, to, amount }) => ({
        paragraph: letter ? `${text} ${money(amount)}.` : `${text} ${money(amount)}, as every Monday.`,
        href: why(`owed-${from}_${to}`),
      })),
      ...notices(facts, own, (path) => new URL(path, links.dashboard).href),
      ...(letter ? [] : yesterday(facts, write, why, page)),
      ...section("Over plan", facts.over, ({ categoryId, category, projected, actual, carried, by }) =>
        row(category, `${money(by)} over`, {
          detail: `${money(actual)} of ${money(projected)}${carried === 0 ? "" : `, ${money(carried)} carried over`}`,
          over: true,
          href: why(carried === 0 ? `difference-${categoryId}` : `available-${categoryId}`),
          detailHref: why(categoryId),
        }),
      ),
      ...section("Payments due", facts.due, ({ id, name, amount, day, when }) =>
        row(name, money(amount), {
          detail: `${date(day)} · ${when}`,
          over: when === "Overdue",
          href: why(`subscription-${id}`),
        }),
      ),
      ...section("Goals", facts.goals, ({ id, name, current, target, percentage, timeLeft, behind }) =>
        row(name, `${percentage}%`, {
          detail: `${money(current)} of ${money(target)} · ${timeLeft}${behind ? " · behind schedule" : ""}`,
          detailHref: why(`goal-${id}`),
        }),
      ),
      { button: "Open the dashboard", href: links.dashboard },
    ],
    footer: {
      reason: preview
        ? `You receive this because you asked for a preview of the ${often} summary in Settings.`
        : `You receive this because the ${often} summary is turned on in your settings.`,
      links: [
        { label: "Change when it comes", href: links.settings },
        { label: "Unsubscribe", href: links.unsubscribe },
      ],
    },
  };
}

type Why = (why: WhyTarget, month?: Month) => string;
type Page = (...page: Parameters<typeof screenPath>) => string;

function pagesFrom(dashboard: string): Page {
  const budget = new URL(dashboard).searchParams.get("budget");
  return (screen, search) =>
    new URL(screenPath(screen, { budget: budget === null ? null : Number(budget), ...search }), dashboard)
      .href;
}

/** Income, spending by category, and three things worth knowing. */
function period(letter: LetterFacts, { money }: Write, why: Why): Block[] {
  const { came, went, categories, plan, worth, to } = letter;
  const month = monthOfDay(to);
  const rest = categories.slice(MAX_ROWS);
  const left = plan && (plan.left < 0 ? `${money(cents(-plan.left))} over` : `${money(plan.left)} left`);
  return [
    {
      rows: [
        row("Came", money(came), { href: why("income", month) }),
        row("Went", money(went), {
          href: why("expenses", month),
          ...(plan && { detail: `${left} of ${money(plan.planned)} planned`, over: plan.left < 0 }),
        }),
      ],
    },
    ...section("Where it went", categories, ({ categoryId, name, amount }) =>
      row(name, money(amount), { href: why(categoryId, month) }),
    ),
    ...(rest.length > 0
      ? [{ note: `And ${pluralize(rest.length, "more category", "more categories")}.` }]
      : []),
    ...(worth.length > 0 ? [{ heading: "Worth knowing" }] : []),
    ...worth.map(({ text, why: target }) => ({
      paragraph: text,
      ...(target !== null && { href: why(target) }),
    })),
  ];
}

/** The lowest day ahead, for those who may see it. */
function ahead({ lowest }: LetterFacts, { money, date }: Write, page: Page): Block[] {
  if (!lowest) return [];
  const text = `The lowest day of the next twelve months is ${date(lowest.date)}, with ${money(lowest.amount)}.`;
  return [{ paragraph: text, href: page("/") }];
}

function monthSoFar({ day, month }: DigestData, { money, rate, date }: Write, why: Why): Block[] {
  const label = monthLabel(monthOfDay(day));
  const over = month.toSpend < 0;
  if (month.projected === 0)
    return [
      {
        figure: money(month.spent),
        label: `Spent in ${label}`,
        detail: "No budget is set for this month yet.",
        over: false,
        href: why("expenses"),
      },
    ];
  const days = pluralize(month.days, "day");
  const left = over
    ? {
        figure: money(cents(-month.toSpend)),
        label: `Over in ${label}`,
        detail: `${days} to go, today included.`,
      }
    : {
        figure: rate(month.perDay),
        label: "To spend a day",
        detail: [
          `${money(month.toSpend)} until ${date(month.until)}: ${days}, today included`,
          shareText(month, money),
        ]
          .filter((text) => text !== null)
          .map((text) => `${text}.`)
          .join(" "),
      };
  return [
    { ...left, over, href: why("to-spend") },
    { bar: percentOf(month.spent, month.projected), over },
    {
      rows: [
        row("Spent so far", money(month.spent), {
          detail: `${percentText(month.spent, month.projected)} of ${money(month.projected)} planned`,
          over,
          href: why("expenses"),
          detailHref: why("budget"),
        }),
        row("Income so far", money(month.income), { href: why("income") }),
      ],
    },
  ];
}

function notices(
  { notices: all }: DigestData,
  own: (text: string) => string,
  linkTo: (path: string) => string,
): Block[] {
  if (all.length === 0) return [];
  const shown = all.slice(0, MAX_ROWS);
  const more = all.length - shown.length;
  return [
    { heading: "What you should know" },
    ...shown.map(({ text, link }) => ({ paragraph: own(text), href: linkTo(link) })),
    ...(more > 0 ? [{ note: `And ${more} more, under the bell.` }] : []),
  ];
}

function yesterday({ yesterday: past }: DigestData, { money, date }: Write, why: Why, page: Page): Block[] {
  const heading = { heading: `Yesterday, ${date(past.day)}` };
  if (past.rows.length === 0) return [heading, { note: "Nothing was spent." }];
  const month = monthOfDay(past.day);
  const rows = past.rows
    .slice(0, MAX_ROWS)
    .map(({ description, categoryId, category, amount }) =>
      row(description, money(amount), { detail: category, href: why(categoryId, month) }),
    );
  const more = past.rows.length - rows.length;
  const all = row("Total", money(past.total), {
    detail: more > 0 ? `with ${more} more` : "",
    href: page("/transactions", { month, q: past.day, type: "expense" }),
  });
  return [heading, { rows: past.rows.length > 1 ? [...rows, all] : rows }];
}

const section = <Item>(heading: string, items: readonly Item[], toRow: (item: Item) => Row): Block[] =>
  items.length === 0 ? [] : [{ heading }, { rows: items.slice(0, MAX_ROWS).map(toRow) }];

/** "November 20", or "20 November". */
function longDate(day: Day, { dates }: Locale): string {
  const month = MONTH_NAMES[monthOfYear(day) - 1];
  return dates === "en-US" ? `${month} ${dayOfMonth(day)}` : `${dayOfMonth(day)} ${month}`;
}
