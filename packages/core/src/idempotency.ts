import type { Id } from "@coffer/domain/id";
import type { Env } from "./env.ts";
import { Refusal } from "./refusal.ts";

/** A client's Idempotency-Key with a hash of its request, which tells a retry from another request. */
export type IdempotencyKey = { key: string; request: string };

/** The thing that was created now or by an earlier request under the same key, or why it was not. */
export type Creation<T> = T | CreationProblem;
type CreationProblem = "keyReused" | "idTaken";

export const keyReused = () => new Refusal("conflict", "This Idempotency-Key was used for another request");

export function created<T extends object>(outcome: Creation<T>): T {
  if (outcome === "keyReused") throw keyReused();
  // Ids are random within a millisecond, so two can collide, very rarely.
  if (outcome === "idTaken") throw new Refusal("busy", "Please try again.", { retryAfter: 1 });
  return outcome;
}

/** "begun": an earlier request under the key may have finished. "done": it has. */
export type Attempt = "new" | "begun" | "done";

/** The Idempotency-Keys of a user's deletions. `now` in milliseconds. */
export type DeletionKeyStore = {
  begin(userId: Id, key: IdempotencyKey, now: number): Promise<Attempt | "keyReused">;
  finish(userId: Id, key: IdempotencyKey, now: number): Promise<void>;
  forget(userId: Id, key: IdempotencyKey): Promise<void>;
};

/** Runs a deletion once per user and key. A retry, which finds nothing to delete, returns undefined and is not refused. */
export function createIdempotentDeletion(
  { deletionKeys }: { deletionKeys: DeletionKeyStore },
  { clock }: Pick<Env, "clock">,
) {
  return async function deleteOnce<T>(
    userId: Id,
    key: IdempotencyKey,
    run: () => Promise<T>,
  ): Promise<T | undefined> {
    const attempt = await deletionKeys.begin(userId, key, clock());
    if (attempt === "keyReused") throw keyReused();
    if (attempt === "done") return undefined;
    let answer: T | undefined;
    try {
      answer = await run();
    } catch (error) {
      const isRefusal = error instanceof Refusal;
      if (attempt === "new" && isRefusal) await deletionKeys.forget(userId, key);
      if (attempt === "new" || !isRefusal || error.reason !== "notFound") throw error;
    }
    await deletionKeys.finish(userId, key, clock());
    return answer;
  };
}
