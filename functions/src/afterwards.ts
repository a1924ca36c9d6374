import type { Afterwards } from "@coffer/core/env";
import type { Log } from "./log.ts";

const attempt = async (work: () => Promise<void>, log: Log) => {
  try {
    await work();
  } catch (error) {
    log.error("work after a change failed", { error });
  }
};

/** Runs the work before the response: Lambda freezes the process after it. */
export const beforeAnswer =
  (log: Log): Afterwards =>
  (_key, work) =>
    attempt(work, log);

/** Runs the work after the response, one at a time per key. Of the work that waits for a key, only the latest runs. */
export function behindAnswer(log: Log): { afterwards: Afterwards; idle(): Promise<void> } {
  const running = new Map<string, Promise<void>>();
  const waiting = new Map<string, () => Promise<void>>();

  async function runAll(key: string, work: () => Promise<void>): Promise<void> {
    for (let next: typeof work | undefined = work; next; next = waiting.get(key)) {
      waiting.delete(key);
      await attempt(next, log);
    }
    running.delete(key);
  }

  return {
    async afterwards(key, work) {
      if (running.has(key)) waiting.set(key, work);
      else running.set(key, runAll(key, work));
    },

    async idle() {
      while (running.size > 0) await Promise.all(running.values());
    },
  };
}
