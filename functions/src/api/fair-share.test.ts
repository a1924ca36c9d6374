import { expect, test } from "vitest";
import { createFairShare } from "./fair-share.ts";

test("runs six requests of a user at once, and the others in turn", async () => {
  const { inTurn } = createFairShare({ clock: () => 0, throttle: true });
  let running = 0;
  let most = 0;
  const order: number[] = [];
  const request = (number: number) => async () => {
    most = Math.max(most, ++running);
    await new Promise((resolve) => setImmediate(resolve));
    running -= 1;
    order.push(number);
  };
  await Promise.all(Array.from({ length: 20 }, (_, number) => inTurn(1, request(number))));
  expect(most).toBe(6);
  expect(order).toEqual([...order].sort((a, b) => a - b));
});

test("lets another user's request run while one has many waiting", async () => {
  const { inTurn } = createFairShare({ clock: () => 0, throttle: true });
  let release: () => void = () => {};
  const blocked = new Promise<void>((resolve) => {
    release = resolve;
  });
  const slow = Array.from({ length: 10 }, () => inTurn(1, () => blocked));
  expect(await inTurn(2, async () => "answered")).toBe("answered");
  release();
  await Promise.all(slow);
});

test("goes on after a request that fails", async () => {
  const { inTurn } = createFairShare({ clock: () => 0, throttle: true });
  const fail = () => inTurn(1, () => Promise.reject(new Error("failed")));
  const outcomes = await Promise.allSettled(Array.from({ length: 12 }, fail));
  expect(outcomes.every(({ status }) => status === "rejected")).toBe(true);
  expect(await inTurn(1, async () => "answered")).toBe("answered");
});

test("takes 240 writes of an account within any minute, and says how long to wait for the next", () => {
  const time = { now: 0 };
  const { countWrite } = createFairShare({ clock: () => time.now, throttle: true });
  for (let write = 0; write < 120; write++) countWrite(1);
  time.now = 45_000;
  for (let write = 0; write < 120; write++) countWrite(1);
  expect(() => countWrite(1)).toThrow(expect.objectContaining({ reason: "throttled", retryAfter: 15 }));
  countWrite(2);
  time.now = 60_000;
  for (let write = 0; write < 120; write++) countWrite(1);
  expect(() => countWrite(1)).toThrow(expect.objectContaining({ retryAfter: 45 }));
});

test("counts no writes where the local product is told so", () => {
  const { countWrite } = createFairShare({ clock: () => 0, throttle: false });
  for (let write = 0; write < 300; write++) countWrite(1);
});
