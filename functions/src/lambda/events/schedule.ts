import * as v from "valibot";
import type { Log } from "../../log.ts";
import type { Job } from "../../schedules.ts";

/** What infra/constructs/schedules.ts sends: the instant that the tick was due at. */
export const tick = v.object({ time: v.pipe(v.string(), v.isoTimestamp()) });

/** The handler of a schedule's job; a failure goes to EventBridge's retries and then to its dead letters. */
export const scheduled = (job: Job, log: Log) => async (event: unknown) => {
  const { time } = v.parse(tick, event);
  log.info(await job(Date.parse(time)), { time });
};
