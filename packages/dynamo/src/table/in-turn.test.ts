import { expect, test } from "vitest";
import { createTurns } from "./in-turn.ts";

test("runs what has one key one after the other, also after a failure, and other keys beside it", async () => {
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
