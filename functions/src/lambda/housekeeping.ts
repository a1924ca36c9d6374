import { metricsLine } from "../metrics.ts";
import { createHousekeepingJob, type Job } from "../schedules.ts";
import { createJobCore } from "./core.ts";
import { clock, countTick, environment, log, writeLine } from "./environment.ts";
import { countingTicks, scheduled } from "./events/schedule.ts";
import { store } from "./store.ts";

// DynamoDB deletes expired items itself.
const housekeep = createHousekeepingJob(createJobCore(), { expires: false });

const job: Job = async (at) => {
  const done = await housekeep(at);
  const last = await store.admin.statisticsSnapshot();
  if (last) {
    const metrics = { users: last.total, activeUsers: last.active };
    writeLine(metricsLine(environment.functionName, clock(), metrics));
  }
  return done;
};

export const handler = countingTicks(scheduled(job, log), countTick);
