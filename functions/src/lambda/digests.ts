import { createDigests } from "@coffer/core/digests";
import { createDigestStore } from "@coffer/dynamo/digests";
import { createOutboxStore } from "@coffer/dynamo/outbox";
import { createDigestsJob } from "../schedules.ts";
import { clock, ids, log, table } from "./environment.ts";
import { scheduled } from "./events/schedule.ts";

const stores = { digests: createDigestStore(table), outbox: createOutboxStore(table) };
const digests = createDigests(stores, { clock, ids, throttle: true });

export const handler = scheduled(createDigestsJob({ digests }), log);
