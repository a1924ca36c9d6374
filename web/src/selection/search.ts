import { ACTIVITY_KINDS } from "@coffer/domain/activity/activity";
import { EXPLAINED_CARDS, type ExplainedCard } from "@coffer/domain/budget/explain";
import { PROPOSAL_SOURCES } from "@coffer/domain/budget/proposal";
import { FLOWS } from "@coffer/domain/category/category";
import type { Id } from "@coffer/domain/id";
import { type Month, parseMonth } from "@coffer/domain/time/month";
import * as v from "valibot";

/** A search parameter with an invalid value is treated as absent. */
const lenient = <Schema extends v.GenericSchema>(schema: Schema) =>
  v.optional(v.fallback(v.optional(schema), undefined));

const month = v.pipe(
  v.string(),
  v.rawTransform(({ dataset, addIssue, NEVER }): Month => {
    const parsed = parseMonth(dataset.value);
    if (parsed) return parsed;
    addIssue({ message: "Use yyyy-MM" });
    return NEVER;
  }),
);
const wholeNumber = v.pipe(v.number(), v.safeInteger(), v.minValue(1));
// The router reads ?q=2026 as a number.
const anyText = v.pipe(v.union([v.string(), v.number(), v.boolean()]), v.transform(String), v.maxLength(200));

/** Numbers whose rows are taken from lists that the browser has loaded. */
export const LISTED = [
  "forecast",
  "subscriptions",
  "annual-subscriptions",
  "payments-due",
  "goals-behind",
  "found",
  "found-income",
  "found-expense",
] as const;
/** Numbers of the sheet that plans a month, which lists their rows itself: they are not saved yet. */
const SHEET_SUMS = ["sheet-income", "sheet-expense", "sheet-left"] as const;
const WHY_NAMES: readonly string[] = [...EXPLAINED_CARDS, ...LISTED, ...SHEET_SUMS];

/** As in `7`, "plan-7", "difference-7_8", "average-7", "left", "expenses@2026-09" and "goal-7". */
const why = v.union([
  wholeNumber,
  v.pipe(
    v.string(),
    v.regex(/^(?:plan-|difference-|average-)?[1-9]\d{0,15}(?:_[1-9]\d{0,15}){0,99}(?:@\d{4}-\d\d)?$/),
  ),
  v.pipe(v.string(), v.regex(/^(?:goal|subscription|proposal)-[1-9]\d{0,15}$/)),
  v.pipe(
    v.string(),
    v.regex(/^[a-z-]{1,30}(?:@\d{4}-\d\d)?$/),
    v.check((text) => WHY_NAMES.includes(text.split("@")[0] ?? "")),
  ),
]);
export type Why = v.InferOutput<typeof why>;

/** Whether the sheet that plans the month shows it. */
export const isOfSheet = (why: Why) => /^(?:sheet|proposal)-/.test(String(why));

/** The ids of several categories with "_" between. */
export type JoinedIds = `${Id}_${string}`;

/**
 * What a link to the panel explains. A number alone is the actual of a category; several categories are joined as
 * JoinedIds.
 */
export type WhyTarget =
  | Id
  | JoinedIds
  | `${"plan" | "difference"}-${Id | JoinedIds}`
  | `average-${Id}`
  | `${"goal" | "subscription" | "proposal"}-${Id}`
  | ExplainedCard
  | (typeof LISTED)[number]
  | (typeof SHEET_SUMS)[number];

/**
 * On every signed-in screen. Without `month` it is the current one, without `budget` (an owner's id) one's own is
 * open. `why` is the number whose rows are shown beside the screen, of another month after an "@"; `plan` opens the sheet
 * that plans the month, from last month unless it names another start.
 */
export const selectionSearch = v.object({
  month: lenient(month),
  budget: lenient(wholeNumber),
  why: lenient(why),
  plan: lenient(v.union([v.literal(true), v.picklist(PROPOSAL_SOURCES)])),
});

export const transactionsSearch = v.object({
  q: lenient(anyText),
  type: lenient(v.picklist(FLOWS)),
  category: lenient(wholeNumber),
  /** The id of who entered them. */
  by: lenient(wholeNumber),
  /** Over all months instead of one. */
  all: lenient(v.literal(true)),
  sort: lenient(v.picklist(["date", "amount", "-amount"])),
  page: lenient(wholeNumber),
  /** Rows per page, where it is not 10. */
  size: lenient(v.picklist([20, 50, 100])),
});

export const goalsSearch = v.object({
  tab: lenient(v.picklist(["in-progress", "completed", "cancelled", "all"])),
  goal: lenient(wholeNumber),
});

export const activitySearch = v.object({
  /** A person's id, or the daily job. */
  by: lenient(v.union([v.literal("job"), wholeNumber])),
  kind: lenient(v.picklist(ACTIVITY_KINDS)),
});

export const adminSearch = v.object({
  view: lenient(v.picklist(["statistics", "users", "emails"])),
  /** Search text of the user list. */
  q: lenient(anyText),
  /** The id of the mail whose progress is shown. */
  mail: lenient(wholeNumber),
});

/** Of any signed-in screen. */
export type ScreenSearch = v.InferOutput<typeof selectionSearch> &
  v.InferOutput<typeof goalsSearch> &
  v.InferOutput<typeof adminSearch> &
  Omit<v.InferOutput<typeof transactionsSearch>, "by"> &
  v.InferOutput<typeof activitySearch>;

/** `next` is where to go after signing in: a path of this site only. `forgot` shows the form for a new password. */
export const authSearch = v.object({
  next: lenient(v.pipe(v.string(), v.regex(/^\/(?![/\\])/))),
  forgot: lenient(v.boolean()),
});
