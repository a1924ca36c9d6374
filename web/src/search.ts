import { FLOWS } from "@coffer/domain/category";
import { type Month, parseMonth } from "@coffer/domain/month";
import * as v from "valibot";

/** What a person has chosen lives in the URL. A part that makes no sense is as good as absent. */
const kept = <Schema extends v.GenericSchema>(schema: Schema) =>
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
const words = v.pipe(v.union([v.string(), v.number(), v.boolean()]), v.transform(String), v.maxLength(200));

/** On every signed-in screen: the month (the current one without it) and whose budget is open (one's own without it). */
export const selectionSearch = v.object({ month: kept(month), budget: kept(wholeNumber) });

export const transactionsSearch = v.object({
  q: kept(words),
  type: kept(v.picklist(FLOWS)),
  category: kept(wholeNumber),
  page: kept(wholeNumber),
});

export const goalsSearch = v.object({
  tab: kept(v.picklist(["in-progress", "completed", "cancelled", "all"])),
  goal: kept(wholeNumber),
});

export const adminSearch = v.object({
  view: kept(v.picklist(["statistics", "users", "emails"])),
  /** The user list's search and page. */
  q: kept(words),
  page: kept(wholeNumber),
  /** The mail whose progress is shown. */
  mail: kept(wholeNumber),
});

/** Where to go after signing in: a path of our own, never another site. */
export const authSearch = v.object({ next: kept(v.pipe(v.string(), v.regex(/^\/(?![/\\])/))) });
