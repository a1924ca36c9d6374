import * as v from "valibot";

/** Every error's body (product.md §3). `issues` only with 400. */
export const errorBody = v.object({
  message: v.string(),
  issues: v.optional(v.array(v.object({ path: v.string(), message: v.string() }))),
});
export type ErrorBody = v.InferOutput<typeof errorBody>;

/** Headers that both sides name. */
export const BUDGET_OWNER_HEADER = "x-budget-owner";
export const IDEMPOTENCY_HEADER = "idempotency-key";

/** The readable cookie, without content, that says a session may exist: a signed-out page need not ask. */
export const SESSION_HINT_COOKIE = "session-hint";
