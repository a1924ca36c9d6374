import { vi } from "vitest";

/** Counts the texts that `work` normalizes and the dates that it computes, which do not depend on the machine's load. */
export function countSteps(work: () => unknown): { texts: number; dates: number } {
  const texts = vi.spyOn(String.prototype, "normalize");
  const dates = [vi.spyOn(Date, "parse"), vi.spyOn(Date, "UTC")];
  try {
    work();
    return {
      texts: texts.mock.calls.length,
      dates: dates.reduce((all, { mock }) => all + mock.calls.length, 0),
    };
  } finally {
    for (const spy of [texts, ...dates]) spy.mockRestore();
  }
}
