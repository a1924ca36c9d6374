import { createDigestsJob } from "../schedules.ts";
import { coreWith, log } from "./environment.ts";
import { scheduled } from "./events/schedule.ts";

export const handler = scheduled(createDigestsJob(coreWith(null)), log);
