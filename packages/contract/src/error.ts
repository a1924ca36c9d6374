import * as v from "valibot";

/**
 * The body of every error. `issues` only with 400; `code` where the page can lift it: "reauthenticate" with a 403 by
 * the password, "second-factor" with a sign-in's 401 by a code, "other-user" with a 409 by signing in again.
 */
export const errorBody = v.object({
  message: v.string(),
  code: v.optional(v.picklist(["reauthenticate", "second-factor", "other-user"])),
  /** Only with 409, of what was changed since: the thing as it is now, null where it is not there. */
  current: v.optional(v.unknown()),
  issues: v.optional(v.array(v.object({ path: v.string(), message: v.string() }))),
});
export type ErrorBody = v.InferOutput<typeof errorBody>;

/** Optional: the id of the user whom the page shows. Another one signed in meanwhile is a 409 with "other-user". */
export const USER_HEADER = "x-user";
export const BUDGET_OWNER_HEADER = "x-budget-owner";
/** Of an answer that is a part of a list: the `cursor` that brings the next part. */
export const NEXT_CURSOR_HEADER = "x-next-cursor";
/** Of an answer to a change of a budget: the id of its entry in the activity, by which it can be undone. */
export const ENTRY_HEADER = "x-activity-id";
/** Of an answer from a budget: so many stored things are left out, since they cannot be read. */
export const UNREADABLE_HEADER = "x-unreadable";
/** Of a change: the version that the edit began with (docs/decisions/019). Another one now is a 409. */
export const VERSION_HEADER = "x-version";
export const IDEMPOTENCY_HEADER = "idempotency-key";

/** Readable by the page and without content: where it is absent, nobody is signed in and no call is needed to know. */
export const SESSION_HINT_COOKIE = "session-hint";
