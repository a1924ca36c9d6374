import { EXPLAINED_CARDS, EXPLAINED_PARTS, type Explained, type ExplainedCard } from "../budget/explained.ts";
import type { Flow } from "../category/category.ts";
import type { Id } from "../id.ts";
import { type Day, parseDay } from "../time/day.ts";
import { type Month, parseMonth } from "../time/month.ts";

/** Numbers that the browser explains from lists that it has loaded. */
const LISTED = [
  "forecast",
  "subscriptions",
  "annual-subscriptions",
  "payments-due",
  "due-before-pay",
  "goals-behind",
  "net-worth",
] as const;
/** Totals of a search: all transactions found, or those of one type. */
const FOUND = { found: undefined, "found-income": "income", "found-expense": "expense" } as const;
/** Sums of the sheet that plans a month, which explains them itself, since its amounts are not saved yet. */
const SHEET_SUMS = ["sheet-income", "sheet-expense", "sheet-left"] as const;
type SheetSum = (typeof SHEET_SUMS)[number];

/** Numbers of one thing. */
const OF_ONE = ["goal", "subscription", "account", "average", "proposal"] as const;

/** The ids of several categories, joined by "_". */
export type JoinedIds = `${Id}_${string}`;

/** The number that a URL explains: a name, or the ids of categories for their actual, as in "7_8". */
export type WhyTarget =
  | Id
  | JoinedIds
  | `${"plan" | "spent" | "difference" | "available"}-${Id | JoinedIds}`
  | `${"average" | "goal" | "subscription" | "proposal" | "forecast" | "account"}-${Id}`
  | `owed-${Id}_${Id}`
  | `line-${Day}`
  | ExplainedCard
  | (typeof LISTED)[number]
  | keyof typeof FOUND
  | SheetSum;

export type Subject =
  | { kind: "month"; explained: Explained }
  | { kind: (typeof OF_ONE)[number] | "category-forecast"; id: Id }
  | { kind: "found"; flow: Flow | undefined }
  | { kind: "sheet"; of: SheetSum }
  | { kind: (typeof LISTED)[number] };

export function joinIds([first = 0, ...others]: readonly Id[]): Id | JoinedIds {
  return others.length === 0 ? first : `${first}_${others.join("_")}`;
}

/** `month` only if it differs from the page's. */
export const whyText = (why: WhyTarget, month?: Month): string => (month ? `${why}@${month}` : String(why));

export function parseWhy(text: string): { subject: Subject; month: Month | undefined } | undefined {
  const [name = "", on, ...rest] = text.split("@");
  const month = on === undefined ? undefined : parseMonth(on);
  const subject = subjectOf(name);
  if (!subject || rest.length > 0 || (on !== undefined && !month)) return undefined;
  return { subject, month };
}

function subjectOf(name: string): Subject | undefined {
  const listed = LISTED.find((one) => one === name);
  if (listed) return { kind: listed };
  const card = EXPLAINED_CARDS.find((one) => one === name);
  if (card) return { kind: "month", explained: { card } };
  const sheet = SHEET_SUMS.find((one) => one === name);
  if (sheet) return { kind: "sheet", of: sheet };
  if (name === "found" || name === "found-income" || name === "found-expense")
    return { kind: "found", flow: FOUND[name] };
  const day = name.startsWith("line-") && parseDay(name.slice("line-".length));
  if (day) return { kind: "month", explained: { card: "line", date: day } };
  const [, what, joined = ""] = /^(?:([a-z]+)-)?(\d[\d_]{0,1699})$/.exec(name) ?? [];
  const ids = joined.split("_");
  if (ids.length > 100 || !ids.every((id) => /^[1-9]\d{0,15}$/.test(id))) return undefined;
  const part = EXPLAINED_PARTS.find((one) => one === (what ?? "actual"));
  if (part && what !== "actual") return { kind: "month", explained: { categoryIds: ids.map(Number), part } };
  if (what === "owed" && ids.length === 2) {
    const [from = 0, to = 0] = ids.map(Number);
    return { kind: "month", explained: { card: "balance", between: { from, to } } };
  }
  if (ids.length > 1) return undefined;
  const one = OF_ONE.find((name) => name === what);
  if (one) return { kind: one, id: Number(ids[0]) };
  return what === "forecast" ? { kind: "category-forecast", id: Number(ids[0]) } : undefined;
}

type Screen =
  | "/"
  | "/transactions"
  | "/budget"
  | "/goals"
  | "/subscriptions"
  | "/ahead"
  | "/activity"
  | "/settings";
type Search = { month?: Month; why?: WhyTarget; budget?: Id | null; q?: string; type?: Flow };

/** The path of a screen, for notifications and emails; `budget` is the owner, unless it is the reader's home budget. */
export function screenPath(screen: Screen, search: Search = {}): string {
  const query = new URLSearchParams();
  for (const [name, value] of Object.entries(search)) if (value != null) query.set(name, String(value));
  return query.size > 0 ? `${screen}?${query}` : screen;
}
