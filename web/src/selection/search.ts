import { ACTIVITY_KINDS } from "@coffer/domain/activity/kinds";
import { PROPOSAL_SOURCES } from "@coffer/domain/budget/definition";
import { FLOWS } from "@coffer/domain/category/choices";
import { parseWhy } from "@coffer/domain/link/links";
import { type Month, parseMonth } from "@coffer/domain/time/month";
import * as v from "valibot";

/** A search parameter with an invalid value is treated as absent. */
const lenient = <Schema extends v.GenericSchema>(schema: Schema) =>
  v.optional(v.fallback(v.optional(schema), undefined));

const month = v.pipe(
  v.string(),
  v.transform(parseMonth),
  v.custom<Month>((parsed) => parsed !== undefined),
);
const wholeNumber = v.pipe(v.number(), v.safeInteger(), v.minValue(1));
// The router reads ?q=2026 as a number.
const anyText = v.pipe(v.union([v.string(), v.number(), v.boolean()]), v.transform(String), v.maxLength(200));

const why = v.pipe(
  v.union([wholeNumber, v.string()]),
  v.check((text) => parseWhy(String(text)) !== undefined),
);

/**
 * The search of every signed-in screen. `month` defaults to the current one, `budget` (an owner's id) to the user's own.
 * `why` names the figure whose rows are shown beside the screen, with another month after an "@". `plan` opens the sheet
 * that plans the month; it may name where the proposal comes from (last month by default).
 */
export const selectionSearch = v.object({
  month: lenient(month),
  budget: lenient(wholeNumber),
  why: lenient(why),
  /** Opens quick entry with this text. The installed product's shortcut and share target use it. */
  enter: lenient(anyText),
  plan: lenient(v.union([v.literal(true), v.picklist(PROPOSAL_SOURCES)])),
  /** The month to return to when the sheet of `plan` is closed. */
  was: lenient(month),
});

export const transactionsSearch = v.object({
  q: lenient(anyText),
  type: lenient(v.picklist(FLOWS)),
  category: lenient(wholeNumber),
  /** The id of the person who entered them. */
  by: lenient(wholeNumber),
  /** Over all months instead of one. */
  all: lenient(v.literal(true)),
  sort: lenient(v.picklist(["date", "amount", "-amount"])),
  page: lenient(wholeNumber),
  /** Rows per page, if it is not 10; in an endless list `page` counts the portions shown. */
  size: lenient(v.picklist([20, 50, 100, "endless"])),
});

export const goalsSearch = v.object({
  tab: lenient(v.picklist(["in-progress", "completed", "cancelled", "all"])),
  goal: lenient(wholeNumber),
});

export const aheadSearch = v.object({
  /** The question as typed: "900 sofa january". */
  afford: lenient(anyText),
});

export const activitySearch = v.object({
  /** A person's id, or the daily job. */
  by: lenient(v.union([v.literal("job"), wholeNumber])),
  kind: lenient(v.picklist(ACTIVITY_KINDS)),
});

export const adminSearch = v.object({
  view: lenient(v.picklist(["statistics", "users", "emails"])),
  q: lenient(anyText),
  /** The id of the mail whose progress is shown. */
  mail: lenient(wholeNumber),
});

export type ScreenSearch = v.InferOutput<typeof selectionSearch> &
  v.InferOutput<typeof goalsSearch> &
  v.InferOutput<typeof aheadSearch> &
  v.InferOutput<typeof adminSearch> &
  Omit<v.InferOutput<typeof transactionsSearch>, "by"> &
  v.InferOutput<typeof activitySearch>;

const SITE = "http://site.invalid";

/** A path of this site. Browsers drop tabs and line breaks from an address, and read a backslash as a slash. */
const ownPath = v.pipe(
  v.string(),
  v.startsWith("/"),
  v.check((text) => URL.canParse(text, SITE)),
  v.transform((text) => new URL(text, SITE)),
  v.check(({ origin }) => origin === SITE),
  v.transform(({ pathname, search, hash }) => pathname + search + hash),
  v.check((path) => !path.startsWith("//")),
);

/** `next` is where to go after signing in. `forgot` shows the form for a new password. */
export const authSearch = v.object({
  next: lenient(ownPath),
  forgot: lenient(v.boolean()),
  register: lenient(v.boolean()),
});
