import { createSubscriptionsJob } from "../schedules.ts";
import { coreWith, log } from "./environment.ts";
import { scheduled } from "./events/schedule.ts";

/** Records the payments of the subscriptions that are due. */
export const handler = scheduled(createSubscriptionsJob(coreWith(null)), log);
