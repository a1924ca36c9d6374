import { Refusal } from "@coffer/core/refusal";

const ATTEMPTS = 8;
const BASE_MS = 25;
const CAP_MS = 800;

const THROTTLES = new Set([
  "ProvisionedThroughputExceededException",
  "ThrottlingException",
  "RequestLimitExceeded",
  "TransactionInProgressException",
  "TransactionConflictException",
  "InternalServerError",
  "ServiceUnavailable",
]);

/**
 * Runs `send`, again after conflicts, throttling and lost connections, with full jitter between the tries
 * (AWS Architecture Blog, "Exponential Backoff And Jitter"). Refusal("busy") when that does not help.
 * The SDK's own retries do not cover cancelled transactions, so ours replace them (maxAttempts 1).
 */
export async function withRetries<T>(send: () => Promise<T>): Promise<T> {
  for (let attempt = 1; ; attempt++) {
    try {
      return await send();
    } catch (error) {
      if (!isPassing(error)) throw error;
      if (attempt === ATTEMPTS) {
        throw new Refusal("busy", "The service is busy. Please try again in a moment.", { retryAfter: 2, cause: error });
      }
      const ceiling = Math.min(CAP_MS, BASE_MS * 2 ** attempt);
      await new Promise((resolve) => setTimeout(resolve, Math.random() * ceiling));
    }
  }
}

/** Whether the same request may succeed a moment later. */
function isPassing(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  if (THROTTLES.has(error.name)) return true;
  if ("CancellationReasons" in error && Array.isArray(error.CancellationReasons)) {
    const codes = error.CancellationReasons.map((reason: { Code?: string }) => reason.Code ?? "None");
    return (
      !codes.includes("ConditionalCheckFailed") &&
      codes.some((code) => code === "TransactionConflict" || code === "ThrottlingError" || code === "ProvisionedThroughputExceeded")
    );
  }
  // A connection that broke: reads are safe to repeat, writes carry conditions that make them so.
  return ["ECONNRESET", "ECONNREFUSED", "EPIPE", "ETIMEDOUT", "UND_ERR_SOCKET"].includes(
    "code" in error ? String(error.code) : "",
  ) || error.name === "TimeoutError";
}
