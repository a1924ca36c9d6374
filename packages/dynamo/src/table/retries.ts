import { TransactionCanceledException } from "@aws-sdk/client-dynamodb";
import { busy, diskFull, ledgerFull } from "@coffer/core/refusal";

const ATTEMPTS = 8;
const BASE_MS = 25;
const CAP_MS = 800;

/** The store turned the request down and did nothing: by an error's name, and by the reason of a transaction's. */
const TURNED_DOWN = new Set([
  "ProvisionedThroughputExceededException",
  "ThrottlingException",
  "RequestLimitExceeded",
  "TransactionInProgressException",
  "TransactionConflictException",
]);
const PASSING_REASONS = ["TransactionConflict", "ThrottlingError", "ProvisionedThroughputExceeded"];

/** The answer is lost: the request may have been carried out, or not. */
const LOST = new Set(["InternalServerError", "ServiceUnavailable", "TimeoutError"]);
const LOST_CODES = new Set(["ECONNRESET", "ECONNREFUSED", "EPIPE", "ETIMEDOUT", "UND_ERR_SOCKET"]);

/**
 * Runs `send`, again after conflicts, throttling and lost connections, with full jitter between the tries
 * (AWS Architecture Blog, "Exponential Backoff And Jitter"); a Refusal is what is left: "busy", "tooLarge" for a full
 * budget, "noRoom" for a full disk. `send` is told whether an earlier try may have been carried out: a condition that
 * fails then may be our own doing. The SDK's own retries do not cover cancelled transactions, so ours replace them.
 */
export async function withRetries<T>(send: (maybeDone: boolean) => Promise<T>): Promise<T> {
  let maybeDone = false;
  for (let attempt = 1; ; attempt++) {
    try {
      return await send(maybeDone);
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      const reasons = reasonsOf(error);
      // A partition has reached the 10 GB that the local index leaves it.
      if (
        error.name === "ItemCollectionSizeLimitExceededException" ||
        reasons.includes("ItemCollectionSizeLimitExceeded")
      )
        throw ledgerFull();
      // As SQLite says it, which the engine on one machine stores by.
      if (error.message.includes("disk is full")) throw diskFull(error);
      const isLost = LOST.has(error.name) || ("code" in error && LOST_CODES.has(String(error.code)));
      const isPassing =
        !reasons.includes("ConditionalCheckFailed") &&
        reasons.some((reason) => PASSING_REASONS.includes(reason));
      if (!isLost && !isPassing && !TURNED_DOWN.has(error.name)) throw error;
      maybeDone ||= isLost;
      await backoff(attempt, error);
    }
  }
}

/** Of a cancelled transaction, one for each write. */
const reasonsOf = (error: Error): string[] =>
  error instanceof TransactionCanceledException
    ? (error.CancellationReasons ?? []).map(({ Code = "None" }) => Code)
    : [];

/** Waits before the next try; `attempt` counts from 1. Refusal("busy"), for that `cause`, where it was the last. */
export async function backoff(attempt: number, cause?: unknown): Promise<void> {
  if (attempt === ATTEMPTS) throw busy(cause);
  const ceiling = Math.min(CAP_MS, BASE_MS * 2 ** attempt);
  await new Promise((resolve) => setTimeout(resolve, Math.random() * ceiling));
}
