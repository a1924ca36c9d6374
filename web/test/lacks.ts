import { inject, TestRunner } from "vitest";

/** Skips the running test; the summary says what the driver of its browser lacks. */
export function leaveOut(what: string): never {
  const reason = `the driver of ${inject("browserEngine")} has no ${what}`;
  const test = TestRunner.getCurrentTest();
  if (test) {
    Object.assign(test.meta, { lacks: what });
    test.context.skip(reason);
  }
  throw new Error(reason);
}
