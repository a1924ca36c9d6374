import type { Refusal } from "./refusal.ts";

const ATTEMPTS = 20;
const PAUSE_MS = 100;

/**
 * Reads, decides and writes again while somebody else is faster: `attempt` returns "changed" when what it read
 * has changed before it wrote. Throws `conflict()` after twenty attempts, apart by chance from the third on.
 */
export async function retryOnConflict<T>(
  attempt: () => Promise<T | "changed">,
  conflict: () => Refusal,
): Promise<T> {
  for (let tried = 0; tried < ATTEMPTS; tried++) {
    const result = await attempt();
    if (result !== "changed") return result;
    if (tried >= 2) await new Promise((resolve) => setTimeout(resolve, Math.random() * PAUSE_MS));
  }
  throw conflict();
}
