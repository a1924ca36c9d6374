import { createThrottles } from "@coffer/core/account/throttles";
import { DAY_MS, HOUR_MS } from "@coffer/domain/time/day";
import { beforeAll, expect, inject, test } from "vitest";
import { freshTable } from "../../../test/store.ts";
import { createThrottleStore } from "./throttles.ts";

const START = Date.parse("2026-11-26T12:00:00Z");

let store: ReturnType<typeof createThrottleStore>;
beforeAll(async () => {
  store = createThrottleStore((await freshTable(inject("engine"))).table);
});

function limited(times: number, within: number) {
  let now = START;
  const throttles = createThrottles({ throttles: store }, { clock: () => now, throttle: true });
  const limit = { name: `${times} in ${within}`, times, within };
  return {
    /** Milliseconds to wait, 0 if it was counted. */
    async take(who: string, at: number): Promise<number> {
      now = at;
      const outcome = await throttles.takeAll([{ limit, who }]);
      return "refused" in outcome ? outcome.wait : 0;
    },
  };
}

test.each([1, 3, 7, 8, 17, 25])("attempts every %s hours pass a week's limit in no week", async (hours) => {
  const week = 7 * DAY_MS;
  const { take } = limited(12, week);
  const taken: number[] = [];
  for (let at = START; at < START + 2 * week; at += hours * HOUR_MS)
    while ((await take(`every ${hours}`, at)) === 0) taken.push(at);
  for (const at of taken)
    expect(taken.filter((other) => other > at - week && other <= at).length).toBeLessThanOrEqual(12);
});

test("what was refused is counted once its wait is over", async () => {
  const { take } = limited(2, HOUR_MS);
  for (const minute of [1, 5]) expect(await take("waits", START + minute * 60_000)).toBe(0);
  const later = START + 30 * 60_000;
  const wait = await take("waits", later);
  expect(await take("waits", later + wait - 1)).toBeGreaterThan(0);
  expect(await take("waits", later + wait)).toBe(0);
});
