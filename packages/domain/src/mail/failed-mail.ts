import * as v from "valibot";

/** Mail that was given up, or that an operator has to release. */
export const failedMail = v.object({
  id: v.string(),
  to: v.string(),
  subject: v.string(),
  reason: v.string(),
  attempts: v.number(),
  /** In milliseconds. */
  failedAt: v.number(),
  /** It is tried again by itself; `reason` says what it waits for. */
  waiting: v.boolean(),
});
export type FailedMail = v.InferOutput<typeof failedMail>;
