import { createDigests } from "@coffer/core/digest/digests";
import { createDigestStore } from "@coffer/dynamo/digest/digests";
import { createOutboxStore } from "@coffer/dynamo/mail/outbox";
import { createQueue } from "../adapters/queue.ts";
import { clock, countTick, environment, ids, log, table } from "./environment.ts";
import { countingTicks, createDigestsHandler } from "./events/schedule.ts";

const stores = { digests: createDigestStore(table), outbox: createOutboxStore(table) };
const digests = createDigests(stores, { clock, ids, throttle: true });

export const handler = countingTicks(
  createDigestsHandler(digests, createQueue(environment.digestQueue), log),
  countTick,
);
