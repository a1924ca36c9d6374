import * as v from "valibot";

/**
 * The body of every error. `issues` come with 400 only. `code` tells a page how to continue: "reauthenticate" (403) asks
 * for the password, "second-factor" (401 of a sign-in) for a code, "other-user" (409) for signing in again.
 */
export const errorBody = v.object({
  message: v.string(),
  code: v.optional(v.picklist(["reauthenticate", "second-factor", "other-user"])),
  /** With 409 after a concurrent change: the current state, or null if it was deleted. */
  current: v.optional(v.unknown()),
  issues: v.optional(v.array(v.object({ path: v.string(), message: v.string() }))),
});
export type ErrorBody = v.InferOutput<typeof errorBody>;

/** Optional: the id of the user whom the page shows. If another user is signed in, the response is 409 "other-user". */
export const USER_HEADER = "x-user";
export const BUDGET_OWNER_HEADER = "x-budget-owner";
/** On a page of a list: the `cursor` of the next page. */
export const NEXT_CURSOR_HEADER = "x-next-cursor";
/** On the response to a change of a budget: the id of its activity entry, for undo. */
export const ENTRY_HEADER = "x-activity-id";
/** On a response from a budget: the number of stored items that are missing because they cannot be read. */
export const UNREADABLE_HEADER = "x-unreadable";
/** On a change: the version that was edited (docs/decisions/019). An outdated version is a 409. */
export const VERSION_HEADER = "x-version";
export const IDEMPOTENCY_HEADER = "idempotency-key";

/** A cookie without content, readable by scripts. If it is absent, nobody is signed in and the page sends no request. */
export const SESSION_HINT_COOKIE = "session-hint";
