import * as v from "valibot";
import type { Log } from "../../log.ts";
import type { Job } from "../../schedules.ts";

/** The event of infra/constructs/schedules.ts: the instant at which the tick was due. */
export const tick = v.object({ time: v.pipe(v.string(), v.isoTimestamp()) });

/** Counts completed ticks; other invocations say nothing about the schedule. */
export const countingTicks =
  <T>(handler: (event: unknown) => Promise<T>, count: () => void) =>
  async (event: unknown): Promise<T> => {
    const done = await handler(event);
    if (v.is(tick, event)) count();
    return done;
  };

/** EventBridge retries what throws here, then keeps it in its dead-letter queue. */
export const scheduled = (job: Job, log: Log) => async (event: unknown) => {
  const { time } = v.parse(tick, event);
  log.info(await job(Date.parse(time)), { time });
};
