/** Long work in short steps: whoever runs it may let others go first between two of them. */
export type Steps<T> = Generator<undefined, T, undefined>;

/** Runs the steps one after the other. */
export function atOnce<T>(steps: Steps<T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
  }
}
