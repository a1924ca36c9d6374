import type { Steps } from "@coffer/domain/steps";

/** Runs long work, and yields to other requests between its steps. */
export async function inSteps<T>(steps: Steps<T>): Promise<T> {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    await new Promise((resolve) => setImmediate(resolve));
  }
}
