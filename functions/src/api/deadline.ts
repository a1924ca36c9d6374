import { busy } from "@coffer/core/refusal";

/**
 * In milliseconds; below the function's own time (infra/constructs/functions.ts), which ends a call without an answer.
 */
export const DEADLINE_MS = 18_000;

/**
 * The result of `work`, or Refusal("busy") once the time is over: each try of a store that has stalled may wait by
 * itself. The work may still end afterwards, so a repeat of the call carries its Idempotency-Key.
 */
export async function withinDeadline<T>(work: Promise<T>, deadlineMs: number): Promise<T> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const over = new Promise<never>((_, reject) => {
    timer = setTimeout(() => reject(busy(new Error(`No answer within ${deadlineMs} ms`))), deadlineMs);
  });
  try {
    return await Promise.race([work, over]);
  } finally {
    clearTimeout(timer);
  }
}
