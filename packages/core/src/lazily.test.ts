import { expect, test } from "vitest";
import { lazily, lazyCall } from "./lazily.ts";

test("loads the code once, with the first call, and passes on what it is given and what it throws", async () => {
  let loads = 0;
  const work = lazily(async () => {
    loads += 1;
    return {
      add: async (a: number, b: number) => a + b,
      fail: async () => {
        throw new Error("refused");
      },
    };
  });
  expect(loads).toBe(0);
  expect(await Promise.all([work.add(1, 2), work.add(3, 4)])).toEqual([3, 7]);
  await expect(work.fail()).rejects.toThrow("refused");
  work.add = async () => 9;
  expect(await work.add(1, 2)).toBe(9);
  expect(loads).toBe(1);
});

test("a single use case is loaded in the same way", async () => {
  let loads = 0;
  const double = lazyCall(async () => {
    loads += 1;
    return async (value: number) => 2 * value;
  });
  expect([await double(1), await double(2), loads]).toEqual([2, 4, 1]);
});
