import { createHousekeepingJob } from "../schedules.ts";
import { coreWith, log } from "./environment.ts";
import { scheduled } from "./events/schedule.ts";

/** Deletes what expired, and counts for the administrators. */
export const handler = scheduled(createHousekeepingJob(coreWith(null)), log);
