import { TransactionCanceledException } from "@aws-sdk/client-dynamodb";
import { busy, diskFull, ledgerFull } from "@coffer/core/refusal";

const ATTEMPTS = 8;
const BASE_MS = 25;
const CAP_MS = 800;

/** The store turned the request down and did nothing. */
const TURNED_DOWN = new Set([
  "ProvisionedThroughputExceededException",
  "ThrottlingException",
  "RequestLimitExceeded",
  "TransactionInProgressException",
  "TransactionConflictException",
]);
const PASSING_REASONS = new Set(["TransactionConflict", "ThrottlingError", "ProvisionedThroughputExceeded"]);

/** The answer is lost: the request may have been carried out, or not. */
const LOST = new Set(["InternalServerError", "ServiceUnavailable", "TimeoutError"]);
const LOST_CODES = new Set(["ECONNRESET", "ECONNREFUSED", "EPIPE", "ETIMEDOUT", "UND_ERR_SOCKET"]);

/**
 * Runs `send`, again after conflicts, throttling and lost connections, with full jitter between the tries
 * (AWS Architecture Blog, "Exponential Backoff And Jitter"). Refusal("busy") when that does not help,
 * Refusal("tooLarge") where a budget has no room, and Refusal("noRoom") where the disk has none.
 * `send` is told whether an earlier try may have been carried out: a condition that fails then may be our own doing.
 * The SDK's own retries do not cover cancelled transactions, so ours replace them (maxAttempts 1).
 */
export async function withRetries<T>(send: (maybeDone: boolean) => Promise<T>): Promise<T> {
  let maybeDone = false;
  for (let attempt = 1; ; attempt++) {
    try {
      return await send(maybeDone);
    } catch (error) {
      if (isFull(error)) throw ledgerFull();
      // As SQLite says it, which the engine on one machine stores by.
      if (error instanceof Error && error.message.includes("disk is full")) throw diskFull(error);
      const outcome = outcomeOf(error);
      if (outcome === "final") throw error;
      if (outcome === "lost") maybeDone = true;
      await backoff(attempt, error);
    }
  }
}

/** Waits before the next try; `attempt` counts from 1. Refusal("busy"), for that `cause`, where it was the last. */
export async function backoff(attempt: number, cause?: unknown): Promise<void> {
  if (attempt === ATTEMPTS) throw busy(cause);
  const ceiling = Math.min(CAP_MS, BASE_MS * 2 ** attempt);
  await new Promise((resolve) => setTimeout(resolve, Math.random() * ceiling));
}

/** True where a partition has reached the 10 GB that the local index leaves it. */
function isFull(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (error.name === "ItemCollectionSizeLimitExceededException") return true;
  return (
    error instanceof TransactionCanceledException &&
    (error.CancellationReasons ?? []).some(({ Code }) => Code === "ItemCollectionSizeLimitExceeded")
  );
}

function outcomeOf(error: unknown): "turned down" | "lost" | "final" {
  if (!(error instanceof Error)) return "final";
  if (TURNED_DOWN.has(error.name)) return "turned down";
  const code = "code" in error ? String(error.code) : "";
  if (LOST.has(error.name) || LOST_CODES.has(code)) return "lost";
  if (!("CancellationReasons" in error) || !Array.isArray(error.CancellationReasons)) return "final";
  const codes = error.CancellationReasons.map((reason: { Code?: string }) => reason.Code ?? "None");
  if (codes.includes("ConditionalCheckFailed")) return "final";
  return codes.some((reason) => PASSING_REASONS.has(reason)) ? "turned down" : "final";
}
