import { expect, test } from "vitest";
import { createTurns } from "./in-turn.ts";

test("runs tasks of one key one after the other", async () => {
  const inTurn = createTurns();
  const running = new Map<string, number>();
  const most = new Map<string, number>();
  const run = (key: string, fails = false) =>
    inTurn(key, async () => {
      const now = (running.get(key) ?? 0) + 1;
      running.set(key, now);
      most.set(key, Math.max(now, most.get(key) ?? 0));
      if (key === "a") await inTurn("b", async () => undefined);
      running.set(key, now - 1);
      if (fails) throw new Error("failed");
      return key;
    });
  const results = await Promise.allSettled([run("a"), run("a", true), run("a"), run("c")]);
  expect(results.map(({ status }) => status)).toEqual(["fulfilled", "rejected", "fulfilled", "fulfilled"]);
  expect(Object.fromEntries(most)).toEqual({ a: 1, c: 1 });
});

test("hands a task's result on to the next one, which may begin early", async () => {
  const inTurn = createTurns<string>();
  const seen: unknown[] = [];
  const { promise: slow, resolve: goOn } = Promise.withResolvers<void>();
  const first = inTurn("a", async ({ handed, end }) => {
    seen.push(handed);
    end(["left"]);
    await slow;
  });
  await inTurn("a", async ({ handed }) => seen.push(handed));
  goOn();
  await first;
  await inTurn("a", async ({ handed }) => seen.push(handed));
  expect(seen).toEqual([undefined, ["left"], undefined]);
});
