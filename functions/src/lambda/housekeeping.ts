import { DAY_MS } from "@coffer/domain/duration";
import { metricsLine } from "../metrics.ts";
import { createHousekeepingJob, type Job } from "../schedules.ts";
import { coreWith, store } from "./core.ts";
import { clock, environment, log, writeLine } from "./environment.ts";
import { scheduled } from "./events/schedule.ts";

const housekeep = createHousekeepingJob(coreWith(null));

/** Also measures how many people there are, for the dashboard. */
const job: Job = async (at) => {
  const done = await housekeep(at);
  const { total, active } = await store.admin.userCounts(clock() - 30 * DAY_MS);
  writeLine(metricsLine(environment.functionName, clock(), { users: total, activeUsers: active }));
  return done;
};

export const handler = scheduled(job, log);
