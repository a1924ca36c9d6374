import * as v from "valibot";

export const FAILED_MAIL_PAGE = 50;

/** Mail that failed after every retry, or that waits for an operator. */
export const failedMail = v.object({
  id: v.string(),
  to: v.string(),
  subject: v.string(),
  reason: v.string(),
  attempts: v.number(),
  /** In milliseconds. */
  failedAt: v.number(),
  /** It will be retried automatically; `reason` says what it waits for. */
  waiting: v.boolean(),
});
export type FailedMail = v.InferOutput<typeof failedMail>;
