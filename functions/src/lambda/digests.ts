import { createDigestsJob } from "../schedules.ts";
import { coreWith, log } from "./environment.ts";
import { scheduled } from "./events/schedule.ts";

/** Queues the daily summaries whose time has come. */
export const handler = scheduled(createDigestsJob(coreWith(null)), log);
