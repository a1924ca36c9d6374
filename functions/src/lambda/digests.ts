import { createDigests } from "@coffer/core/digest/digests";
import { createDigestStore } from "@coffer/dynamo/digest/digests";
import { createOutboxStore } from "@coffer/dynamo/mail/outbox";
import { createQueue } from "../adapters/queue.ts";
import { clock, environment, ids, log, table } from "./environment.ts";
import { createDigestsHandler } from "./events/digests.ts";

const stores = { digests: createDigestStore(table), outbox: createOutboxStore(table) };
const digests = createDigests(stores, { clock, ids, throttle: true });

export const handler = createDigestsHandler(digests, createQueue(environment.digestQueue), log);
