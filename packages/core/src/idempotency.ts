import { Refusal } from "./refusal.ts";

/** A client's Idempotency-Key, and a hash of the request by which a repeat is told from another request. */
export type IdempotencyKey = { key: string; request: string };

/** The thing that was created, now or before under the same key: unless the key was used for another request. */
export type Creation<T> = T | CreationProblem;
type CreationProblem = "keyReused" | "idTaken";

export const keyReused = () => new Refusal("conflict", "This Idempotency-Key was used for another request");

export function created<T extends object>(outcome: Creation<T>): T {
  if (outcome === "keyReused") throw keyReused();
  // Ids are random within a millisecond: two can be equal, very rarely.
  if (outcome === "idTaken") throw new Refusal("busy", "Please try again.", { retryAfter: 1 });
  return outcome;
}
