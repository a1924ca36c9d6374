import { createHousekeepingJob, type Job } from "../schedules.ts";
import { createJobCore } from "./core.ts";
import { countTick, log } from "./environment.ts";
import { countingTicks, scheduled } from "./events/schedule.ts";
import { store } from "./store.ts";

// DynamoDB deletes expired items itself.
const housekeep = createHousekeepingJob(createJobCore(), { expires: false });

const job: Job = async (at) => {
  const done = await housekeep(at);
  const last = await store.admin.statisticsSnapshot();
  if (last) log.info("people", { users: last.total, activeUsers: last.active });
  return done;
};

export const handler = countingTicks(scheduled(job, log), countTick);
