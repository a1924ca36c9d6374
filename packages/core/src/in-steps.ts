import type { Steps } from "@coffer/domain/steps";

/** Runs long work, and gives other requests their turn between its steps. */
export async function inSteps<T>(steps: Steps<T>): Promise<T> {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    await new Promise((resolve) => setImmediate(resolve));
  }
}
