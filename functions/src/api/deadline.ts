import { busy } from "@coffer/core/refusal";

/** In milliseconds; below the function's own limit (infra/constructs/functions.ts), which sends no answer. */
export const DEADLINE_MS = 18_000;

/** Each try of a store that has stalled may wait by itself. The work may still end after the deadline. */
export async function withinDeadline<T>(work: Promise<T>, deadlineMs: number): Promise<T> {
  const { promise: over, reject } = Promise.withResolvers<never>();
  const timer = setTimeout(() => reject(busy(new Error(`No answer within ${deadlineMs} ms`))), deadlineMs);
  try {
    return await Promise.race([work, over]);
  } finally {
    clearTimeout(timer);
  }
}
