import type { Refusal } from "./refusal.ts";

const ATTEMPTS = 10;

/**
 * Reads, decides and writes again while somebody else is faster: `attempt` returns undefined when what it read
 * has changed before it wrote. Throws `conflict()` after ten attempts.
 */
export async function retryOnConflict<T>(
  attempt: () => Promise<T | undefined>,
  conflict: () => Refusal,
): Promise<T> {
  for (let tried = 0; tried < ATTEMPTS; tried++) {
    const result = await attempt();
    if (result !== undefined) return result;
  }
  throw conflict();
}
