import { expect, test } from "vitest";
import { startProduct } from "../../test/harness.ts";
import { createFairShare } from "./fair-share.ts";

const noWait = async () => 0;

test("runs six requests of a user concurrently", async () => {
  const { inTurn } = createFairShare({ clock: () => 0, throttle: true, takeWork: noWait });
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

test("runs another user's request while one has many waiting", async () => {
  const { inTurn } = createFairShare({ clock: () => 0, throttle: true, takeWork: noWait });
  let release: () => void = () => {};
  const blocked = new Promise<void>((resolve) => {
    release = resolve;
  });
  const slow = Array.from({ length: 10 }, () => inTurn(1, () => blocked));
  expect(await inTurn(2, async () => "answered")).toBe("answered");
  release();
  await Promise.all(slow);
});

test("continues after a failed request", async () => {
  const { inTurn } = createFairShare({ clock: () => 0, throttle: true, takeWork: noWait });
  const fail = () => inTurn(1, () => Promise.reject(new Error("failed")));
  const outcomes = await Promise.allSettled(Array.from({ length: 12 }, fail));
  expect(outcomes.every(({ status }) => status === "rejected")).toBe(true);
  expect(await inTurn(1, async () => "answered")).toBe("answered");
});

test("refuses writes beyond a burst and 240 a minute", () => {
  const time = { now: 1_000_000 };
  const { admit } = createFairShare({ clock: () => time.now, throttle: true, takeWork: noWait });
  const admitted = () => {
    for (let writes = 0; ; writes++) {
      try {
        admit(1, true);
      } catch (error) {
        expect(error).toMatchObject({ reason: "throttled", retryAfter: 1 });
        return writes;
      }
    }
  };
  expect(admitted()).toBe(1_200);
  admit(2, true);
  admit(1, false);
  time.now += 60_000;
  expect(admitted()).toBe(240);
  // Setting the clock back refuses nobody for earlier writes.
  time.now = 0;
  admit(1, true);
});

test("counts no writes without throttling", () => {
  const { admit } = createFairShare({ clock: () => 0, throttle: false, takeWork: noWait });
  for (let write = 0; write < 1_300; write++) admit(1, true);
});

test("counts an account's work across processes", async () => {
  const { clock, pass, core } = await startProduct({ throttle: true });
  const processes = [1, 2, 3].map(() => createFairShare({ clock, throttle: true, takeWork: core.takeWork }));
  // Half of a minute's room.
  const search = { consumed: { read: 11_992, written: 0 } };
  for (const { admit, count } of processes) {
    admit(1, false);
    await count(1, search);
  }
  const [first, , last] = processes;
  expect(() => last?.admit(1, false)).toThrow(expect.objectContaining({ reason: "throttled" }));
  await first?.count(1, search);
  expect(() => first?.admit(1, false)).toThrow(expect.objectContaining({ reason: "throttled" }));
  last?.admit(2, false);
  pass(61_000);
  last?.admit(1, false);
});
