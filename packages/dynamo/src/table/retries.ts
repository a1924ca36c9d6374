import { TransactionCanceledException } from "@aws-sdk/client-dynamodb";
import { busy, diskFull, ledgerFull } from "@coffer/core/refusal";

const ATTEMPTS = 8;
const BASE_MS = 25;
const CAP_MS = 800;

/** Names of errors after which nothing was written, and reasons of cancelled transactions. */
const TURNED_DOWN = new Set([
  "ProvisionedThroughputExceededException",
  "ThrottlingException",
  "RequestLimitExceeded",
  "TransactionInProgressException",
  "TransactionConflictException",
]);
const PASSING_REASONS = ["TransactionConflict", "ThrottlingError", "ProvisionedThroughputExceeded"];

/** Errors after which the request may or may not have been carried out. */
const LOST = new Set(["InternalServerError", "ServiceUnavailable", "TimeoutError"]);
const LOST_CODES = new Set(["ECONNRESET", "ECONNREFUSED", "EPIPE", "ETIMEDOUT", "UND_ERR_SOCKET"]);

/**
 * Runs `send`, and retries after conflicts, throttling and lost connections with full jitter (AWS Architecture Blog,
 * "Exponential Backoff And Jitter"). In the end throws a Refusal: "busy", "tooLarge" for a full ledger, "noRoom" for a
 * full disk. `maybeDone` is true if an earlier attempt may have been carried out, so that a failed condition may be its
 * effect. `onRetry` is called before each pause. These replace the SDK's retries, which do not cover cancelled transactions.
 */
export async function withRetries<T>(
  send: (maybeDone: boolean) => Promise<T>,
  onRetry = () => {},
): Promise<T> {
  let maybeDone = false;
  for (let attempt = 1; ; attempt++) {
    try {
      return await send(maybeDone);
    } catch (error) {
      if (!(error instanceof Error)) throw error;
      const reasons = reasonsOf(error);
      // With a local index, a partition holds at most 10 GB.
      if (
        error.name === "ItemCollectionSizeLimitExceededException" ||
        reasons.includes("ItemCollectionSizeLimitExceeded")
      )
        throw ledgerFull();
      // The message of SQLite, which the local engine stores with.
      if (error.message.includes("disk is full")) throw diskFull(error);
      const isLost = LOST.has(error.name) || ("code" in error && LOST_CODES.has(String(error.code)));
      const isPassing =
        !reasons.includes("ConditionalCheckFailed") &&
        reasons.some((reason) => PASSING_REASONS.includes(reason));
      if (!isLost && !isPassing && !TURNED_DOWN.has(error.name)) throw error;
      maybeDone ||= isLost;
      onRetry();
      await backoff(attempt, error);
    }
  }
}

/** The reasons of a cancelled transaction, one for each write. */
const reasonsOf = (error: Error): string[] =>
  error instanceof TransactionCanceledException
    ? (error.CancellationReasons ?? []).map(({ Code = "None" }) => Code)
    : [];

/** Waits before the next attempt; `attempt` counts from 1. Throws Refusal("busy") with `cause` after the last. */
export async function backoff(attempt: number, cause?: unknown): Promise<void> {
  if (attempt === ATTEMPTS) throw busy(cause);
  const ceiling = Math.min(CAP_MS, BASE_MS * 2 ** attempt);
  await new Promise((resolve) => setTimeout(resolve, Math.random() * ceiling));
}
