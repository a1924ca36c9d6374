import { expect, test } from "vitest";
import { careful } from "./careful-advisor.ts";

const FACTS = Object.create(null);
const MINUTE = 60_000;

function asked(answer: () => Promise<undefined>) {
  const time = { now: 0 };
  const counts = { calls: 0, failures: 0 };
  const lines: string[] = [];
  const advisor = careful(
    {
      word: () => {
        counts.calls += 1;
        return answer();
      },
    },
    {
      clock: () => time.now,
      count: () => {
        counts.failures += 1;
      },
      log: { error: (message) => void lines.push(message) },
    },
  );
  return { time, counts, lines, ask: () => advisor.word(FACTS, new AbortController().signal) };
}

test("a model is not called for ten minutes after five failures in a row", async () => {
  const { time, counts, lines, ask } = asked(() => Promise.reject(new Error("AccessDeniedException")));
  for (let call = 0; call < 8; call++) expect(await ask()).toBeUndefined();
  expect(counts).toEqual({ calls: 5, failures: 5 });
  expect(lines).toEqual(Array(5).fill("model failed"));
  time.now = 10 * MINUTE - 1;
  await ask();
  expect(counts.calls).toBe(5);
  time.now = 10 * MINUTE;
  for (let call = 0; call < 8; call++) await ask();
  expect(counts).toEqual({ calls: 10, failures: 10 });
});

test("a late or missing answer is a failure", async () => {
  const abort = new AbortController();
  const lines: unknown[] = [];
  const log = { error: (_: string, more?: Record<string, unknown>) => void lines.push(more?.error) };
  const never = careful({ word: () => new Promise(() => undefined) }, { clock: () => 0, log });
  const answer = never.word(FACTS, abort.signal);
  abort.abort();
  expect(await answer).toBeUndefined();
  await careful({ word: async () => undefined }, { clock: () => 0, log }).word(FACTS, abort.signal);
  expect(lines.map((error) => (error instanceof Error ? error.message : error))).toEqual([
    "The model did not answer in time",
    "The model gave no answer",
  ]);
});

test("a refused answer is a failure", () => {
  const lines: unknown[] = [];
  let failures = 0;
  careful(
    { word: async () => undefined },
    {
      clock: () => 0,
      log: { error: (_, more) => void lines.push(more?.error) },
      count: () => void failures++,
    },
  ).refused?.();
  expect([failures, String(lines[0])]).toEqual([1, "Error: The model's answer broke the rules"]);
});
